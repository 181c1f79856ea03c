package import LinuxSystem
package import LocationModel
import NMEA

/// A receiver that gets its fixes from gpsd, through libgps.
///
/// It connects on a thread of its own, because libgps resolves and connects without a time limit; everything else runs
/// on the caller's thread. If gpsd is unreachable or closes the connection, it retries after half a second, then after
/// twice as long each time, up to 30 s.
package final class GPSDReceiver: Receiver {
    /// The number of messages read at each call, so that a flood of messages cannot block the loop.
    private static let messagesPerCall = 64

    /// The time after which connecting is reported as a problem.
    ///
    /// The attempt goes on.
    private static let connectingGrace: Duration = .seconds(30)

    /// The time limit for gpsd's greeting, which it sends at once.
    private static let greetingTimeout: Duration = .seconds(10)

    /// More than the time for which an epoch is open, which is ten seconds at most.
    private static let longestOpen: Duration = .seconds(30)

    private typealias Attempt = SideTask<Result<GPSDConnection, ReceiverProblem>>

    private enum Phase {
        case off
        case connecting(Attempt, since: MonotonicInstant)
        case connected(GPSDConnection)
        case waiting(until: MonotonicInstant)
    }

    package let name: String
    private let host: String
    private let port: String
    private let device: String?
    private let trusted: TrustedUsers

    private var phase = Phase.off
    private var pause = BackOff()
    private var isAbsent = false

    /// Whether gpsd is connected and says that it has no device.
    private var lacksDevice = false

    /// When the greeting must have arrived; `nil` once it has.
    private var greetingDue: MonotonicInstant?

    /// An abandoned attempt that is still running, for as long as libgps takes to connect.
    ///
    /// The next attempt resumes it instead of starting another thread.
    private weak var unfinished: Attempt?
    private var pendingReports: [ReceiverReport] = []
    private var mayHaveMore = false
    private var devices = GPSDDevices()
    private var reception = Reception()
    private var compass = GPSDCompass()

    /// Creates an idle receiver of one device, or of whichever has a position.
    ///
    /// A gpsd on this machine must belong to the trusted.
    package init(
        name: String,
        host: String = "localhost",
        port: String = "2947",
        device: String? = nil,
        trusted: TrustedUsers = TrustedUsers(and: ["gpsd"])
    ) {
        self.name = name
        self.host = host
        self.port = port
        self.device = device
        self.trusted = trusted
    }

    package var descriptor: CInt? {
        switch phase {
        case .connecting(let attempt, _): attempt.descriptor
        case .connected(let connection): connection.descriptor
        case .off, .waiting: nil
        }
    }

    package var nextDeadline: MonotonicInstant? {
        // A state to report, or lines that libgps has already read, make no descriptor readable.
        if !pendingReports.isEmpty || mayHaveMore { return .systemEpoch }
        switch phase {
        case .off: return nil
        case .connecting(_, let since): return isAbsent ? nil : since + Self.connectingGrace
        case .waiting(let until): return until
        case .connected:
            return .earliest(of: devices.deadline, reception.deadline, greetingDue)
        }
    }

    package func start(at now: Moment) {
        guard case .off = phase else { return }
        pause.reset()
        isAbsent = false
        pendingReports = [.state(.connecting(.opening))]
        connect(at: now)
    }

    package func stop() {
        phase = .off
        pendingReports = []
        mayHaveMore = false
        greetingDue = nil
    }

    package func advance(at now: Moment) -> [ReceiverReport] {
        switch phase {
        case .off: return []
        case .waiting(let until):
            if now.instant >= until { connect(at: now) }
        case .connecting(let attempt, let since): finishConnecting(attempt, since: since, at: now)
        case .connected(let connection): readMessages(from: connection, at: now)
        }
        defer { pendingReports = [] }
        return pendingReports
    }

    private func connect(at now: Moment) {
        if let unfinished {
            phase = .connecting(unfinished, since: now.instant)
            return
        }
        let (host, port, device, trusted) = (host, port, device, trusted)
        do throws(SystemError) {
            let attempt = try Attempt(named: "gpsd-connect") {
                Result { () throws(ReceiverProblem) in
                    // libgps would wait for two minutes and then only report that nobody answered.
                    if let barrier = UInt16(port).flatMap({ NetworkBarrier.find(before: host, port: $0) }) {
                        throw ReceiverProblem(barrier.description)
                    }
                    let connection: GPSDConnection
                    do throws(ReceiverProblem) {
                        connection = try GPSDConnection(host: host, port: port, device: device)
                    } catch {
                        throw ReceiverProblem("\(error); is gpsd running there?")
                    }
                    if let objection = trusted.objection(toServerOf: connection.descriptor) {
                        throw ReceiverProblem(objection)
                    }
                    return connection
                }
            }
            unfinished = attempt
            phase = .connecting(attempt, since: now.instant)
        } catch {
            retryLater(because: error.description, at: now)
        }
    }

    private func finishConnecting(_ attempt: Attempt, since: MonotonicInstant, at now: Moment) {
        guard let result = attempt.removeResult() else {
            if !isAbsent, now.instant >= since + Self.connectingGrace {
                reportAbsent("no answer for \(Self.connectingGrace.components.seconds) s", retryAt: nil)
            }
            return
        }
        unfinished = nil
        do throws(ReceiverProblem) {
            phase = .connected(try result.get())
            devices = GPSDDevices()
            reception = Reception()
            compass = GPSDCompass()
            greetingDue = now.instant + Self.greetingTimeout
            // libgps may already have read gpsd's first messages while connecting.
            mayHaveMore = true
            isAbsent = false
            lacksDevice = false
            pendingReports.append(.state(reception.state))
        } catch {
            retryLater(because: error.description, at: now)
        }
    }

    private func readMessages(from connection: GPSDConnection, at now: Moment) {
        mayHaveMore = true
        reading: for _ in 0..<Self.messagesPerCall {
            switch connection.read() {
            case .message(let message, let origin, let isOfDevice):
                greetingDue = nil
                if isOfDevice, lacksDevice {
                    lacksDevice = false
                    pendingReports.append(.state(reception.state))
                }
                if case .attitude(let attitude) = message {
                    if let heading = compass.heading(of: attitude, from: origin, at: now.instant) {
                        pendingReports.append(.heading(heading, observedAt: now.instant))
                    }
                    continue
                }
                report(devices.record(message, from: origin, at: now.instant), at: now)
                if case .report(_, _, let variation) = message, devices.isFollowed(origin) {
                    compass.record(variationDegrees: variation)
                }
            case .deviceRemoved(let device):
                report(devices.forget(device), at: now)
                // Only its list tells whether that was the last one.
                connection.askForDevices()
            case .noDevice:
                greetingDue = nil
                guard !lacksDevice, device == nil else { continue }
                report(devices.flush(), at: now)
                lacksDevice = true
                reception = Reception()
                pendingReports.append(.state(.absent(problem(Self.lackOfDevice), retryAt: nil)))
            case .error(let text):
                greetingDue = nil
                // A watch on all devices cannot fail; a single device that gpsd does not know may appear later.
                guard device != nil else { continue }
                retryLater(because: text, at: now)
                return
            case .invalid: continue
            case .nothing:
                mayHaveMore = false
                break reading
            case .closed:
                report(devices.flush(), at: now)
                retryLater(because: "gpsd closed the connection", at: now)
                return
            }
        }
        if !mayHaveMore { report(devices.flushIfQuiet(at: now.instant), at: now) }
        if let greetingDue, now.instant >= greetingDue {
            retryLater(because: "no greeting from gpsd; does another program use the port?", at: now)
            return
        }
        if let state = reception.check(at: now.instant), !lacksDevice {
            pendingReports.append(.state(state))
        }
    }

    private func report(_ epochs: [EpochCollector.CollectedEpoch], at now: Moment) {
        // One that was open while the machine slept tells where the machine was before.
        for collected in epochs where collected.arrival.duration(to: now.instant) <= Self.longestOpen {
            pause.reset()
            if let state = reception.record(collected.epoch, at: collected.arrival) {
                pendingReports.append(.state(state))
            }
            pendingReports.append(.epoch(collected.epoch, observedAt: collected.arrival))
        }
    }

    private func retryLater(because reason: String, at now: Moment) {
        let retryAt = now.instant + pause.next()
        phase = .waiting(until: retryAt)
        mayHaveMore = false
        greetingDue = nil
        reportAbsent(reason, retryAt: retryAt)
    }

    private func reportAbsent(_ reason: String, retryAt: MonotonicInstant?) {
        isAbsent = true
        pendingReports.append(.state(.absent(problem(reason), retryAt: retryAt)))
    }

    private static let lackOfDevice =
        "it has no receiver; name yours in DEVICES= of /etc/default/gpsd and restart gpsd, or run 'gpsdctl add DEVICE'"

    private func problem(_ reason: String) -> ReceiverProblem {
        ReceiverProblem("gpsd at \(host):\(port): \(reason)")
    }
}
