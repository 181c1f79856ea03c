import LocationModel
import WaymarkEngine

/// Chooses moments and events by the fuzzer's bytes, some of them sensible and some not.
struct EventChoices {
    private static let weather = AppIdentifier("org.example.Weather")
    private static let tides = AppIdentifier("org.example.Tides")
    private static let here = WidgetKind("Here")
    private static let calendar = WidgetKind("Calendar")
    private static let home = (latitude: 47.376_9, longitude: 8.541_7)

    var source: ByteSource
    let apps: [AppKey]
    let kinds: [WidgetKind]
    private var calls: UInt64 = 0
    private var lastSession: UInt64 = 0
    private(set) var prompts: [(session: SessionIdentifier, prompt: Prompt)] = []
    private var requests: [(session: SessionIdentifier, request: RequestIdentifier)] = []

    init(_ source: ByteSource) {
        self.source = source
        apps = [Self.weather, Self.tides].compactMap { $0 }.flatMap { app in
            [1000, 1001].map { AppKey(user: UserIdentifier($0), app: app) }
        }
        kinds = [Self.here, Self.calendar].compactMap { $0 }
        precondition(apps.count == 4 && kinds.count == 2)
    }

    var areUsedUp: Bool { source.isEmpty }

    /// Chooses the moment of the next event: soon, much later, at the engine's deadline, or after the clock was set.
    mutating func moment(after now: Moment, deadline: MonotonicInstant?) -> Moment {
        switch source.number(below: 8) {
        case 0: return Moment(instant: now.instant.advanced(by: source.duration()), utc: source.utc())
        case 1: return now
        case 2, 3: return now.advanced(by: source.duration())
        case 4, 5:
            guard let deadline else { return now }
            let early: Duration = source.flag() ? .nanoseconds(1) : .zero
            return now.advanced(by: max(now.instant.duration(to: deadline) - early, .zero))
        default: return now.advanced(by: .seconds(1))
        }
    }

    mutating func event(at now: Moment, widgets: [WidgetIdentifier]) -> Event {
        switch source.number(below: 24) {
        case 0: return .deadlineReached
        case 1: return .disconnected(session())
        case 2: return .settingsChanged(settings())
        case 3:
            lastSession += 1
            var declarations: [WidgetKind: KindDeclaration] = [:]
            for kind in kinds where source.flag() { declarations[kind] = .init(wantsLocation: source.flag()) }
            return .providerConnected(
                SessionIdentifier(lastSession),
                app: source.pick(apps),
                kinds: declarations,
                call: call()
            )
        case 4:
            lastSession += 1
            return .hostConnected(
                SessionIdentifier(lastSession),
                by: caller(),
                widgets: source.flag() ? nil : [widget(of: widgets)],
                call: call()
            )
        case 5...9: return .receiverReported(ReceiverIdentifier(source.number(below: 2)), report(at: now))
        case 10...13: return connection()
        case 20:
            return .locationRequested(
                LocationRequest(
                    desiredAccuracyMeters: source.pick([nil, 5, 100]),
                    maximumAge: source.duration(),
                    wait: .seconds(1 + source.number(below: 300))
                ),
                of: source.pick(apps),
                by: caller(),
                call: call()
            )
        case 22:
            lastSession += 1
            return .followerConnected(
                SessionIdentifier(lastSession),
                FollowRequest(
                    desiredAccuracyMeters: source.pick([nil, 5, 100]),
                    distanceFilterMeters: source.pick([nil, 20, 500]),
                    minimumInterval: source.flag() ? nil : .seconds(1 + source.number(below: 300)),
                    activity: source.pick(LocationActivity.allCases)
                ),
                of: source.pick(apps),
                by: caller(),
                call: call()
            )
        case 23:
            lastSession += 1
            return .headingFollowerConnected(
                SessionIdentifier(lastSession),
                filterDegrees: source.pick([0, 1, 90]),
                of: source.pick(apps),
                by: caller(),
                call: call()
            )
        case 14: return .timeChanged(source.flag() ? .clock : .zone)
        case 21: return .callAbandoned(CallIdentifier(UInt64(source.number(below: Int(calls) + 1))))
        default: return .called(command(at: now, widgets: widgets), by: caller(), call: call())
        }
    }

    /// Records the engine's requests, so that later events can answer them.
    mutating func note(_ effects: [Effect]) {
        for case .tellProvider(let session, .reload(let request)) in effects {
            requests.append((session, request.request))
        }
        requests.removeFirst(max(0, requests.count - 16))
        for case .tellAgent(let session, .prompt(let prompt)) in effects { prompts.append((session, prompt)) }
        prompts.removeFirst(max(0, prompts.count - 16))
    }

    private mutating func command(at now: Moment, widgets: [WidgetIdentifier]) -> Command {
        switch source.number(below: 20) {
        case 0, 1:
            let (app, isProposed) = (source.pick(apps), source.flag())
            var change = SettingsChange(
                status: source.pick(AuthorizationChoice.allCases),
                widgets: source.pick([nil, .undecided, .granted, .refused]),
                accuracy: source.pick([nil, .full, .reduced]),
                length: source.pick([nil, nil, .zero, .seconds(60), .seconds(1e8)])
            )
            change.isOnce = isProposed && source.flag()
            return isProposed ? .propose(.authorize(change), about: app) : .authorize(app, change)
        case 2, 3: return .place(KindKey(app: source.pick(apps), kind: source.pick(kinds)))
        case 4: return .remove(widget(of: widgets))
        case 5...7:
            return .setVisibility(
                widget(of: widgets),
                visible: source.flag(),
                session: source.flag() ? session() : nil
            )
        case 8:
            if source.flag() {
                return .push(source.pick(apps), kind: source.flag() ? source.pick(kinds) : nil)
            }
            return .reloadTimelines(
                session(),
                kind: source.flag() ? source.pick(kinds) : nil,
                widget: source.flag() ? widget(of: widgets) : nil
            )
        case 9:
            let (session, request) = answerable()
            return .failTimeline(session, request, message: "no network")
        case 10...17: return decision()
        default:
            let (session, request) = answerable()
            guard let timeline = timeline(at: now) else { return .remove(widget(of: widgets)) }
            return .deliverTimeline(session, request, timeline)
        }
    }

