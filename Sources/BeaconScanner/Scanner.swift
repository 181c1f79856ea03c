import Glibc
import LinuxSystem
import LocationModel
import MessageBus
import ServiceClient
import SystemdService
import UserInput
import WaymarkInterfaces

/// The program's loop: it listens while the service wants that, and reports what it hears.
final class Scanner {
    private static let reportInterval: Duration = .seconds(1)

    /// The state that the service was told last.
    private struct State: Equatable {
        var isListening: Bool
        var problem: String?
    }

    private let log: Log
    private let loop: BusLoop
    private let link: ServiceLink<BeaconsInterface.Feed>
    private var radio: BluetoothRadio?
    private var session: String?

    private var reported: State?
    private var sightings = Sightings()
    private var reportAt: ContinuousClock.Instant?

    init(_ line: ParsedCommandLine, _ log: Log) throws {
        self.log = log
        let socket = ServiceAddress.path(line.value(of: "socket"))
        loop = try BusLoop(line.value(of: "bus").map { .at($0) } ?? .system, endedBy: [SIGINT, SIGTERM])
        link = ServiceLink(BeaconsInterface.Feed(), to: socket, loop.poller) { log.warning($0) }
        radio = try BluetoothRadio(on: loop.bus) { [unowned self] frame, rssi in
            if sightings.isEmpty, reportAt == nil { reportAt = .now + Self.reportInterval }
            sightings.add(frame, rssi: rssi)
        }
    }

    func run() throws {
        log.notice("listens for beacons when an app of Waymark at \(link.path) wants to know of them")
        link.open()
        repeat {
            let now = ContinuousClock.now
            readLink()
            radio?.retryIfDue(at: now)
            while try loop.bus.process() {}
            report(at: now)
        } while try loop.wait(until: [link.deadline, radio?.retryAt, reportAt]) != nil
        radio?.isWanted = false
        try loop.bus.flush()
    }

    // MARK: The service

    private func readLink() {
        while let step = link.next() {
            switch step {
            case .reply(let reply):
                guard reply.value.event == .wanted, let session = reply.value.session else { continue }
                if self.session != session { (self.session, reported) = (session, nil) }
                radio?.isWanted = reply.value.wanted ?? false
            case .lost:
                // Nobody can want it without a service.
                (session, reported, reportAt) = (nil, nil, nil)
                sightings.removeAll()
                radio?.isWanted = false
            case .unopened: break
            }
        }
    }

    /// Reports what the service does not know yet: the state at once, beacons once a second.
    private func report(at now: ContinuousClock.Instant) {
        guard let session, let radio else { return }
        if !radio.isWanted { sightings.removeAll() }
        let state = State(isListening: radio.isListening, problem: radio.problem)
        let isDue = reportAt.map { $0 <= now } ?? false
        guard state != reported || isDue else { return }
        if state != reported, let problem = state.problem { log.warning("\(problem)") }
        let call = BeaconsInterface.Report(
            session: session,
            listening: state.isListening,
            problem: state.problem.map { String(decoding: $0.utf8.prefix(200), as: UTF8.self) },
            sightings: sightings.removeReport()
        )
        reportAt = sightings.isEmpty ? nil : now + Self.reportInterval
        do throws(ClientError) {
            _ = try link.call(call)
        } catch { log.warning("a report was not accepted: \(error)") }
        // Also after a failed report, which would otherwise be repeated without end.
        reported = state
    }
}
