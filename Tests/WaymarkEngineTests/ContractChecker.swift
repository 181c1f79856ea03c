import Fuzzers
import LocationModel
import Regions
import Testing

@testable import WaymarkEngine

/// Runs an engine and checks after every event what must hold whatever happens.
struct ContractChecker {
    private(set) var engine: Engine

    /// What a store holds that has carried out the commits so far, and nothing else.
    private(set) var stored: SavedState
    private(set) var started: Set<UInt64> = []

    /// How many requests there were, and how many of them with a location.
    private(set) var requestCount = 0
    private(set) var locationCount = 0
    private(set) var outstanding: [WidgetIdentifier: RequestIdentifier] = [:]
    private(set) var waitingCalls: [CallIdentifier: AppKey] = [:]
    private var monitoringApps: [SessionIdentifier: AppKey] = [:]
    private var followers: [SessionIdentifier: AppKey] = [:]

    /// How many of them were answered with a location, and how many without.
    private(set) var locationAnswers = (given: 0, absent: 0)

    private var waitingRequests: [LocationRequestIdentifier] {
        engine.entitledConsumers.keys.compactMap(\.request)
    }

    /// The questions that agents were told of and that wait.
    private var waitingPrompts: Set<PromptIdentifier> { Set(engine.prompts(for: .root).map(\.identifier)) }
    private(set) var tickets = TicketModel()

    private var steps = 0
    private var receiversAreOn = false
    private var lastCommand: Command?

    /// The rules, to which the engine must keep.
    private var rules: RuleModel

    /// The rules at the stages of the event at hand: before what ends by now has ended, then, and after the event.
    private var stages: [RuleModel] = []
    private var told: [SessionIdentifier: Authorization] = [:]
    private var providers: [SessionIdentifier: AppKey] = [:]

    init(state: SavedState = SavedState(), at now: Moment) {
        engine = Engine(settings: .ofRandomRuns, state: state, receiverNames: ["first", "second"], at: now)
        rules = RuleModel(at: now)
        stored = state
    }

    private var latestFixes: [ReceiverIdentifier: Fix] = [:]

    /// Lets an event happen and checks what came of it.
    mutating func handle(_ step: EngineStep) -> [Effect] {
        rules.look(at: step.moment)
        stages = [rules]
        rules.expire()
        stages.append(rules)
        let effects = engine.handle(step.event, at: step.moment)
        if !step.event.isRefused(in: effects) {
            rules.apply(step.event)
            tickets.apply(step.event)
            if case .opened(let session, .provider(let app, _, _, _), _, _) = step.event {
                providers[session] = app
            }
        }
        if case .disconnected(let session) = step.event { providers[session] = nil }
        if case .receiverReported(let receiver, .epoch(.fix(let fix), _)) = step.event {
            latestFixes[receiver] = fix
        }
        stages.append(rules)
        rules.record(effects)
        stages.append(rules)
        if case .called(let command, _, _) = step.event { lastCommand = command } else { lastCommand = nil }
        if case .locationRequested(_, let app, _, let call) = step.event { waitingCalls[call] = app }
        if case .opened(let session, .monitor(let app), _, _) = step.event { monitoringApps[session] = app }
        if case .callAbandoned(let call) = step.event { waitingCalls[call] = nil }
        if let (session, app) = step.event.follower { followers[session] = app }
        for effect in effects {
            check(effect, at: step.moment)
            tickets.record(effect)
        }
        // What was due before its end may still be told.
        if case .disconnected(let session) = step.event { followers[session] = nil }
        tickets.check(engine)
        #expect(stored == engine.savedState, "the commits alone must make the state")
        checkUsage()
        checkReplies(to: step.event, effects)
        #expect(engine.nextDeadline.map { $0 > step.moment.instant } ?? true, "what is due has been done")
        checkReceivers(at: step.moment)
        checkRequests(at: step.moment)
        checkExplanations(at: step.moment)
        checkRules()
        checkRequest(step.event, effects)
        steps += 1
        // It copies and compares the whole engine, which takes its time.
        if steps % 7 == 0 { checkRepetition(at: step.moment) }
        for widget in outstanding.keys {
            #expect(stored.owesReload(of: widget), "what is asked for is owed until it is answered")
        }
        return effects
    }

