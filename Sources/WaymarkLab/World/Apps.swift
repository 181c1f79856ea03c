import LocationModel
import Varlink
import WaymarkInterfaces

/// An app: follows the location, asks once, monitors, and is told what the person allows.
class App: SimulatedProgram {
    let appName: String

    init(_ world: World, _ app: String, user: UInt32, as name: String? = nil) {
        appName = app
        super.init(world, name ?? "\(app) \(user)", user: user, app: app)
    }

    var situation: GroundModel.Situation {
        world.ground.situation(of: appName, user, in: world)
    }

    private var circumstances: String {
        world.ground.circumstances(app: appName, user, in: world)
    }

    private(set) var follower: Line?
    private(set) var monitor: Line?
    /// The time when the service confirmed the acknowledgement of each event.
    private var acknowledged: [String: ContinuousClock.Instant] = [:]

    /// The event that each identifier has stood for.
    private var events: [String: String] = [:]

    override var pace: Duration { .seconds(45) }
    override var restsAtNight: Bool { true }

    override func begin() { listRegions() }

    override func act() {
        switch draw(0..<10) {
        case ..<2: openOrAsk()
        case ..<4: getLocation()
        case ..<5.5: follow()
        case ..<7: followEvents()
        case ..<8: changeMonitoring()
        case ..<9: changeRegion()
        default: leave()
        }
    }

    private func use() -> Line? {
        guard let line = newLine() else { return nil }
        world.ground.beginUse(of: appName, user)
        return line
    }

    func endUse() { world.ground.endUse(of: appName, user, at: world.kernel.now) }

    private func leave() {
        closeAll()
        serviceEnded()
    }

    private func openOrAsk() {
        guard let session else {
            guard let line = use() else { return }
            return line.open(LocationInterface.Open(app: appName)) { [unowned self] event in
                guard let event else {
                    self.session = nil
                    return endUse()
                }
                if let session = event.session { self.session = session }
            }
        }
        guard let line = calls(), line.isIdle else { return }
        line.call(
            LocationInterface.RequestAuthorization(session: session, level: roll(0.6) ? .whenInUse : .always)
        )
    }

    private func getLocation() {
        guard roll(0.3), world.calmSince != nil, let line = calls(), line.isIdle else {
            return askForLocation()
        }
        line.call(InspectInterface.ExplainApp(app: appName)) { [unowned self] reply, _ in
            if let reply { askForLocation(after: reply) }
        }
    }

    private func askForLocation(after explained: InspectInterface.ExplainApp.Reply? = nil) {
        guard let line = use() else { return }
        let decisions = world.ground.decisions(appName, user, in: world)
        let deadline = draw(1..<120)
        let askedAt = world.awake
        let askedIn = world.turn
        line.call(
            LocationInterface.GetLocation(
                app: appName,
                desiredAccuracyMeters: roll(0.3) ? 0.1 : nil,
                deadlineSeconds: deadline
            ),
            patience: .seconds(deadline + 30)
        ) { [unowned self] reply, _ in
            endUse()
            line.close()
            guard let reply else { return }
            // With faults, a slow reader may read it once a decision was changed and changed back.
            if let explained, let decisions, world.calmSince != nil,
                decisions == world.ground.decisions(appName, user, in: world)
            {
                compare(reply, with: explained)
            }
            if let location = reply.location {
                learned(location)
            } else {
                expectLocation(reply, askedAt, askedIn)
            }
        }
    }

    private func compare(
        _ reply: LocationInterface.GetLocation.Reply,
        with explained: InspectInterface.ExplainApp.Reply
    ) {
        let diagnostics = Set(explained.diagnostics ?? [])
        let isRefused = !diagnostics.isDisjoint(with: [
            .authorizationDenied, .authorizationDeniedGlobally, .pausedByPerson,
        ])
        guard isRefused || diagnostics.isEmpty else { return }
        world.count(.explanations)
        // Hosts may have hidden the app's windows since.
        let refusals: [LocationInterface.AbsenceReason] = [
            .denied, .servicesOff, .pausedByPerson, .notDetermined, .restricted,
        ]
        let wasRefused = reply.absence.map { refusals.contains($0.reason) } ?? false
        if wasRefused != isRefused {
            report(.explanation, "was told '\(explained.summary)', and then '\(reply.text)'")
        }
    }

