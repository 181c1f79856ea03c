import Glibc
import LocationModel
import RouteSimulator
import TestSupport
import WaymarkEngine

/// A reproducible run of a machine in use: it rests, walks, drives and flies, people place and look at widgets, and most
/// programs answer what they are asked.
///
/// Some of the events are those of a ``RandomRun``, which makes less sense.
struct WiderRun: EngineRun {
    enum Movement: CaseIterable {
        case rest
        case walk
        case drive
        case flight

        var metersPerSecond: Double {
            switch self {
            case .rest: 0
            case .walk: 1.4
            case .drive: 22
            case .flight: 240
            }
        }
    }

    var random: SeededGenerator
    var base: RandomRun
    var now = Moment.start
    var calls: UInt64 = 1_000_000
    var lastSession: UInt64 = 1_000_000
    var movement = Movement.rest
    var eastMeters = 0.0
    var northMeters = 0.0
    var courseDegrees = 90.0
    var first: [Event] = []

    var providers: [SessionIdentifier] = []
    var hosts: [SessionIdentifier] = []
    var agents: [SessionIdentifier] = []
    var launchers: [SessionIdentifier] = []
    var apps: [SessionIdentifier] = []
    var feeds: [SessionIdentifier] = []
    var others: [SessionIdentifier] = []
    var requests: [(session: SessionIdentifier, request: RequestIdentifier)] = []
    var snapshots: [(session: SessionIdentifier, request: RequestIdentifier)] = []
    var starts: [LaunchedProgram] = []
    var tickets: [TicketIdentifier] = []
    var waitingCalls: [CallIdentifier] = []

    static let apps: [AppKey] = [
        .weather, .weather, .weather, .tides, .tides, .app("org.example.Weather", of: Caller.neighbour.user),
        .app("org.example.Boat"),
    ]

