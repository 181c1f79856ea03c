import LocationModel
import TestSupport
import WaymarkEngine

struct Found {
    var stays: [Stay] = []
    var fixes = 0
}

struct VisitDetector: Sendable {
    let name: String
    let find: @Sendable ([TrackPoint]) -> Found

    /// A stay within 100 m of its first fix for 5 min, on raw fixes, one in so many seconds.
    static func plain(everySeconds period: Double = 0) -> VisitDetector {
        VisitDetector(
            name: period == 0 ? "100 m and 5 min on raw fixes" : "the same, a fix every \(Int(period)) s"
        ) { points in
            var found = Found()
            var anchor: TrackPoint?
            var last = -Double.infinity
            var lastSeen = 0.0
            func end() {
                guard let anchor, last - anchor.seconds >= HindsightVisits.dwellSeconds else { return }
                found.stays.append(Stay(center: anchor.fix.coordinate, first: anchor.seconds, last: last))
            }
            for point in points where anchor == nil || point.seconds - lastSeen >= period {
                found.fixes += 1
                lastSeen = point.seconds
                if let known = anchor,
                    known.fix.coordinate.distanceMeters(to: point.fix.coordinate)
                        <= HindsightVisits.radiusMeters
                {
                    last = point.seconds
                } else {
                    end()
                    anchor = point
                    last = point.seconds
                }
            }
            end()
            return found
        }
    }

    /// The engine, for an app that may always know and does not run, with a receiver that takes `startSeconds` from
    /// being opened to its first fix.
    static func engine(_ cycle: DutyCycle.Settings?, startSeconds: Double = 0) -> VisitDetector {
        let name =
            cycle == nil
            ? "Waymark, every fix" : "Waymark, duty cycle, first fix after \(Int(startSeconds)) s"
        return VisitDetector(name: name) { points in
            MonitoredRun(cycle, startSeconds: startSeconds).play(points)
        }
    }
}

/// Plays one recording to an engine that opens and closes the receiver.
private struct MonitoredRun {
    private var simulation: Simulation
    private let start: Moment
    private let startSeconds: Double
    private var openedAt = 0.0
    private var found = Found()

    init(_ cycle: DutyCycle.Settings?, startSeconds: Double) {
        self.startSeconds = startSeconds
        var settings = EngineSettings()
        settings.dutyCycle = cycle
        start = Moment(
            instant: MonotonicInstant.systemEpoch.advanced(by: .seconds(86_400)),
            utc: UTCInstant(secondsSince1970: 1_700_000_000)
        )
        simulation = Simulation(settings: settings, at: start)
        guard let name = AppIdentifier("org.waymark.Replay") else { preconditionFailure("this is a name") }
        let app = AppKey(user: .root, app: name)
        let caller = Caller(user: .root)
        let authorize = Command.authorize(app, SettingsChange(status: .authorizedAlways))
        simulation.send(.called(authorize, by: caller, call: CallIdentifier(1)))
        simulation.send(.called(.startMonitoring(app, .visits), by: caller, call: CallIdentifier(2)))
    }

    consuming func play(_ points: [TrackPoint]) -> Found {
        for point in points {
            let now = start.advanced(by: .seconds(point.seconds))
            let isDue = simulation.engine.nextDeadline.map { $0 <= now.instant } ?? false
            guard simulation.engine.receiversAreOn || isDue else { continue }
            if now.instant > simulation.now.instant { simulation.advance(to: now) }
            note()
            guard simulation.engine.receiversAreOn, point.seconds >= openedAt + startSeconds else { continue }
            found.fixes += 1
            let report = ReceiverReport.epoch(.fix(point.fix), observedAt: now.instant)
            simulation.send(.receiverReported(ReceiverIdentifier(0), report))
            note()
        }
        if let visit = simulation.engine.presentVisit { add(visit, until: points.last?.seconds ?? 0) }
        return found
    }

    private mutating func note() {
        for outcome in simulation.drainOutcomes() {
            switch outcome.effect {
            case .startReceivers: openedAt = start.instant.duration(to: outcome.moment.instant).inSeconds
            case .commit(.monitorEvent(_, _, let event?)):
                if case .departure(let visit) = event.content { add(visit, until: nil) }
            default: break
            }
        }
    }

    private mutating func add(_ visit: Visit, until end: Double?) {
        func seconds(_ date: UTCInstant) -> Double { start.utc.duration(to: date).inSeconds }
        guard let last = visit.departure.map(seconds) ?? end else { return }
        found.stays.append(
            Stay(
                center: visit.center,
                first: visit.arrival.map(seconds) ?? last - HindsightVisits.dwellSeconds,
                last: last,
                arrivalIsKnown: visit.arrival != nil,
                departureIsKnown: visit.departure != nil
            )
        )
    }
}
