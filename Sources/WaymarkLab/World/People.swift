import LocationModel
import Varlink
import WaymarkInterfaces

/// A person at a terminal: decides, changes the mind, and checks that decisions are kept.
final class Person: SimulatedProgram {
    private let apps: [String]

    init(_ world: World, user: UInt32, decidingOf apps: [String] = World.apps) {
        self.apps = apps
        super.init(world, "person \(user)", user: user)
        world.ledger.set(.services(user), to: "on", in: 0)
        world.ledger.set(.pause(user), to: "off", in: 0)
    }

    /// A terminal that shows what the service decides.
    private var decisions: Line?

    override var pace: Duration { .seconds(90) }
    override var restsAtNight: Bool { true }

    override func begin() { look() }

    override func act() {
        guard let line = calls(), line.isIdle else { return }
        let app = pick(apps)
        switch draw(0..<10) {
        case ..<4: authorize(app)
        case ..<4.5: reset(app)
        case ..<5: switchServices(on: roll(0.5))
        case ..<6: pauseOrResume()
        case ..<7: changeManifest(app)
        default: look()
        }
        // Nobody leaves it off for long.
        world.after(.seconds(300)) { [self] in
            if world.isServed { switchServices(on: true) }
        }
    }

    private func authorize(_ app: String) {
        let status = pick([
            AuthorizationChoice.denied, .authorizedWhenInUse, .authorizedAlways,
        ])
        let widgets = pick([WidgetGrant.granted, .granted, .refused, .undecided])
        let accuracy = pick([AccuracyAuthorization.full, .full, .reduced])
        change(
            .choice(app, user),
            to: "\(status.rawValue) \(widgets.rawValue) \(accuracy.rawValue)",
            SettingsInterface.Authorize(app: app, status: status, widgets: widgets, accuracy: accuracy)
        ) { reply in reply.map { GroundModel.text($0.app) } }
    }

    private func reset(_ app: String) {
        // What the app monitors goes with the decision, also what it begins to monitor before this call is answered.
        let services = [MonitoredService.significantChanges, .visits]
        let monitored =
            services.map { Fact(list: .monitoredServices(user: user, app: app), name: $0.rawValue) }
            + (0..<4).map { Fact(list: .regions(user: user, app: app), name: "m/r\($0)") }
        for fact in monitored { world.ledger.beginChange(of: fact, to: Ledger.absent, in: world.turn) }
        change(
            .choice(app, user),
            to: "notDetermined undecided full",
            SettingsInterface.Reset(app: app)
        ) { [unowned self] reply in
            for fact in monitored {
                world.endChange(of: fact, isAnswered: reply != nil)
                if reply != nil {
                    world.ledger.set(fact, to: Ledger.absent, in: world.turn)
                } else {
                    world.ledger.addPossible(Ledger.absent, of: fact, in: world.turn)
                }
            }
            return nil
        }
    }

    private func switchServices(on: Bool) {
        guard let line = calls(), line.isIdle else { return }
        change(.services(user), to: on ? "on" : "off", SettingsInterface.SwitchServices(on: on))
    }

    private func pauseOrResume() {
        if world.ledger.certainValue(of: .pause(user)) == "on" {
            change(.pause(user), to: "off", SettingsInterface.Resume())
        } else {
            // It ends by the clock, too, which may be set: what the model must know of it is while it surely lasts.
            change(.pause(user), to: "on", SettingsInterface.Pause())
            world.after(.seconds(240)) { [self] in
                if world.isServed, let line = calls(), line.isIdle {
                    change(.pause(user), to: "off", SettingsInterface.Resume())
                }
            }
        }
    }

    private func changeManifest(_ app: String) {
        let fact = Fact(list: .manifests(user: user), name: app)
        if world.ledger.certainValue(of: fact) == "there" {
            change(fact, to: Ledger.absent, SettingsInterface.WithdrawManifest(app: app))
        } else {
            let text = """
                [App]
                Identifier=\(app)
                Name=\(app)
                WhenInUsePurpose=To try.
                AlwaysPurpose=To try.
                """
            change(fact, to: "there", SettingsInterface.RegisterManifest(text: text))
        }
    }

    /// Reads everything, and compares it with what was acknowledged.
    private func look() {
        list(SettingsInterface.ListApps(), .choices(user: user)) { [apps] reply in
            guard reply.next == nil else { return nil }
            return apps.map { ($0, "notDetermined undecided full") }
                + reply.apps.map { ($0.app, GroundModel.text($0)) }
        }
        let turn = world.turn
        calls()?.call(SettingsInterface.GetServices()) { [unowned self] reply, _ in
            guard let reply else { return }
            let isPaused = reply.pause.map { $0.endedAt == nil } ?? false
            let listed = ["services": reply.on ? "on" : "off", "pause": isPaused ? "on" : "off"]
            world.compare(listed, .switches(user: user), since: turn, self)
        }
        list(SettingsInterface.ListManifests(), .manifests(user: user)) { reply in
            reply.next == nil ? reply.manifests.map { ($0.app, "there") } : nil
        }
        guard let line = calls() else { return }
        line.call(SettingsInterface.ListAccesses())
        line.call(InspectInterface.GetStatus())
        line.call(InspectInterface.GetMetrics())
        line.call(InspectInterface.ListWidgets())
        line.call(InspectInterface.ListBudgets())
        if decisions?.isOpen != true {
            decisions = newLine()
            decisions?.open(InspectInterface.WatchDecisions(limit: 50)) { _ in }
        }
    }
}