    private mutating func timeline(at now: Moment) -> Timeline? {
        let policy: ReloadPolicy =
            switch source.number(below: 3) {
            case 0: .never
            case 1: .atEnd
            default: .after(source.utc(near: now.utc))
            }
        let entries = (0..<(1 + source.number(below: 4))).map { _ in
            TimelineEntry(date: source.utc(near: now.utc), content: "{}")
        }
        return try? Timeline(entries: entries, policy: policy)
    }

    private mutating func report(at now: Moment) -> ReceiverReport {
        let observedAt: MonotonicInstant =
            switch source.number(below: 8) {
            case 0: now.instant.advanced(by: source.duration())
            case 1: now.instant.advanced(by: .zero - source.duration())
            default: now.instant
            }
        switch source.number(below: 16) {
        case 0:
            let problem = ReceiverProblem("no such device")
            let retryAt = source.flag() ? now.instant.advanced(by: source.duration()) : nil
            return .state(
                source.pick([
                    .off, .absent(problem, retryAt: retryAt), .connecting(.opening),
                    .acquiring(.nothingHeard),
                    .fixed, .lost(.noPosition, lastFixAt: now.instant), .ended,
                ])
            )
        case 1: return .epoch(.noFix(time: source.utc(near: now.utc)), observedAt: observedAt)
        default:
            guard let fix = fix(at: now) else { return .state(.fixed) }
            return .epoch(.fix(fix), observedAt: observedAt)
        }
    }

    private mutating func fix(at now: Moment) -> Fix? {
        let coordinate: Coordinate?
        if source.number(below: 8) == 0 {
            coordinate = Coordinate(
                latitudeDegrees: Double(bitPattern: source.word()),
                longitudeDegrees: Double(bitPattern: source.word())
            )
        } else {
            // From a few metres to a few hundred kilometres away.
            let (east, north, scale) = (Int(source.byte()), Int(source.byte()), source.number(below: 4))
            let step = [0.000_01, 0.000_1, 0.001, 0.01][scale]
            coordinate = Coordinate(
                latitudeDegrees: Self.home.latitude + Double(north - 128) * step,
                longitudeDegrees: Self.home.longitude + Double(east - 128) * step
            )
        }
        guard let coordinate else { return nil }
        var fix = Fix(coordinate: coordinate, quality: source.pick(FixQuality.allCases))
        if source.flag() { fix.time = source.utc(near: now.utc) }
        if source.flag() {
            let radius = Double(1 + Int(source.byte())) * [0.01, 1, 100, 1e9][source.number(below: 4)]
            fix.accuracy = FixAccuracy(
                horizontal68Meters: radius,
                horizontal95Meters: 2 * radius,
                source: .dilution
            )
        }
        if source.flag() { fix.speedMetersPerSecond = Double(source.byte()) }
        if source.flag() { fix.courseDegrees = Double(source.byte()) }
        return fix
    }

    private mutating func settings() -> EngineSettings {
        var settings = EngineSettings()
        settings.inUseWindow = .seconds(source.pick([1, 60, 900, 86_400]))
        settings.minimumReloadInterval = .seconds(source.pick([1, 60, 300, 86_400]))
        settings.receiversIdleAfter = .seconds(source.pick([0, 5, 30]))
        settings.appGrace = .seconds(source.pick([0, 5, 3600]))
        settings.usageReminderInterval = .seconds(source.pick([1, 86_400]))
        settings.policy = policy()
        settings.fixLifetime = .seconds(source.pick([1, 10]))
        settings.significantChange = .init(
            distanceMeters: source.pick([1, 500, 100_000]),
            interval: .seconds(source.pick([1, 300, 86_400]))
        )
        return settings
    }

    mutating func caller() -> Caller {
        let user = UserIdentifier(source.pick([1000, 1000, 1000, 1000, 1000, 1001, 0]))
        guard source.number(below: 8) == 0 else { return Caller(user: user) }
        let isSandboxed = source.flag()
        return Caller(
            user: user,
            isSandboxed: isSandboxed,
            sandboxedApps: isSandboxed ? [source.pick(apps).app] : [],
            isKiosk: source.flag()
        )
    }

    mutating func call() -> CallIdentifier {
        calls += 1
        return CallIdentifier(calls)
    }

    mutating func newSession() -> SessionIdentifier {
        lastSession += 1
        return SessionIdentifier(lastSession)
    }

    /// Chooses a session, most often an existing one.
    mutating func session() -> SessionIdentifier {
        SessionIdentifier(lastSession &- UInt64(source.number(below: 4)))
    }

    private mutating func widget(of widgets: [WidgetIdentifier]) -> WidgetIdentifier {
        let index = source.number(below: 16)
        return index < widgets.count ? widgets[index] : widgets.last ?? WidgetIdentifier(999)
    }

    private mutating func answerable() -> (SessionIdentifier, RequestIdentifier) {
        guard !requests.isEmpty, source.number(below: 8) > 0 else {
            return (session(), RequestIdentifier(UInt64(source.byte())))
        }
        return requests[requests.count - 1 - source.number(below: requests.count)]
    }
}