    /// Reports a missing location where a receiver has been sound for long and the person allows it.
    private func expectLocation(
        _ reply: LocationInterface.GetLocation.Reply,
        _ askedAt: Duration,
        _ askedIn: Int
    ) {
        let fact = Fact.choice(appName, user)
        // It has reasons to doubt a receiver for a while after it has lied, and says so.
        guard reply.absence?.reason == .locationUnknown, reply.absence?.cause != .inDoubt,
            world.awake - askedAt > .seconds(15),
            world.receiversAreSound, world.ledger.isUnchanged(fact, since: askedIn)
        else { return }
        report(.liveness, "got no location in \(world.awake - askedAt): \(reply.text)")
    }

    /// Checks whether it may know a location that it, or a bridge for it, has got.
    func learned(_ location: LocationInterface.Location, through bridge: SimulatedProgram? = nil) {
        world.count(.locations)
        let reader = bridge ?? self
        guard reader.mayLearn(as: self) else {
            return reader.report(
                .ground,
                "learned the location for \(name) without a ground: \(circumstances)"
            )
        }
        // A slow reader may read what was sent when the person had decided otherwise.
        guard world.kernel.now - reader.readUntil <= GroundModel.slack,
            world.ground.isReduced(appName, user, in: world),
            world.ledger.isUnchanged(.choice(appName, user), since: world.turn - 50)
        else { return }
        if location.horizontalAccuracyMeters ?? 0 < 1000 {
            report(.ground, "may know an area, and got \(location.horizontalAccuracyMeters ?? 0) m")
        }
    }

    /// Follows the location, or ends that; without `seconds` the interval is drawn, and sometimes it is the heading.
    func follow(every seconds: Double? = nil) {
        if let follower, follower.isOpen { return follower.close() }
        guard let line = use() else { return }
        follower = line
        if seconds == nil, roll(0.2) {
            return line.open(LocationInterface.FollowHeading(app: appName)) { [unowned self] event in
                if event == nil { endUse() }
            }
        }
        let interval = seconds ?? (roll(0.5) ? draw(1..<120) : nil)
        let stream = LocationInterface.FollowLocation(app: appName, minimumIntervalSeconds: interval)
        line.open(stream) { [unowned self] event in
            guard let event else { return endUse() }
            if let location = event.location { learned(location) }
        }
    }

    // MARK: Monitoring

    func followEvents() {
        if let monitor, monitor.isOpen { return monitor.close() }
        guard let line = use() else { return }
        monitor = line
        line.open(MonitorInterface.FollowEvents(app: appName)) { [unowned self] event in
            guard let event else { return endUse() }
            guard let occurrence = event.occurrence else { return }
            let text = "\(occurrence.kind) of \(occurrence.time)"
            if let former = events.updateValue(text, forKey: occurrence.identifier), former != text {
                report(.order, "was told \(occurrence.identifier) for \(text), which was \(former)")
            }
            // An event that waited in the socket then, again after a pause, could not be taken back.
            if let date = acknowledged[occurrence.identifier], readUntil > date {
                report(.order, "was told \(occurrence.identifier) again, which it had acknowledged")
            }
            if !mayLearn(as: self) {
                report(.ground, "was told of \(occurrence.kind) without a ground: \(circumstances)")
            }
            guard roll(0.8), let calls = calls() else { return }
            let done = MonitorInterface.Acknowledge(app: appName, event: occurrence.identifier)
            calls.call(done) { [unowned self] reply, _ in
                if reply != nil { acknowledged[occurrence.identifier] = world.kernel.now }
            }
        }
    }