/// An agent on the desktop: asks the person, who answers late, or not at all.
final class Agent: SimulatedProgram {
    init(_ world: World, user: UInt32) { super.init(world, "agent \(user)", user: user) }

    private var told: Set<String> = []

    override func begin() {
        guard let line = streamLine() else { return }
        line.open(SettingsInterface.Agent()) { [unowned self] event in
            guard let event else {
                session = nil
                return
            }
            if let session = event.session { self.session = session }
            if let ended = event.ended { told.remove(ended) }
            for prompt in (event.prompts ?? []) + [event.prompt].compactMap(\.self) { consider(prompt) }
        }
    }

    override func act() { begin() }

    override func serviceEnded() {
        super.serviceEnded()
        told = []
    }

    private func consider(_ prompt: SettingsInterface.Prompt) {
        if prompt.user != Int(user) { report(.ground, "was asked for user \(prompt.user)") }
        guard told.insert(prompt.prompt).inserted, roll(0.7) else { return }
        world.after(.milliseconds(Int64(draw(500..<60_000)))) { [self] in answer(prompt) }
    }

    private func answer(_ prompt: SettingsInterface.Prompt) {
        guard let session, let line = calls(), told.contains(prompt.prompt) else { return }
        let fact = Fact.choice(prompt.app, user)
        // From now on the answer may be in force.
        world.ledger.beginChange(of: fact, to: "any", in: world.turn)
        let answer = SettingsInterface.AnswerPrompt(
            session: session,
            prompt: prompt.prompt,
            choice: pick(prompt.choices)
        )
        line.call(answer) { [unowned self] reply, error in
            world.endChange(of: fact, isAnswered: reply != nil || error != nil)
            guard let app = reply?.app else { return }
            world.count(.changes)
            // What was allowed once, or for a time, ends by itself.
            let lasts = !app.isTemporary && app.until == nil
            world.ledger.set(fact, to: lasts ? GroundModel.text(app) : "any", in: world.turn)
        }
    }
}

/// A bar or a board: places widgets, shows and hides them, and keeps what it is told to show.
class Host: SimulatedProgram {
    init(_ world: World, user: UInt32) { super.init(world, "host \(user)", user: user) }

    private(set) var widgets: [String: HostInterface.WidgetView] = [:]

    /// The newest content that each widget has shown.
    private var shown: [String: Int] = [:]
    private var placedAt: [String: Duration] = [:]
    private var isComplete = false
    private var openedIn = 0

    override var pace: Duration { .seconds(40) }
    override var restsAtNight: Bool { true }

    override func begin() {
        guard let line = streamLine() else { return }
        widgets = [:]
        isComplete = false
        openedIn = world.turn
        line.open(HostInterface.Watch()) { [unowned self] event in
            guard let event else { return ended() }
            if let session = event.session { self.session = session }
            for view in (event.widgets ?? []) + [event.widget].compactMap(\.self) { show(view) }
            if let removed = event.removed { widgets[removed] = nil }
            if event.widgets != nil, event.more != true, !isComplete {
                isComplete = true
                compare()
            }
        }
    }

    override func serviceEnded() { ended() }

    private func ended() {
        session = nil
        for widget in widgets.keys { world.ground.hide(widget, at: world.kernel.now) }
        forgetWindows()
    }

    /// Counts the windows that it hid as visible, once its session may have ended.
    func forgetWindows() {
        for app in World.apps { world.ground.setWindows(of: app, user, visible: true, at: world.kernel.now) }
    }

    private func compare() {
        var listed: [String: String] = [:]
        for widget in widgets.keys { listed[widget] = "there" }
        world.compare(listed, .widgets(user: user), since: openedIn, self)
        for (widget, view) in widgets {
            guard let number = view.entry.flatMap({ Content($0.content) })?.number else { continue }
            // What was acknowledged since it asked may be newer than what it was sent.
            let acknowledged = world.ledger.certainValue(of: .content(of: widget), since: openedIn)
            let newest = max(acknowledged.flatMap { Int($0) } ?? 0, shown[widget] ?? 0)
            if number < newest {
                world.report(.durability, "\(name): \(widget) shows content \(number) after \(newest)")
            }
        }
    }

