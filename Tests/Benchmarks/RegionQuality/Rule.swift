import LocationModel
import Regions
import WaymarkEngine

/// A rule for telling that a circle was entered or left.
struct Rule: Sendable {
    struct Event {
        let index: Int
        let isInside: Bool
    }

    struct Outcome {
        var events: [Event] = []
        var fixCount = 0
    }

    let name: String
    /// Monitors circles at once, and returns the outcome of each.
    let run: @Sendable (RecordedTrack, [CircleShape]) -> [Outcome]

    static let raw = hysteresis("raw fixes") { _ in 0 }

    /// Every fix that is on the other side by 25 m.
    static let simple = hysteresis("25 m beyond the edge") { _ in 25 }
    static let error = hysteresis("the error beyond the edge") { min(200, $0.error95Meters) }

    private static func hysteresis(_ name: String, _ cushion: @escaping @Sendable (TrackPoint) -> Double)
        -> Rule
    {
        Rule(name: name) { track, circles in circles.map { follow($0, track, cushion) } }
    }

    private static func follow(
        _ circle: CircleShape,
        _ track: RecordedTrack,
        _ cushion: (TrackPoint) -> Double
    ) -> Outcome {
        var outcome = Outcome()
        var isInside: Bool?
        for (index, point) in track.points.enumerated() where point.isBelieved {
            outcome.fixCount += 1
            let edge = RegionShape.circle(circle).edgeMeters(from: SurfacePoint(point.fix.coordinate))
            guard abs(edge) >= min(cushion(point), circle.radiusMeters / 2) || isInside == nil,
                isInside != (edge < 0)
            else { continue }
            isInside = edge < 0
            outcome.events.append(Event(index: index, isInside: edge < 0))
        }
        return outcome
    }

    static let watch = engine("Waymark, every fix", nil)

    /// The service with the pauses that it makes for all circles together.
    static let paused = engine("Waymark, with pauses", DutyCycle.Settings())

    private static func engine(_ name: String, _ cycle: DutyCycle.Settings?) -> Rule {
        Rule(name: name) { track, circles in MonitoredRun(cycle, circles).play(track) }
    }
}

/// Plays one track to an engine that opens and closes the receiver, for an app that monitors circles.
private struct MonitoredRun {
    private var simulation: Simulation
    private let start = Moment(instant: .systemEpoch, utc: UTCInstant(secondsSince1970: 1_700_000_000))
    private var outcomes: [Rule.Outcome]

    init(_ cycle: DutyCycle.Settings?, _ circles: [CircleShape]) {
        var settings = EngineSettings()
        settings.dutyCycle = cycle
        simulation = Simulation(settings: settings, at: start)
        outcomes = circles.map { _ in Rule.Outcome() }
        guard let name = AppIdentifier("org.waymark.Replay"), let monitor = MonitorName("replay") else {
            preconditionFailure("these are names")
        }
        let app = AppKey(user: .root, app: name)
        send(.authorize(app, SettingsChange(status: .authorizedAlways)))
        for (number, circle) in circles.enumerated() {
            guard let identifier = RegionIdentifier(String(number)) else {
                preconditionFailure("this is a name")
            }
            let name = RegionName(app: app, monitor: monitor, identifier: identifier)
            send(.addRegion(name, .area(.circle(circle)), assumingInside: nil))
        }
        _ = simulation.drainOutcomes()
    }

    private mutating func send(_ command: Command) {
        simulation.send(.called(command, by: Caller(user: .root), call: CallIdentifier(1)))
    }

    consuming func play(_ track: RecordedTrack) -> [Rule.Outcome] {
        var fixes = 0
        for (index, point) in track.points.enumerated() {
            let now = start.advanced(by: .seconds(point.seconds))
            // While it sleeps nothing happens until its deadline.
            let isDue = simulation.engine.nextDeadline.map { $0 <= now.instant } ?? false
            guard simulation.engine.receiversAreOn || isDue else { continue }
            if now.instant > simulation.now.instant { simulation.advance(to: now) }
            note(before: index, track)
            guard simulation.engine.receiversAreOn else { continue }
            fixes += 1
            let report = ReceiverReport.epoch(.fix(point.fix), observedAt: now.instant)
            simulation.send(.receiverReported(ReceiverIdentifier(0), report))
            note(before: index + 1, track)
        }
        for index in outcomes.indices { outcomes[index].fixCount = fixes }
        return outcomes
    }

    /// Notes what was told before a fix; told between two fixes, the first of them says where the machine is.
    private mutating func note(before end: Int, _ track: RecordedTrack) {
        for outcome in simulation.drainOutcomes() {
            guard case .record(let entry) = outcome.effect,
                case .monitor(.crossed(let name, let isInside, _)) = entry.decision,
                let number = Int(name.identifier.rawValue)
            else { continue }
            let seconds = start.instant.duration(to: outcome.moment.instant) / .seconds(1)
            let told = track.points[..<end].lastIndex { $0.seconds <= seconds }
            outcomes[number].events.append(Rule.Event(index: told ?? 0, isInside: isInside))
        }
    }
}