    func changeMonitoring() {
        guard let line = calls(), line.isIdle else { return }
        let service = pick([MonitoredService.significantChanges, .visits])
        let monitored = Fact.List.monitoredServices(user: user, app: appName)
        let fact = Fact(list: monitored, name: service.rawValue)
        if world.ledger.certainValue(of: fact) == "on", roll(0.5) {
            change(fact, to: Ledger.absent, MonitorInterface.StopMonitoring(app: appName, service: service))
        } else {
            change(fact, to: "on", MonitorInterface.StartMonitoring(app: appName, service: service))
        }
        list(MonitorInterface.ListMonitoring(app: appName), monitored) { reply in
            reply.state.services.map { ($0.rawValue, "on") }
        }
    }

    func changeRegion() {
        guard let line = calls(), line.isIdle else { return }
        let identifier = "r\(Int(draw(0..<4)))"
        let fact = Fact(list: .regions(user: user, app: appName), name: "m/\(identifier)")
        if world.ledger.certainValue(of: fact) == "there", roll(0.5) {
            change(
                fact,
                to: Ledger.absent,
                MonitorInterface.RemoveRegion(app: appName, monitor: "m", identifier: identifier)
            )
        } else {
            let circle = MonitorInterface.Circle(
                latitudeDegrees: 48 + draw(0..<0.11),
                longitudeDegrees: 7.8,
                radiusMeters: draw(150..<2000)
            )
            let add = MonitorInterface.AddRegion(
                app: appName,
                monitor: "m",
                identifier: identifier,
                circle: circle
            )
            change(fact, to: "there", add)
        }
        listRegions()
    }

    func listRegions() {
        list(MonitorInterface.ListRegions(app: appName), .regions(user: user, app: appName)) { reply in
            reply.next == nil ? reply.regions.map { ("\($0.monitor)/\($0.identifier)", "there") } : nil
        }
    }
}

/// A provider: makes timelines, sometimes late, sometimes not at all.
final class Provider: SimulatedProgram {
    let appName: String

    /// Whether the person's manager starts it when it is needed.
    let isLaunched: Bool

    init(_ world: World, _ app: String, user: UInt32, isLaunched: Bool = false) {
        (appName, self.isLaunched) = (app, isLaunched)
        super.init(world, "provider of \(app) \(user)", user: user, app: isLaunched ? app : nil)
    }

    /// Whether it runs; one that is started when it is needed was started by hand once, so that its kinds are known.
    var isRunning: Bool { !isLaunched || ended != nil || !isKnown }
    private var isKnown = false
    private var ended: (() -> Void)?

    /// Starts it, for a launcher that wants to know when it has ended.
    func launch(_ ended: @escaping () -> Void) {
        self.ended = ended
        begin()
    }

    func end() {
        guard let ended else { return }
        self.ended = nil
        closeAll()
        session = nil
        ended()
    }

    private(set) var widgets: Set<String> = []

    var situation: GroundModel.Situation {
        world.ground.situation(of: appName, user, in: world)
    }

    private var number = 0

    override func begin() {
        guard isRunning, let line = streamLine() else { return }
        let kinds = World.kinds.map { kind in
            WidgetsInterface.KindDeclaration(kind: kind, wantsLocation: kind == "weather")
        }
        line.open(WidgetsInterface.Serve(app: appName, kinds: kinds)) { [unowned self] event in
            guard let event else {
                session = nil
                return
            }
            if let session = event.session {
                self.session = session
                if isLaunched, ended == nil {
                    isKnown = true
                    world.after(.seconds(5)) { [self] in
                        if ended == nil { closeAll() }
                    }
                }
            }
            if event.event == .stop { return end() }
            if let reload = event.reload { make(reload) }
            if let snapshot = event.snapshot, let session, let calls = calls() {
                let sample = WidgetsInterface.DeliverSnapshot(
                    session: session,
                    request: snapshot.request,
                    content: Content(number: 0, isLocated: false).json
                )
                calls.call(sample)
            }
        }
    }