    private func show(_ view: HostInterface.WidgetView) {
        widgets[view.widget] = view
        guard view.user == Int(user) else {
            return report(.ground, "was told of a widget of user \(view.user)")
        }
        guard let content = view.entry.flatMap({ Content($0.content) }) else { return }
        if isComplete { shown[view.widget] = content.number }
        guard content.isLocated else { return }
        let isAllowed =
            world.ground.mayShow(view.widget, of: view.app, user, in: world)
            || [view.app, view.widget].contains { world.ground.wasAllowed(name + $0, since: readUntil) }
        if !isAllowed {
            report(.ground, "was given content of \(view.app) that was made with the location")
        }
    }

    override func act() {
        guard let session else { return begin() }
        guard let line = calls(), line.isIdle else { return }
        if widgets.count < 6 || roll(0.1) { return place() }
        let widget = pick(widgets.keys.sorted())
        switch draw(0..<10) {
        case ..<6: setVisible(widget, roll(0.6), session)
        case ..<7:
            let app = pick(World.apps)
            let visible = roll(0.7)
            if visible { world.ground.setWindows(of: app, user, visible: true, at: world.kernel.now) }
            line.call(HostInterface.SetAppVisibility(app: app, visible: visible, session: session)) {
                [unowned self] reply, _ in
                guard reply != nil, self.session == session else { return }
                world.ground.setWindows(of: app, user, visible: visible, at: world.kernel.now)
            }
        case ..<7.5: if widgets.count > 6 { remove(widget) }
        case ..<8:
            line.call(InspectInterface.Explain(widget: widget)) { [unowned self] reply, _ in
                guard let reply else { return }
                world.explanations.add(reply, in: world)
                if roll(0.7) {
                    world.provider(of: reply.widget.app, user)?.reload(widget, reply.widget.kind)
                }
            }
        case ..<8.3:
            line.call(WidgetsInterface.Push(app: pick(World.widgetApps), kind: pick(World.kinds)))
        case ..<8.35: line.call(FeedInterface.ReportMovement(reason: "motion"))
        case ..<8.5: line.call(HostInterface.GetSnapshot(app: pick(World.apps), kind: pick(World.kinds)))
        case ..<9: line.call(HostInterface.MostRelevant(widgets: Array(widgets.keys.sorted().prefix(64))))
        default: line.call(HostInterface.ListKinds())
        }
    }

    /// Reports widgets that were placed minutes ago, while nothing went wrong, and have had no timeline.
    override func checkLife() {
        super.checkLife()
        guard let calm = world.calmSince, session != nil else { return }
        for (widget, placed) in placedAt where placed > calm && world.awake - placed > .seconds(420) {
            guard let view = widgets[widget], world.ledger.possibleValues(of: .content(of: widget)) == nil,
                !world.mayBeLeftAlone(view.app, user)
            else { continue }
            world.report(
                .liveness,
                "\(name): \(widget) has no timeline \(world.awake - placed) after it was placed"
            )
        }
    }

    private func place() {
        guard let line = calls() else { return }
        line.call(HostInterface.Place(app: pick(World.widgetApps), kind: pick(World.kinds))) {
            [unowned self] reply, _ in
            guard let widget = reply?.widget else { return }
            world.count(.changes)
            placedAt[widget] = world.awake
            world.ledger.set(.widget(widget, user), to: "there", in: world.turn)
        }
    }

    private func remove(_ widget: String) {
        let fact = Fact.widget(widget, user)
        // It is seen, although the answer to its placing may have been lost.
        if world.ledger.possibleValues(of: fact) == nil {
            world.ledger.set(fact, to: "there", in: world.turn)
        }
        change(fact, to: Ledger.absent, HostInterface.Remove(widget: widget))
    }

    func setVisible(_ widget: String, _ visible: Bool, _ session: String) {
        guard let line = calls() else { return }
        if visible { world.ground.show(widget) }
        let report = HostInterface.SetVisibility(widget: widget, visible: visible, session: session)
        line.call(report) { [unowned self] reply, _ in
            if reply != nil, !visible { world.ground.hide(widget, at: world.kernel.now) }
        }
    }
}

/// The content that a provider of the world makes: a number, and whether the location was known.
struct Content {
    let number: Int
    let isLocated: Bool

    /// Some contents are long, so that what a host is sent at first does not fit into small buffers.
    private var padding = ""
    private static let longPadding = String(repeating: "x", count: 2000)

    init(number: Int, isLocated: Bool) {
        (self.number, self.isLocated) = (number, isLocated)
        if number % 4 == 0 { padding = Self.longPadding }
    }

    init?(_ json: RawJSON) {
        let object = json.object
        guard let bytes = object["number"]?.bytes, let number = Int(String(decoding: bytes, as: UTF8.self))
        else {
            return nil
        }
        self.init(number: number, isLocated: object["located"]?.kind == .bool(true))
    }

    var json: RawJSON {
        RawJSON(checked: #"{"located":\#(isLocated),"number":\#(number),"padding":"\#(padding)"}"#)
    }
}