    static let sandboxed = Caller(
        user: Caller.owner.user,
        isSandboxed: true,
        sandboxedApps: [AppKey.weather.app]
    )
    static let kiosk = Caller(user: UserIdentifier(1002), isKiosk: true)
    static let callers = [Caller.owner, .neighbour, .root, sandboxed, kiosk]

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed &* 0x51ED_270B)
        base = RandomRun(seed: seed)
        first = prologue()
    }

    mutating func prologue() -> [Event] {
        var events: [Event] = [manifests()]
        for app in [AppKey.weather, .tides, Self.apps[5]] {
            let change = SettingsChange(
                status: pick([.authorizedWhenInUse, .authorizedAlways, .authorizedWhenInUse]),
                widgets: .granted,
                accuracy: pick([nil, .full, .reduced])
            )
            events.append(called(.authorize(app, change), by: .root))
            events.append(provider(of: app))
        }
        events.append(host())
        events.append(agent())
        events.append(launcher())
        for index in 0..<6 {
            events.append(
                called(.place(KindKey(app: Self.apps[index], kind: pick([.here, .here, .calendar]))))
            )
            let widget = WidgetIdentifier(UInt64(index + 1))
            events.append(called(.setVisibility(widget, visible: true, session: hosts.first)))
        }
        return events.reversed()
    }

    mutating func next(for engine: Engine) -> EngineStep {
        if let event = first.popLast() { return EngineStep(moment: now, event: event) }
        let dice = random.next() % 100
        if dice < 12, let deadline = engine.nextDeadline, deadline > now.instant {
            // A little early, in time, and a little late.
            let away = now.instant.duration(to: deadline) + .nanoseconds(pick([-1, 0, 0, 1, 1_000_000_000]))
            if away > .zero { now = now.advanced(by: away) }
            return EngineStep(moment: now, event: .deadlineReached)
        }
        if dice < 22 {
            base.now = now
            let step = base.next(for: engine)
            now = step.moment
            return step
        }
        if dice < 62 {
            move(by: pick([.seconds(1), .seconds(1), .seconds(1), .seconds(2), .seconds(10), .seconds(60)]))
            return EngineStep(moment: now, event: report())
        }
        if chance(30) {
            move(by: pick([.milliseconds(200), .seconds(4), .seconds(20), .seconds(120), .seconds(1200)]))
        }
        return EngineStep(moment: now, event: event(for: engine))
    }

    mutating func note(_ effects: [Effect]) {
        base.note(effects)
        for effect in effects {
            switch effect {
            case .tellProvider(let session, .reload(let request)): requests.append((session, request.request))
            case .tellProvider(let session, .snapshot(let request)):
                snapshots.append((session, request.request))
            case .tellLauncher(_, .start(let program, _)): starts.append(program)
            case .reply(_, .reloads(let asked)): tickets += asked.map(\.ticket)
            default: break
            }
        }
        requests = requests.suffix(12)
        snapshots = snapshots.suffix(4)
        starts = starts.suffix(4)
        tickets = tickets.suffix(8)
    }

    // MARK: The machine

    mutating func move(by duration: Duration) {
        now = now.advanced(by: duration)
        if chance(6) { movement = pick([.rest, .rest, .walk, .walk, .drive, .drive, .flight]) }
        if chance(20) { courseDegrees = Double(random.next() % 360) }
        let meters = movement.metersPerSecond * duration.inSeconds
        eastMeters += meters * sin(courseDegrees * .pi / 180)
        northMeters += meters * cos(courseDegrees * .pi / 180)
    }

    mutating func report() -> Event {
        let receiver = ReceiverIdentifier(pick([0, 0, 0, 0, 1, 2]))
        switch random.next() % 24 {
        case 0: return .receiverReported(receiver, .state(state()))
        case 1:
            let count = SatelliteCount(used: pick([nil, 0, 3]), inView: pick([nil, 0, 4, 11]))
            return .receiverReported(
                receiver,
                .epoch(.noFix(time: chance(50) ? now.utc : nil, satellites: count), observedAt: now.instant)
            )
        case 2, 3:
            let degrees = Double(random.next() % 3600) / 10
            let compass = Heading(
                compassDegrees: degrees,
                deviationDegrees: pick([nil, 2]),
                variationDegrees: pick([nil, 4])
            )
            guard var heading = pick([Heading(trueDegrees: degrees, origin: .measured), compass]) else {
                break
            }
            heading.accuracyDegrees = pick([nil, 2, 30])
            heading.compass = pick([nil, nil, .normal, .disturbed])
            return .receiverReported(receiver, .heading(heading, observedAt: now.instant))
        default: break
        }
        return .receiverReported(receiver, .epoch(.fix(fix()), observedAt: observation()))
    }

    /// The receiver's time, which may lag behind the clock or step back.
    mutating func observation() -> MonotonicInstant {
        now.instant - pick([.zero, .zero, .zero, .zero, .milliseconds(300), .seconds(2), .seconds(12)])
    }

    mutating func fix() -> Fix {
        let noise = pick([0.0, 0, 2, 8, 30])
        var (east, north) = (eastMeters, northMeters)
        if chance(3) { (east, north) = (east + pick([300, 900, 5000, 60_000]), north) }
        east += noise * (Double(random.next() % 200) / 100 - 1)
        north += noise * (Double(random.next() % 200) / 100 - 1)
        var fix = Fix(
            time: chance(90) ? now.utc : nil,
            coordinate: Coordinate.home.offset(eastMeters: east, northMeters: north),
            mode: pick([.threeDimensional, .threeDimensional, .twoDimensional]),
            quality: pick([.autonomous, .autonomous, .differential, .deadReckoning, .simulated])
        )
        let meters: Double? = pick([nil, 1, 3, 3, 3, 12, 60, 400])
        fix.accuracy = meters.map {
            FixAccuracy(
                horizontal68Meters: $0,
                horizontal95Meters: $0 * 1.6,
                vertical68Meters: $0 * 2,
                source: .standardDeviations
            )
        }
        fix.altitudeMeters = pick([nil, 40, 300])
        fix.speedMetersPerSecond = chance(70) ? movement.metersPerSecond + pick([0, 0, 0.3]) : nil
        fix.courseDegrees = movement == .rest ? nil : courseDegrees
        return fix
    }

    mutating func state() -> ReceiverState {
        pick([
            .connecting(.opening), .acquiring(.nothingHeard), .acquiring(.noPosition),
            .acquiring(.unreadable), .fixed,
            .lost(.noPosition, lastFixAt: now.instant),
            .lost(.silent(for: .seconds(5)), lastFixAt: now.instant),
            .absent(ReceiverProblem("no such device"), retryAt: now.instant + .seconds(5)), .ended,
            .absent(ReceiverProblem("no such file"), retryAt: nil),
        ])
    }

    // MARK: Choices

    mutating func open() -> SessionIdentifier {
        lastSession += 1
        return SessionIdentifier(lastSession)
    }

    mutating func call() -> CallIdentifier {
        calls += 1
        return CallIdentifier(calls)
    }

    mutating func called(_ command: Command, by caller: Caller? = nil) -> Event {
        .called(
            command,
            by: caller ?? pick(Self.callers + [.owner, .owner, .owner, .owner, .root]),
            call: call()
        )
    }

    mutating func caller(for app: AppKey) -> Caller {
        chance(85) ? Caller(user: app.user) : pick(Self.callers)
    }

    /// Returns one of the sessions, or one of the base's, which need not be of the same sort.
    mutating func pick(_ sessions: [SessionIdentifier], else other: UInt64) -> SessionIdentifier {
        sessions.isEmpty || chance(5) ? SessionIdentifier(other) : pick(sessions)
    }
}
