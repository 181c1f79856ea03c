import LocationModel
import Testing
import WaymarkEngine

/// A machine on which one user has a weather app, driven in virtual time.
///
/// Sessions and calls are numbered here, as the shell does it.
struct Scenario {
    private(set) var simulation: Simulation
    private var calls: UInt64 = 0
    private var sessions: UInt64 = 0

    init(
        settings: EngineSettings = EngineSettings(),
        state: SavedState = SavedState(),
        receiverNames: [String] = ["simulation"],
        receiverRanks: [Int] = [],
        at now: Moment = .start
    ) {
        simulation = Simulation(
            settings: settings,
            state: state,
            receiverNames: receiverNames,
            receiverRanks: receiverRanks,
            at: now
        )
    }

    var engine: Engine { simulation.engine }
    var now: Moment { simulation.now }

    // MARK: What happens

    mutating func send(_ event: Event) { simulation.send(event) }

    mutating func advance(by duration: Duration) { simulation.advance(by: duration) }

    /// The machine is suspended for a time, and the engine is called when it wakes up.
    mutating func sleep(for duration: Duration) {
        simulation.skip(to: now.advanced(by: duration))
        send(.deadlineReached)
    }

    /// Sets the wall clock, and lets the engine notice.
    mutating func setWallClock(by duration: Duration) {
        simulation.advance(to: Moment(instant: now.instant, utc: now.utc.advanced(by: duration)))
    }

    @discardableResult
    mutating func call(_ command: Command, by caller: Caller = .owner) throws(Refusal) -> Answer {
        calls += 1
        let call = CallIdentifier(calls)
        let before = simulation.outcomes.count
        send(.called(command, by: caller, call: call))
        for outcome in simulation.outcomes[before...] {
            switch outcome.effect {
            case .reply(call, let answer): return answer
            case .refuse(call, let refusal): throw refusal
            default: continue
            }
        }
        preconditionFailure("the engine owes an answer to \(command)")
    }

    /// Calls for a location, which may be answered at once or later.
    mutating func requestLocation(
        _ request: LocationRequest = LocationRequest(),
        of app: AppKey = .weather,
        by caller: Caller = .owner
    ) -> CallIdentifier {
        calls += 1
        send(.locationRequested(request, of: app, by: caller, call: CallIdentifier(calls)))
        return CallIdentifier(calls)
    }

    func outcome(of call: CallIdentifier) -> LocationOutcome? {
        for case .reply(call, .location(let outcome)) in effects { return outcome }
        return nil
    }

    mutating func connectProvider(
        _ app: AppKey = .weather,
        kinds: [WidgetKind: KindDeclaration] = [.here: .init(wantsLocation: true)],
        process: ProviderProcess? = nil
    ) -> SessionIdentifier {
        let stream = ClientStream.provider(app, kinds: kinds, process: process)
        return openStream { .opened($0, stream, by: Caller(user: app.user), call: $1) }
    }

    mutating func connectHost(
        by caller: Caller = .owner,
        widgets: Set<WidgetIdentifier>? = nil
    ) -> SessionIdentifier {
        openStream { .opened($0, .host(widgets: widgets), by: caller, call: $1) }
    }

    mutating func connectApp(_ app: AppKey = .weather, by caller: Caller = .owner) -> SessionIdentifier {
        openStream { .opened($0, .app(app), by: caller, call: $1) }
    }

    mutating func connectAgent(by caller: Caller = .owner) -> SessionIdentifier {
        openStream { .opened($0, .agent(), by: caller, call: $1) }
    }

    mutating func followEvents(_ app: AppKey = .weather, by caller: Caller = .owner) -> SessionIdentifier {
        openStream { .opened($0, .monitor(app), by: caller, call: $1) }
    }

    mutating func openStream(_ event: (SessionIdentifier, CallIdentifier) -> Event) -> SessionIdentifier {
        sessions += 1
        calls += 1
        let session = SessionIdentifier(sessions)
        send(event(session, CallIdentifier(calls)))
        return session
    }

    mutating func disconnect(_ session: SessionIdentifier) { send(.disconnected(session)) }

    mutating func place(
        _ kind: KindKey = .here,
        key: HostKey? = nil,
        by caller: Caller = .owner
    ) throws -> WidgetIdentifier {
        guard case .widget(let widget) = try call(.place(kind, key: key), by: caller) else {
            preconditionFailure("placing answers with the widget")
        }
        return widget
    }

    mutating func requestSnapshot(
        of kind: KindKey = .here,
        family: WidgetFamily? = nil
    ) throws -> RequestIdentifier {
        calls += 1
        let call = CallIdentifier(calls)
        send(.snapshotRequested(kind, family: family, configuration: nil, by: .owner, call: call))
        return try #require(snapshotRequests.last).request
    }

    /// The requests for snapshots since outcomes were last forgotten.
    var snapshotRequests: [SnapshotRequest] {
        effects.compactMap { if case .tellProvider(_, .snapshot(let request)) = $0 { request } else { nil } }
    }

