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
    /// The time between two reports of beacons.
    private static let reportInterval: Duration = .seconds(1)

    /// The state that the service was told last.
    private struct State: Equatable {
        var isListening: Bool
        var problem: String?
    }

    private let log: Log
    private let bus: MessageBus
    private let signals: Signals
    private let poller: Poller
    private let busToken: Poller.Token
    private let signalToken: Poller.Token
    private let link: ServiceLink<BeaconsInterface.Feed>
    private let socket: String
    private var radio: BluetoothRadio?

    /// The session of the open stream; `nil` while there is none.
    private var session: String?
    private var reports: ServiceConnection?
    private var reported: State?
    private var sightings = Sightings()
    private var reportAt: ContinuousClock.Instant?

    init(_ line: ParsedCommandLine, _ log: Log) throws {
        self.log = log
        socket = ServiceAddress.path(line.value(of: "socket"))
        signals = try Signals([SIGINT, SIGTERM])
        bus = try MessageBus(line.value(of: "bus").map { .at($0) } ?? .system)
        poller = try Poller()
        busToken = try poller.watch(bus.descriptor, for: .readable)
        signalToken = try poller.watch(signals.descriptor.rawValue, for: .readable)
        link = ServiceLink(BeaconsInterface.Feed(), to: socket, poller) { log.warning($0) }
        radio = try BluetoothRadio(on: bus) { [unowned self] frame, rssi in
            if sightings.isEmpty, reportAt == nil { reportAt = .now + Self.reportInterval }
            sightings.add(frame, rssi: rssi)
        }
    }

    /// Runs until a signal ends it.
    ///
    /// - Throws: ``BusError`` if the bus goes away.
    func run() throws {
        log.notice("listens for beacons when an app of Waymark at \(socket) wants to know of them")
        link.open()
        while true {
            let now = ContinuousClock.now
            readLink()
            radio?.retryIfDue(at: now)
            while try bus.process() {}
            report(at: now)
            try poller.change(busToken, to: bus.interest)
            let deadlines = [link.deadline, radio?.retryAt, reportAt, bus.nextDeadline]
            let woken = try poller.wait(until: deadlines.compactMap(\.self).min())
            if woken.contains(where: { $0.token == signalToken }) { break }
        }
        radio?.isWanted = false
        try bus.flush()
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
                (session, reported, reports, reportAt) = (nil, nil, nil, nil)
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
            let connection = if let reports { reports } else { try ServiceConnection(to: socket) }
            reports = connection
            _ = try connection.call(call)
            reported = state
        } catch {
            log.warning("a report was not accepted: \(error)")
            reports = nil
            // A report that cannot be made at all would be repeated without end.
            reported = state
        }
    }
}