    private func checkReplies(to event: Event, _ effects: [Effect]) {
        guard case .called(_, _, let call) = event else { return }
        let answers = effects.count {
            switch $0 {
            case .reply(call, _), .refuse(call, _): true
            default: false
            }
        }
        #expect(answers == 1, "every call has one answer")
    }

    private func checkRepetition(at now: Moment) {
        var copy = engine
        let effects = copy.handle(.deadlineReached, at: now)
        #expect(effects.isEmpty, "a second look at the same moment finds nothing to do")
        #expect(copy == engine)
    }

    private func checkUsage() {
        for user in [Caller.owner.user, Caller.neighbour.user] {
            let widgets = stored.widgets.values.filter { $0.kind.app.user == user }
            let apps = Set(stored.grants.keys).union(stored.kinds.keys.map(\.app))
            let counts: [Quota: Int] = [
                .widgets: widgets.count,
                .timelineBytes: widgets.reduce(0) { $0 + ($1.timeline?.timeline.byteCount ?? 0) },
                .kinds: stored.kinds.keys.count { $0.app.user == user },
                .apps: apps.count { $0.user == user },
                .manifests: stored.manifestTexts.keys.count { $0.user == user },
                .regions: stored.regions.values.count { $0.name.app.user == user },
                .regionVertices: stored.regions.values.reduce(0) {
                    $0 + ($1.name.app.user == user ? $1.condition.vertexCount : 0)
                },
                .monitors: stored.monitoring.reduce(stored.anchors.keys.count { $0.user == user }) {
                    $0 + ($1.key.user == user ? $1.value.count : 0)
                },
            ]
            for (quota, count) in counts { #expect(engine.usage(of: quota, by: user) == count) }
        }
    }

    /// Checks that what an effect reveals has been committed before it.
    private mutating func check(_ effect: Effect, at now: Moment) {
        switch effect {
        case .commit(let change): stored.apply(change)
        case .reply(let call, .location(let outcome)): check(outcome, for: call)
        case .reply(_, let answer): checkReveals(answer)
        case .refuse(let call, _): waitingCalls[call] = nil
        case .tellProvider(let session, .session(let authorization)),
            .tellProvider(let session, .authorization(let authorization)),
            .tellApp(let session, .session(let authorization)),
            .tellApp(let session, .authorization(let authorization)):
            told[session] = authorization
            let grant = authorization.grant
            #expect(stored.grants.values.contains(grant) || grant == Grant())
        case .tellApp(_, .requestEnded(let prompt, _)), .tellAgent(_, .promptEnded(let prompt, _)):
            #expect(!waitingPrompts.contains(prompt))
        case .tellMonitor(let session, let event): check(event, on: session)
        case .tellTicketWatcher(_, let told):
            for status in told {
                #expect(stored.tickets[status.identifier] == status.ticket.saved, "saved before it is told")
            }
        case .tellProvider(let session, .stop):
            #expect(outstanding.isEmpty || providers[session] != nil, "it goes to an open stream")
        case .tellLauncher(_, .start(let program, _)):
            #expect(started.insert(program.launch.rawValue).inserted, "each start is another")
        case .tellProvider(_, .reload(let request)): check(request, at: now)
        case .tellHost(_, .session(let views, _)), .tellHost(_, .widgets(let views, _)):
            for view in views { checkReveals(view) }
        case .tellHost(_, .widget(let view)): checkReveals(view)
        case .tellHost(_, .withdrawn(let view)):
            #expect(view.entry == nil, "withdrawn content is not sent")
            checkReveals(view)
        case .tellHost(_, .removed(let widget)): #expect(stored.widgets[widget] == nil)
        case .startReceivers:
            #expect(!receiversAreOn)
            receiversAreOn = true
        case .stopReceivers:
            #expect(receiversAreOn)
            receiversAreOn = false
        case .tellFollower(let session, .location(let update)): check(update, for: session)
        case .tellFollower(let session, .heading(let update)):
            if update.heading != nil { checkFullAccuracy(of: session) }
        case .tellFollower(let session, .beacons(let update)):
            if !update.beacons.isEmpty { checkFullAccuracy(of: session) }
        case .record(let entry): check(entry)
        // They reveal no location: a snapshot is made without one.
        case .tellAgent(_, .session), .tellAgent(_, .prompt), .tellLauncher(_, .session),
            .tellLauncher(_, .stop), .tellProvider(_, .paused), .tellProvider(_, .snapshot), .tellReceiver,
            .tellFollower(_, .serviceSession), .tellBeaconFeed, .endStream:
            break
        }
    }

    private func checkFullAccuracy(of session: SessionIdentifier) {
        let allowing = possible(for: session).filter { $0.status.isAuthorized && $0.accuracy == .full }
        #expect(!allowing.isEmpty, "headings and beacons go only where the person allows")
    }

    private func checkReveals(_ answer: Answer) {
        switch answer {
        case .app(let summary, _):
            #expect(stored.grants[summary.app] ?? Grant() == summary.authorization.grant)
        case .widget(let widget): #expect(stored.widgets[widget] != nil)
        case .paused(let pause): #expect(stored.pauses.values.contains(pause))
        case .reloads(let asked):
            #expect(asked.allSatisfy { stored.widgets[$0.widget]?.pendingReload != nil })
            #expect(asked.allSatisfy { stored.tickets[$0.ticket]?.widget == $0.widget })
        case .done:
            switch lastCommand {
            case .remove(let widget): #expect(stored.widgets[widget] == nil)
            case .deliverTimeline(_, _, let timeline):
                #expect(stored.widgets.values.contains { $0.timeline?.timeline == timeline })
            default: break
            }
        case .retry, .request, .asked, .registered, .snapshot, .location, .monitoring, .regions: break
        }
    }

    private func checkReveals(_ view: WidgetView) {
        #expect(stored.widgets[view.widget]?.kind == view.kind)
        let entries = stored.widgets[view.widget]?.timeline?.timeline.entries ?? []
        #expect(view.entry.map { entries.contains($0) } ?? true)
    }

    private mutating func check(_ request: ReloadRequest, at now: Moment) {
        requestCount += 1
        #expect(outstanding[request.widget] == nil, "one request for a widget at a time")
        outstanding[request.widget] = request.request
        #expect(stored.owesReload(of: request.widget))
        guard let key = stored.widgets[request.widget]?.kind else {
            Issue.record("a request is about a widget that is there")
            return
        }
        // What was due before the event was done under what held before it.
        let books = stages.map { $0.book(key.app) }
        let grounds = stages.map { $0.ground(of: request.widget, of: key.app) }
        #expect(books.contains { $0.mayWidgetsKnow == request.isAuthorizedForWidgetUpdates })
        switch request.location {
        case .notWanted: #expect(stored.kinds[key]?.wantsLocation == false)
        case .absent(.notDetermined), .absent(.restricted), .absent(.denied), .absent(.servicesOff):
            #expect(zip(books, grounds).contains { !$0.mayWidgetsKnow && $1 == nil })
        case .absent(.serviceSessionRequired): Issue.record("widgets need no service session")
        case .absent(.insufficientlyInUse):
            #expect(zip(books, grounds).contains { $0.mayWidgetsKnow && $1 == nil })
        case .absent(.locationUnknown): #expect(grounds.contains { $0 != nil })
        case .absent(.pausedByPerson): #expect(stored.pauses[key.app.user]?.endedAt == nil)
        case .location(let fix, _):
            locationCount += 1
            #expect(stored.kinds[key]?.wantsLocation == true)
            check(fix, givenTo: .widget(request.widget), of: key.app, on: grounds.compactMap(\.self))
        }
    }

    private mutating func check(_ outcome: LocationOutcome, for call: CallIdentifier) {
        guard let app = waitingCalls.removeValue(forKey: call) else {
            Issue.record("a location answers a call that waits")
            return
        }
        let books = stages.map { $0.book(app) }
        guard case .location(let fix, _) = outcome else {
            locationAnswers.absent += 1
            let isOff = { (book: RuleBook) in book.limits.contains(.servicesOff) }
            switch outcome {
            case .absent(.notDetermined):
                #expect(books.contains { $0.status == .notDetermined })
            case .absent(.restricted):
                #expect(books.contains { $0.status == .restricted })
            case .absent(.denied):
                #expect(books.contains { $0.status == .denied && !isOff($0) })
            case .absent(.servicesOff):
                #expect(books.contains { $0.status == .denied && isOff($0) })
            default: #expect(books.contains { $0.status.isAuthorized })
            }
            return
        }
        locationAnswers.given += 1
        let grounds = stages.compactMap { $0.book(app).groundOfApp(isInUse: $0.isInUse(app)) }
        let consumer = stored.accessLogs[app.user]?.records.last?.consumer
        #expect(consumer?.request != nil)
        check(fix, givenTo: consumer, of: app, on: grounds)
    }

    /// Checks that a location goes only where the person and the use allow, as exactly as they allow, and on record.
    private func check(_ fix: Fix, givenTo consumer: Consumer?, of app: AppKey, on grounds: [Ground]) {
        #expect(!grounds.isEmpty, "a location goes only where the person and the use allow")
        guard let record = stored.accessLogs[app.user]?.records.last, record.consumer == consumer else {
            Issue.record("what is given is on record before")
            return
        }
        #expect(grounds.contains(record.ground))
        let isAsAllowed = stages.contains { stage in
            let (book, widget) = (stage.book(app), consumer?.widget)
            let shared = widget.flatMap { stage.sharedAccuracy(of: $0, of: app) }
            let accuracy = record.ground == .sharedOnce ? shared : book.accuracy
            return book.isAllowedOnce == record.wasTemporary && accuracy == record.accuracy
        }
        #expect(isAsAllowed)
        #expect(record.horizontal68Meters == fix.accuracy?.horizontal68Meters)
        let isArea = fix.accuracy?.source == .area
        #expect(isArea == (record.accuracy == .reduced))
        if isArea { #expect(ReducedArea(of: fix.coordinate).center == fix.coordinate) }
    }

    private func checkRules() {
        for app in RuleModel.apps {
            let (book, authorization) = (rules.book(app), engine.authorization(of: app))
            #expect(authorization.status == book.status)
            #expect(authorization.accuracy == book.accuracy)
            #expect(authorization.isAuthorizedForWidgetUpdates == book.mayWidgetsKnow)
            #expect(authorization.allowsOutOfUse == book.mayAlwaysKnow)
            #expect(engine.summary(of: app).isInUse == rules.isInUse(app))
            let streams = rules.sessions(of: app).union(providers.filter { $0.value == app }.keys)
            for session in streams {
                #expect(told[session]?.status == book.status, "every stream is told")
                #expect(told[session]?.accuracy == book.accuracy)
                #expect(told[session]?.grant.widgets == book.widgets)
                guard providers[session] != nil else { continue }
                #expect(told[session]?.isAuthorizedForWidgetUpdates == book.mayWidgetsKnow)
            }
        }
        for (widget, saved) in stored.widgets {
            let entitled = engine.entitledConsumers[.widget(widget)]
            let wantsLocation = stored.kinds[saved.kind]?.wantsLocation == true
            let ground = wantsLocation ? rules.ground(of: widget, of: saved.kind.app) : nil
            #expect((entitled?.isConfirmed == true ? entitled?.ground : nil) == ground)
        }
        #expect(engine.mayKnowOfMovement(.owner) == rules.mayOwnerKnowOfMovement)
        #expect(!engine.mayKnowOfMovement(.neighbour))
    }

    private func checkRequest(_ event: Event, _ effects: [Effect]) {
        guard case .called(.requestAuthorization(let session, let request), _, let call) = event,
            let app = RuleModel.apps.first(where: { rules.sessions(of: $0).contains(session) })
        else { return }
        let expected = stages[1].book(app).outcome(of: request, isInUse: stages[1].isInUse(app))
        for effect in effects {
            switch effect {
            case .reply(call, .request(let outcome, nil)): #expect(expected == .failure(outcome))
            case .reply(call, .request(_, let prompt?)):
                guard case .success(let question) = expected else {
                    Issue.record("\(request) asks instead of \(expected)")
                    return
                }
                let asked = engine.prompts(for: .owner).first { $0.identifier == prompt }
                #expect(asked?.app == app)
                if stages[1].question(prompt) == nil { #expect(asked?.question == question) }
            default: break
            }
        }
    }

    private mutating func check(_ event: MonitorStreamEvent, on session: SessionIdentifier) {
        guard let app = monitoringApps[session] else {
            Issue.record("only a stream that was opened is told anything")
            return
        }
        let possible = stages.map { $0.book(app) }
        let coordinates: [Coordinate]
        switch event {
        case .state(let state):
            coordinates = [state.place?.coordinate, state.visit?.center].compactMap(\.self)
        case .event(let event, let name):
            let region = stored.regions.values.first { $0.name == name }
            let waiting = name == nil ? stored.monitorEvents[app]?[event.kind] : region?.event
            let isSaved = waiting?.identifier == event.identifier && waiting?.isHeld == false
            #expect(isSaved, "saved before it is sent")
            coordinates = [event.content.coordinate].compactMap(\.self)
            guard let name else { break }
            #expect(name.app == app, "an app hears of its own regions")
            #expect(possible.contains { $0.status.isAuthorized && $0.accuracy == .full }, "off when reduced")
        }
        guard !coordinates.isEmpty else { return }
        #expect(possible.contains { $0.status.isAuthorized }, "a place goes only where the person allows")
        #expect(stored.accessLogs[app.user]?.records.last?.consumer == .monitor(app), "on record before")
        if possible.allSatisfy({ $0.accuracy == .reduced }) {
            for place in coordinates { #expect(ReducedArea(of: place).center == place) }
        }
    }

    /// The authorizations under which a stream may have been told something.
    private func possible(for session: SessionIdentifier) -> [RuleBook] {
        guard let app = followers[session] else {
            Issue.record("an update goes to an open stream")
            return []
        }
        return stages.map { $0.book(app) }
    }

    private mutating func check(_ update: LocationUpdate, for session: SessionIdentifier) {
        let possible = possible(for: session)
        guard let fix = update.fix else {
            #expect(!update.diagnostics.isEmpty, "an update without a location says why")
            return
        }
        #expect(possible.contains { $0.status.isAuthorized }, "a location goes only where the person allows")
        if possible.allSatisfy({ $0.accuracy == .reduced }) {
            #expect(ReducedArea(of: fix.coordinate).center == fix.coordinate)
        }
        let accesses = followers[session].flatMap { stored.accessLogs[$0.user]?.records } ?? []
        #expect(accesses.contains { $0.consumer == .follower(session) }, "what is given is on record before")
    }

    private mutating func check(_ entry: JournalEntry) {
        let name = entry.name
        #expect(Decision.names.contains(name), "scenarios cannot expect \(name)")
        let over: RequestIdentifier? =
            switch entry.decision {
            case .widget(.timeline(let request, _, _)), .widget(.timelineFailed(let request, _, _)),
                .widget(.timelineLate(let request, _)), .widget(.requestAbandoned(let request)):
                request
            default: nil
            }
        if let widget = entry.subject.widget, let over {
            #expect(outstanding[widget] == over)
            outstanding[widget] = nil
        }
        if entry.decision == .widget(.removed), let widget = entry.subject.widget {
            #expect(stored.widgets[widget] == nil)
            outstanding[widget] = nil
        }
    }

    private func checkRequests(at now: Moment) {
        #expect(waitingRequests.count == waitingCalls.count, "a call waits for as long as its app may know")
        for entitled in engine.entitledConsumers.values {
            if case .request = entitled.consumer, case .fix(let deadline, _) = entitled.want {
                #expect(deadline > now.instant)
            }
        }
    }

    /// Checks that a pending reload waits for something, and, for one widget and one app, that what is said of it is what
    /// would happen.
    private func checkExplanations(at now: Moment) {
        for widget in stored.widgets.keys where stored.widgets[widget]?.pendingReload != nil {
            #expect(engine.explanation(of: widget).wait != nil, "a pending reload waits for something")
        }
        // It copies the whole engine, which takes its time.
        guard steps % 3 == 0 else { return }
        let oracle = ReloadOracle(engine: engine, latestFixes: latestFixes, now: now)
        let widgets = stored.widgets.keys.sorted()
        if !widgets.isEmpty { oracle.check(widgets[steps / 3 % widgets.count]) }
        oracle.check(RuleModel.apps[steps / 3 % RuleModel.apps.count])
    }

    private func checkReceivers(at now: Moment) {
        #expect(engine.receiversAreOn == receiversAreOn)
        let known = stored.widgets.keys.map { Consumer.widget($0) } + waitingRequests.map { .request($0) }
        for consumer in known {
            let kept = engine.entitledConsumers[consumer]
            #expect(kept == engine.entitlement(of: consumer), "what is kept is what it follows from")
        }
        let consumers = engine.entitledConsumers.values
        #expect(consumers.allSatisfy { engine.entitlement(of: $0.consumer) == $0 }, "and there is no more")
        let entitled = consumers.filter(\.isConfirmed).compactMap(\.consumer.widget)
        #expect(consumers.isEmpty == (engine.receiverNeed == nil))
        let demanding = consumers.filter { !$0.want.allowsPauses }
        #expect(demanding.isEmpty || engine.receiverNeed?.want.allowsPauses == false)
        #expect(demanding.isEmpty || receiversAreOn, "somebody waits for a fix")
        let inUse = entitled.filter { engine.use(of: $0).isInUse }
        #expect(inUse.isEmpty || receiversAreOn, "somebody may use every fix")
        guard !consumers.isEmpty, !receiversAreOn else { return }
        #expect(engine.receiverPause != nil, "somebody may use a significant change")
        let longest = engine.settings.dutyCycle?.longest ?? .zero
        let isShort = engine.nextDeadline.map { $0 <= now.instant + longest } ?? false
        #expect(isShort, "no pause is longer than allowed")
    }
}

extension SavedState {
    /// Returns whether a reload of a widget is pending: because that is saved, or because the widget has no timeline or
    /// one from before the latest significant change.
    fileprivate func owesReload(of widget: WidgetIdentifier) -> Bool {
        guard let saved = widgets[widget] else { return false }
        return saved.pendingReload != nil
            || saved.timeline.map { $0.change < lastNotifiedPlace?.number ?? 0 } ?? true
    }
}

extension Event {
    fileprivate func isRefused(in effects: [Effect]) -> Bool {
        effects.contains { if case .refuse(let refused, _) = $0 { refused == call } else { false } }
    }

    fileprivate var follower: (session: SessionIdentifier, app: AppKey)? {
        if case .opened(let session, .follower(_, let app), _, _) = self { (session, app) } else { nil }
    }
}