    /// The snapshots that hosts got since outcomes were last forgotten.
    var snapshots: [Snapshot] {
        effects.compactMap { if case .reply(_, .snapshot(let snapshot)) = $0 { snapshot } else { nil } }
    }

    mutating func authorize(
        _ status: AuthorizationChoice,
        widgets: WidgetGrant? = nil,
        accuracy: AccuracyAuthorization? = nil,
        app: AppKey = .weather
    ) throws {
        let change = SettingsChange(status: status, widgets: widgets, accuracy: accuracy)
        try call(.authorize(app, change))
    }

    mutating func show(_ widget: WidgetIdentifier, on host: SessionIdentifier? = nil) throws {
        try call(.setVisibility(widget, visible: true, session: host))
    }

    mutating func hide(_ widget: WidgetIdentifier, on host: SessionIdentifier? = nil) throws {
        try call(.setVisibility(widget, visible: false, session: host))
    }

    /// Receives one fix, so many metres east of home.
    mutating func fix(eastMeters: Double = 0, accuracyMeters: Double? = 3, from receiver: Int = 0) {
        send(.fix(eastMeters: eastMeters, accuracyMeters: accuracyMeters, from: receiver, at: now))
    }

    mutating func report(_ state: ReceiverState, from receiver: Int = 0) {
        send(.receiverReported(ReceiverIdentifier(receiver), .state(state)))
    }

    mutating func noFix(_ satellites: SatelliteCount, from receiver: Int = 0) {
        let epoch = Epoch.noFix(time: now.utc, satellites: satellites)
        send(.receiverReported(ReceiverIdentifier(receiver), .epoch(epoch, observedAt: now.instant)))
    }

    /// Receives fixes for five seconds, which is enough to be believed anywhere.
    mutating func arrive(eastMeters: Double = 0) {
        drive(0, for: 5, from: eastMeters)
    }

    /// Stays in a place for a quarter of an hour, in which the area under reduced accuracy is computed once.
    ///
    /// With `isAnswered`, the provider answers what it is asked.
    mutating func stay(eastMeters: Double, accuracyMeters: Double? = 3, isAnswered: Bool = false) {
        for _ in 0..<900 {
            let before = requests.count
            fix(eastMeters: eastMeters, accuracyMeters: accuracyMeters)
            advance(by: .seconds(1))
            if isAnswered { for request in requests.dropFirst(before) { try? answer(request) } }
        }
    }

    /// Comes out of a tunnel two minutes later, so many metres east of home.
    mutating func travel(eastMeters: Double) {
        advance(by: .seconds(120))
        arrive(eastMeters: eastMeters)
    }

    mutating func answer(
        _ request: ReloadRequest,
        with timeline: Timeline? = nil,
        on session: SessionIdentifier = SessionIdentifier(1)
    ) throws {
        try call(.deliverTimeline(session, request.request, timeline ?? .entries(at: [now.utc])))
    }

    /// Answers a request with a failure, and returns when it is repeated.
    @discardableResult
    mutating func fail(
        _ request: ReloadRequest,
        on session: SessionIdentifier = SessionIdentifier(1)
    ) throws -> Duration {
        let command = Command.failTimeline(session, request.request, message: "no network")
        guard case .retry(let delay) = try call(command) else {
            preconditionFailure("a failure is answered with a delay")
        }
        return delay
    }

    // MARK: What came of it

    mutating func forget() { _ = simulation.drainOutcomes() }

    var effects: [Effect] { simulation.outcomes.map(\.effect) }

    var decisions: [Decision] { simulation.decisions.map(\.decision) }

    var decisionNames: [String] { decisions.map(\.name) }

    var requests: [ReloadRequest] {
        effects.compactMap { if case .tellProvider(_, .reload(let request)) = $0 { request } else { nil } }
    }

    /// Returns the one request since outcomes were last forgotten.
    func onlyRequest(_ location: SourceLocation = #_sourceLocation) throws -> ReloadRequest {
        #expect(requests.count == 1, sourceLocation: location)
        return try #require(requests.first, sourceLocation: location)
    }

    var refusals: [Refusal] {
        effects.compactMap { if case .refuse(_, let refusal) = $0 { refusal } else { nil } }
    }

    func providerEvents(to session: SessionIdentifier) -> [ProviderEvent] {
        effects.compactMap { if case .tellProvider(session, let event) = $0 { event } else { nil } }
    }

    func appEvents(to session: SessionIdentifier) -> [AppEvent] {
        effects.compactMap { if case .tellApp(session, let event) = $0 { event } else { nil } }
    }

    func monitorEvents(to session: SessionIdentifier) -> [MonitorStreamEvent] {
        effects.compactMap { if case .tellMonitor(session, let event) = $0 { event } else { nil } }
    }

    func agentEvents(to session: SessionIdentifier) -> [AgentEvent] {
        effects.compactMap { if case .tellAgent(session, let event) = $0 { event } else { nil } }
    }

    func hostEvents(to session: SessionIdentifier) -> [HostEvent] {
        effects.compactMap { if case .tellHost(session, let event) = $0 { event } else { nil } }
    }

    func use(of widget: WidgetIdentifier) -> WidgetUse {
        engine.use(of: widget)
    }