    override func act() {
        // A crash.
        if isLaunched, world.faults.isOn, roll(0.1) { return end() }
        guard let session else { return begin() }
        guard roll(0.2), let line = calls(), line.isIdle else { return }
        line.call(WidgetsInterface.ReloadTimelines(session: session, kind: pick(World.kinds)))
    }

    func reload(_ widget: String, _ kind: String) {
        guard let session, let line = calls(), line.isIdle else { return }
        line.call(WidgetsInterface.ReloadTimelines(session: session, kind: kind, widget: widget))
    }

    private func make(_ reload: WidgetsInterface.Reload) {
        world.explanations.note(reload, in: world)
        if widgets.insert(reload.widget).inserted { world.reloadedWidgets += 1 }
        let isLocated = reload.location != nil
        if isLocated {
            world.count(.locations)
            let isAllowed =
                world.ground.mayLearn(reload.widget, situation, at: world.kernel.now)
                || [reload.widget, name].contains { world.ground.wasAllowed($0, since: readUntil) }
            if !isAllowed {
                let circumstances = world.ground.circumstances(
                    of: reload.widget,
                    app: appName,
                    user,
                    in: world
                )
                report(
                    .ground,
                    "got the location for \(reload.widget) because \(reload.reason): \(circumstances)"
                )
            }
            if reload.kind != "weather" { report(.ground, "got the location for a clock") }
        }
        let isSlow = world.faults.isOn && roll(0.1)
        world.after(.milliseconds(Int64(isSlow ? draw(10_000..<100_000) : draw(5..<500)))) { [self] in
            deliver(reload, isLocated: isLocated)
        }
    }

    private func deliver(_ reload: WidgetsInterface.Reload, isLocated: Bool) {
        guard let session, let line = calls() else { return }
        if world.faults.isOn, roll(0.1) {
            return line.call(
                WidgetsInterface.FailTimeline(
                    session: session,
                    request: reload.request,
                    message: "no network"
                )
            )
        }
        number += 1
        let content = Content(number: number, isLocated: isLocated)
        // A date that a clock that is set does not make future.
        let entry = WidgetsInterface.Entry(date: "2020-01-01T00:00:00Z", content: content.json)
        // Some ask for the next one at a date.
        let next = roll(0.2) ? UTCInstant(nanosecondsSince1970: world.kernel.nanosecondsSince1970) : nil
        let delivery = WidgetsInterface.DeliverTimeline(
            session: session,
            request: reload.request,
            entries: [entry],
            policy: next == nil ? .never : .after,
            after: next.map { "\($0.advanced(by: .seconds(draw(30..<900))))" }
        )
        let fact = Fact.content(of: reload.widget)
        line.call(delivery) { [unowned self] reply, _ in
            guard reply != nil else { return }
            world.count(.changes)
            world.ledger.set(fact, to: "\(content.number)", in: world.turn)
        }
    }
}

/// The launcher of a person's apps: it starts programs, fails, or never says what became of them.
final class Launcher: SimulatedProgram {
    private let provider: Provider

    /// The time when it last failed: after five failures in a row the service leaves the program alone for 15
    /// minutes.
    private(set) var failedAt: Duration?

    init(_ world: World, _ provider: Provider) {
        self.provider = provider
        super.init(world, "launcher \(provider.user)", user: provider.user)
    }

    override func begin() {
        guard let line = streamLine() else { return }
        let manifest =
            "[App]\nIdentifier=\(provider.appName)\nName=x\nWhenInUsePurpose=To try.\n[Provider]\nExec=/bin/x\n"
        calls()?.call(SettingsInterface.RegisterManifest(text: manifest))
        line.open(LauncherInterface.Serve(manager: .user, running: [])) { [unowned self] event in
            guard let event else {
                session = nil
                return
            }
            if let session = event.session { self.session = session }
            guard let program = event.program else { return }
            switch event.event {
            case .start: start(program)
            case .stop: provider.end()
            case .session, .keepAlive: break
            }
        }
    }

    override func act() { begin() }

