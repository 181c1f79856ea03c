import Daemon
import Lab
import LocationModel
import Relay
import RouteSimulator
import WaymarkEngine
import WaymarkInterfaces

/// A machine of a simulated fleet: a receiver on its way, the engine, and an app that monitors, as the relay does.
struct FleetMachine {
    private static let receiver = ReceiverIdentifier(0)
    private static let session = SessionIdentifier(1)

    let settings: RelaySettings
    private let outbox: String
    private let app: AppKey
    private let caller = Caller(user: .root)
    private let drive: DriveReceiver
    private let end: MonotonicInstant
    private var simulation: Simulation
    private var reporter: RelayReporter
    private var calls: UInt64 = 0
    private var sequence = 0

    /// Creates the machine of a number, which is the same again for the same seed.
    init(_ number: Int, _ kind: FleetKind, for span: Duration, seed: UInt64) {
        guard let name = AppIdentifier("io.waymark.Relay") else { preconditionFailure("this is a name") }
        var generator = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(number))
        let digits = String(number)
        let device = "\(kind.rawValue)-\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)"
        outbox = String(generator.next(), radix: 16)
        var settings = RelaySettings(user: "fleet", device: device, deviceName: device)
        (settings.version, settings.choices) = (Version.current, [.significantChanges, .visits])
        self.settings = settings
        reporter = RelayReporter(settings)
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

    /// Lets all of its time pass, and calls `emit` with each event.
    mutating func run(_ emit: (RelayEvent) -> Void) {
        while let due = drive.nextDeadline, due <= end {
            let wait = max(simulation.now.instant.duration(to: due), .zero)
            simulation.advance(to: simulation.now.advanced(by: wait))
            for report in drive.advance(at: simulation.now) where simulation.engine.receiversAreOn {
                simulation.send(.receiverReported(Self.receiver, report))
            }
            for outcome in simulation.drainOutcomes() {
                guard case .tellMonitor(Self.session, .event(let event)) = outcome.effect else { continue }
                call(.acknowledge(app, event.identifier))
                guard var sent = reporter.report(.init(event)) else { continue }
                sequence += 1
                (sent.device, sent.outbox, sent.sequence) = (settings.device, outbox, sequence)
                sent.written = outcome.moment.utc
                emit(sent)
            }
        }
    }

    private mutating func call(_ command: WaymarkEngine.Command) {
        calls += 1
        simulation.send(.called(command, by: caller, call: CallIdentifier(calls)))
    }
}
