import Lab
import LocationModel
import Relay
import RouteSimulator
import WaymarkEngine

/// A machine of a simulated fleet: a receiver on its way, the engine, and an app that monitors, as the relay does.
struct FleetMachine {
    private static let receiver = ReceiverIdentifier(0)
    private static let session = SessionIdentifier(1)

    let device: String
    private let outbox: String
    private let app: AppKey
    private let caller = Caller(user: .root)
    private let drive: DriveReceiver
    private let end: MonotonicInstant
    private var simulation: Simulation
    private var calls: UInt64 = 0
    private var sequence = 0

    /// Creates the machine of a number, which is the same again for the same seed.
    init(_ number: Int, _ kind: FleetKind, for span: Duration, seed: UInt64) {
        guard let name = AppIdentifier("io.waymark.Relay") else { preconditionFailure("this is a name") }
        var generator = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(number))
        let digits = String(number)
        device = "\(kind.rawValue)-\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)"
        outbox = String(generator.next(), radix: 16)
        app = AppKey(user: caller.user, app: name)
        var scenario = Scenario(name: device, route: kind.route(lasting: span, using: &generator))
        scenario.seed = generator.next()
        let start = Moment(
            instant: MonotonicInstant.systemEpoch.advanced(by: .seconds(86_400)),
            utc: scenario.start
        )
        drive = DriveReceiver(name: device, drive: scenario, beginning: start.instant)
        end = start.instant.advanced(by: span)
        simulation = Simulation(receiverNames: [device], at: start)
        call(.authorize(app, SettingsChange(status: .authorizedAlways)))
        simulation.send(.monitorConnected(Self.session, app, by: caller, call: CallIdentifier(0)))
        call(.startMonitoring(app, .significantChanges))
        call(.startMonitoring(app, .visits))
    }

    /// Lets all of its time pass, and calls `emit` with each event and when it came.
    mutating func run(_ emit: (RelayEvent, UTCInstant) -> Void) {
        while let due = drive.nextDeadline, due <= end {
            let wait = max(simulation.now.instant.duration(to: due), .zero)
            simulation.advance(to: simulation.now.advanced(by: wait))
            for report in drive.advance(at: simulation.now) where simulation.engine.receiversAreOn {
                simulation.send(.receiverReported(Self.receiver, report))
            }
            for outcome in simulation.drainOutcomes() {
                guard case .tellMonitor(Self.session, .event(let event)) = outcome.effect else { continue }
                sequence += 1
                emit(relayed(event, at: outcome.moment.utc), outcome.moment.utc)
                call(.acknowledge(app, event.identifier))
            }
        }
    }

    private func relayed(_ event: MonitorEvent, at now: UTCInstant) -> RelayEvent {
        let content: RelayEvent.Content =
            switch event.content {
            case .significantChange(let place):
                .significantChange(
                    RelayPlace(
                        place.coordinate,
                        accuracy68: place.horizontal68Meters,
                        accuracy95: place.horizontal95Meters,
                        time: place.date
                    )
                )
            case .arrival(let visit): .arrival(stay(visit, at: event.date))
            case .departure(let visit): .departure(stay(visit, at: event.date))
            }
        return RelayEvent(
            key: .init(device: device, outbox: outbox, sequence: sequence),
            happenedAt: event.date,
            writtenAt: now,
            content: content
        )
    }

    private func stay(_ visit: Visit, at time: UTCInstant) -> RelayStay {
        let place = RelayPlace(visit.center, accuracy68: visit.horizontal68Meters, time: time)
        return RelayStay(place: place, arrival: visit.arrival, departure: visit.departure)
    }

    private mutating func call(_ command: WaymarkEngine.Command) {
        calls += 1
        simulation.send(.called(command, by: caller, call: CallIdentifier(calls)))
    }
}
