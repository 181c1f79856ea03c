import Daemon
import Lab
import LocationModel
import Relay
import WaymarkEngine
import WaymarkInterfaces

/// A machine of a simulated fleet: a receiver on its way, the engine, and an app that monitors, as the relay does.
struct FleetMachine {
    let settings: RelaySettings
    private let outbox: String
    private let scenario: Scenario
    private let span: Duration

    /// Creates the machine of a number, which is the same again for the same seed.
    init(_ number: Int, _ kind: FleetKind, for span: Duration, seed: UInt64) {
        var generator = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(number))
        let digits = String(number)
        let device = "\(kind.rawValue)-\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)"
        outbox = String(generator.next(), radix: 16)
        var settings = RelaySettings(user: "fleet", device: device, deviceName: device)
        (settings.version, settings.choices) = (Version.current, [.significantChanges, .visits])
        var scenario = Scenario(name: device, route: kind.route(lasting: span, using: &generator))
        scenario.seed = generator.next()
        (self.settings, self.scenario, self.span) = (settings, scenario, span)
    }

    /// Lets all of its time pass, and calls `emit` with each event.
    func run(_ emit: (RelayEvent) -> Void) {
        guard let name = AppIdentifier("io.waymark.Relay") else { preconditionFailure("this is a name") }
        let (receiver, session, caller) = (ReceiverIdentifier(0), SessionIdentifier(1), Caller(user: .root))
        let app = AppKey(user: caller.user, app: name)
        let start = Moment(instant: .systemEpoch + .seconds(86_400), utc: scenario.start)
        let drive = DriveReceiver(name: scenario.name, drive: scenario, beginning: start.instant)
        var simulation = Simulation(receiverNames: [scenario.name], at: start)
        var calls: UInt64 = 0
        func call(_ command: WaymarkEngine.Command) {
            calls += 1
            simulation.send(.called(command, by: caller, call: CallIdentifier(calls)))
        }
        call(.authorize(app, SettingsChange(status: .authorizedAlways)))
        simulation.send(.opened(session, .monitor(app), by: caller, call: CallIdentifier(0)))
        call(.startMonitoring(app, .significantChanges))
        call(.startMonitoring(app, .visits))
        var reporter = RelayReporter(settings)
        var sequence = 0
        while let due = drive.nextDeadline, due <= start.instant + span {
            let wait = max(simulation.now.instant.duration(to: due), .zero)
            simulation.advance(to: simulation.now.advanced(by: wait))
            for report in drive.advance(at: simulation.now) where simulation.engine.receiversAreOn {
                simulation.send(.receiverReported(receiver, report))
            }
            for outcome in simulation.drainOutcomes() {
                guard case .tellMonitor(session, .event(let event, _)) = outcome.effect else { continue }
                call(.acknowledge(app, event.identifier))
                guard var sent = reporter.report(.init(event)) else { continue }
                sequence += 1
                (sent.device, sent.outbox, sent.sequence) = (settings.device, outbox, sequence)
                sent.written = outcome.moment.utc
                emit(sent)
            }
        }
    }
}