    func pending(_ widget: WidgetIdentifier) -> ReloadReason? {
        engine.status(of: widget)?.pending
    }
}

extension Scenario {
    /// A machine whose place is known and has been told, with one authorized widget that has a timeline, made with
    /// the location, and was last in view longer ago than its window: nothing is going on.
    static func quiet(
        settings: EngineSettings = EngineSettings()
    ) throws -> (scenario: Scenario, widget: WidgetIdentifier, provider: SessionIdentifier) {
        var scenario = Scenario(settings: settings)
        let provider = scenario.connectProvider()
        try scenario.authorize(.authorizedWhenInUse, widgets: .granted)
        scenario.arrive()
        let widget = try scenario.place()
        try scenario.answer(scenario.onlyRequest())
        scenario.forget()
        try scenario.show(widget)
        let request = try scenario.onlyRequest()
        #expect(request.location.isLocation)
        try scenario.answer(request)
        try scenario.hide(widget)
        scenario.advance(by: settings.inUseWindow + settings.receiversIdleAfter)
        scenario.forget()
        return (scenario, widget, provider)
    }

    /// The same, with the widget back in view and fixes coming in at home.
    static func viewed(
        settings: EngineSettings = EngineSettings()
    ) throws -> (scenario: Scenario, widget: WidgetIdentifier, provider: SessionIdentifier) {
        var (scenario, widget, provider) = try quiet(settings: settings)
        try scenario.show(widget)
        scenario.arrive()
        scenario.forget()
        return (scenario, widget, provider)
    }

    /// The same under reduced accuracy, where the widget was told the area of home.
    static func reduced(settings: EngineSettings = EngineSettings()) throws -> Scenario {
        var (scenario, _, provider) = try viewed(settings: settings)
        try scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        for request in scenario.requests { try scenario.answer(request) }
        scenario.forget()
        return scenario
    }
}

extension EntitledConsumer {
    /// Returns whether it is a widget whose app may always know, and that waits for a fix.
    func waitsForFix(_ widget: WidgetIdentifier) -> Bool {
        guard case .fix = want else { return false }
        return consumer == .widget(widget) && ground == .always
    }
}

extension Moment {
    /// An afternoon in April, on a monotonic clock that began an hour before.
    static let start = Moment(
        instant: MonotonicInstant.systemEpoch.advanced(by: .seconds(3600)),
        utc: UTCInstant(secondsSince1970: 1_714_312_800)
    )
}

extension Caller {
    static let owner = Caller(user: UserIdentifier(1000))
    static let neighbour = Caller(user: UserIdentifier(1001))
    static let root = Caller(user: .root)
}

extension AppKey {
    static let weather = app("org.example.Weather")
    static let tides = app("org.example.Tides")
    static let neighboursWeather = app("org.example.Weather", of: Caller.neighbour.user)

    static func app(_ name: String, of user: UserIdentifier = Caller.owner.user) -> AppKey {
        guard let app = AppIdentifier(name) else { preconditionFailure("\(name) is no name of an app") }
        return AppKey(user: user, app: app)
    }
}

extension WidgetKind {
    static let here = kind("here")
    static let calendar = kind("calendar")

    static func kind(_ name: String) -> WidgetKind {
        guard let kind = WidgetKind(name) else { preconditionFailure("\(name) is no name of a kind") }
        return kind
    }
}

extension KindKey {
    static let here = KindKey(app: .weather, kind: .here)
    static let calendar = KindKey(app: .weather, kind: .calendar)
}

extension Coordinate {
    static let home: Coordinate = {
        guard let home = Coordinate(latitudeDegrees: 52.5, longitudeDegrees: 13.4) else {
            preconditionFailure("home is on Earth")
        }
        return home
    }()
}

extension Event {
    static func fix(
        eastMeters: Double,
        accuracyMeters: Double? = 3,
        from receiver: Int = 0,
        at now: Moment
    ) -> Event {
        var fix = Fix(
            time: now.utc,
            coordinate: Coordinate.home.offset(eastMeters: eastMeters, northMeters: 0),
            mode: .threeDimensional,
            quality: .autonomous
        )
        fix.accuracy = accuracyMeters.map {
            FixAccuracy(horizontal68Meters: $0, horizontal95Meters: $0 * 5 / 3, source: .standardDeviations)
        }
        return .receiverReported(ReceiverIdentifier(receiver), .epoch(.fix(fix), observedAt: now.instant))
    }
}

extension Timeline {
    /// A timeline with an entry at each of `dates`, numbered from 0, each longer by `bytes`.
    static func entries(at dates: [UTCInstant], policy: ReloadPolicy = .never, bytes: Int = 0) -> Timeline {
        let more = String(repeating: " ", count: bytes)
        let entries = dates.enumerated()
            .map { TimelineEntry(date: $0.element, content: #"{"text":"\#($0.offset)\#(more)"}"#) }
        do {
            return try Timeline(entries: entries, policy: policy)
        } catch {
            preconditionFailure("a timeline in a test must be acceptable: \(error)")
        }
    }
}