    private func start(_ program: LauncherInterface.Program) {
        if world.faults.isOn, roll(0.2) {
            failedAt = world.awake
            // It never says what became of it.
            if roll(0.5) { return }
            return report(program, .notStarted, .failed)
        }
        world.after(.milliseconds(Int64(draw(50..<3000)))) { [self] in
            guard !provider.isRunning else { return report(program, .ranBefore) }
            report(program, .started)
            provider.launch { [self] in report(program, .ended) }
        }
    }

    private func report(
        _ program: LauncherInterface.Program,
        _ outcome: LauncherInterface.Report.Outcome,
        _ fault: LaunchFault? = nil
    ) {
        guard let session, let line = calls() else { return }
        line.call(
            LauncherInterface.Report(session: session, program: program, outcome: outcome, fault: fault)
        )
    }
}

/// A program of another user that sends whatever comes to its mind.
final class Hostile: SimulatedProgram {
    init(_ world: World, user: UInt32) { super.init(world, "hostile \(user)", user: user) }

    private static let values = [
        "0", "-1", "1e300", "9223372036854775807", "-9223372036854775808", #""""#, #""x""#, #""w1""#, "null",
        "[]",
        "{}", "true", #""\u0000""#, #""2262-04-11T23:47:16Z""#, #""0/0/0""#, "1.5", #""org.example.first""#,
    ]

    /// Values that pass the first checks, for parameters that many methods have.
    private static let plausible = [
        "app": [#""\#(app)""#],
        "after": [
            #""\#(UInt64.max)""#, #""0/1/\#(Int64.min)""#, #""1999/\#(UInt64.max)/\#(Int64.max)""#,
            #""\#(app)""#,
            #""\#(UInt32.max)/\#(app)""#, #""\#(app)/clock""#, #""w\#(UInt64.max)""#,
        ],
    ]
    private static let app = "org.example.hostile"
    private static let methods: [(name: String, parameters: [String])] = Interfaces.all.flatMap { known in
        var interface = ""
        var methods: [(name: String, parameters: [String])] = []
        for line in known.text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.first == "interface", words.count > 1 { interface = String(words[1]) }
            if words.first == "method", words.count > 1 {
                methods.append(("\(interface).\(words[1].prefix { $0.isLetter })", []))
            } else if !methods.isEmpty, line.hasPrefix("  "), words.count > 1, words[0].hasSuffix(":") {
                methods[methods.count - 1].parameters.append(String(words[0].dropLast()))
            }
        }
        return methods
    }

    override var pace: Duration { .seconds(20) }

    override func begin() {
        let circle = MonitorInterface.Circle(latitudeDegrees: 48, longitudeDegrees: 7.8, radiusMeters: 200)
        let region = MonitorInterface.AddRegion(app: Self.app, monitor: "m", identifier: "r", circle: circle)
        calls()?.call(region)
    }

    override func act() {
        switch draw(0..<10) {
        case ..<1: closeAll()
        case ..<2: for _ in 0..<Int(draw(1..<30)) { _ = newLine() }
        case ..<3:
            guard let line = newLine() else { return }
            line.sendRaw((0..<Int(draw(1..<2000))).map { _ in UInt8.random(in: 0...255, using: &random) })
        case ..<4:
            guard let line = newLine() else { return }
            line.isStuck = true
            flood(line, 200)
        default:
            guard let line = newLine() else { return }
            flood(line, Int(draw(1..<20)))
        }
    }

    private func flood(_ line: Line, _ count: Int) {
        for _ in 0..<count {
            let method = pick(Self.methods)
            var members: [String] = []
            for name in Set(method.parameters).sorted() where roll(0.6) {
                let values = Self.plausible[name].flatMap { roll(0.5) ? $0 : nil } ?? Self.values
                members.append("\"\(name)\":\(pick(values))")
            }
            let call = #"{"method":"\#(method.name)","parameters":{\#(members.joined(separator: ","))}"#
            line.sendRaw(Array((call + (roll(0.1) ? #","more":true}"# : "}")).utf8) + [0])
        }
    }

    override func checkLife() {}
}
