import GPSDReports
import LinuxSystem
package import LocationModel

/// The positions of a gpsd, through libgps.
///
/// Connecting happens on a thread of its own, because libgps resolves and connects without a limit of time; all the
/// rest on the caller's. When gpsd cannot be reached, or goes away, it is tried again after half a second, then
/// after twice as long each time, up to 30 s.
package final class GPSDReceiver: Receiver {
    /// Messages taken in at a call, so that a flood cannot keep the loop from everything else.
    private static let messagesPerCall = 64

    /// After this, that connecting takes so long is told as a problem; it goes on all the same.
    private static let usualConnecting: Duration = .seconds(30)

    /// How long a gpsd may take for its greeting, which it sends at once.
    private static let greetingTimeout: Duration = .seconds(10)

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

    private var phase = Phase.off
    private var pause = BackOff()
    private var isAbsent = false

    /// When the greeting must have come; `nil` once it has.
    private var greetingDue: MonotonicInstant?

    /// An attempt that goes on after it was given up, for as long as libgps takes to connect.
    ///
    /// It is taken up again rather than having another one beside it.
    private weak var unfinished: Attempt?
    private var pendingReports: [ReceiverReport] = []
    private var mayHaveMore = false
    private var collector = EpochCollector()
    private var reception = Reception()
    private var followedDevice = FollowedDevice()

    /// Creates an idle receiver.
    ///
    /// - Parameters:
    ///   - name: What people call it.
    ///   - host: Where gpsd runs, by name or address.
    ///   - port: Where it listens, by service name or number.
    ///   - device: The path of the one device to listen to; `nil` for whichever has a position.
    package init(name: String, host: String = "localhost", port: String = "2947", device: String? = nil) {
        self.name = name
        self.host = host
        self.port = port
        self.device = device
    }

    package var descriptor: CInt? {
        switch phase {
        case .connecting(let attempt, _): attempt.descriptor
        case .connected(let connection): connection.descriptor
        case .off, .waiting: nil
        }
    }

    package var nextDeadline: MonotonicInstant? {
        // A state to report, or lines that libgps has read already, which make no descriptor readable.
        if !pendingReports.isEmpty || mayHaveMore { return .distantPast }
        switch phase {
        case .off: return nil
        case .connecting(_, let since): return isAbsent ? nil : since + Self.usualConnecting
        case .waiting(let until): return until
        case .connected:
            return [collector.deadline, reception.deadline, greetingDue].compactMap(\.self).min()
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
        var reports = pendingReports
        pendingReports = []
        switch phase {
        case .off: return []
        case .waiting(let until):
            if now.instant >= until { connect(at: now) }
        case .connecting(let attempt, let since): takeResult(of: attempt, since: since, at: now)
        case .connected(let connection): takeIn(from: connection, at: now, &reports)
        }
        reports += pendingReports
        pendingReports = []
        return reports
    }

    private func connect(at now: Moment) {
        if let unfinished {
            phase = .connecting(unfinished, since: now.instant)
            return
        }
        let (host, port, device) = (host, port, device)
        do throws(SystemError) {
            let attempt = try Attempt(named: "gpsd-connect") {
                Result { () throws(ReceiverProblem) in
                    // libgps would wait for two minutes, and then say only that nobody answered.
                    if let barrier = UInt16(port).flatMap({ NetworkBarrier.find(before: host, port: $0) }) {
                        throw ReceiverProblem(barrier.description)
                    }
                    do throws(ReceiverProblem) {
                        return try GPSDConnection(host: host, port: port, device: device)
                    } catch {
                        throw ReceiverProblem("\(error); is gpsd running there?")
                    }
                }
            }
            unfinished = attempt
            phase = .connecting(attempt, since: now.instant)
        } catch {
            retryLater(because: error.description, at: now)
        }
    }

    private func takeResult(of attempt: Attempt, since: MonotonicInstant, at now: Moment) {
        guard let result = attempt.takeProduct() else {
            if !isAbsent, now.instant >= since + Self.usualConnecting {
                reportAbsent("no answer for \(Self.usualConnecting.components.seconds) s", retryAt: nil)
            }
            return
        }
        unfinished = nil
        do throws(ReceiverProblem) {
            phase = .connected(try result.get())
            collector = EpochCollector()
            reception = Reception()
            followedDevice = FollowedDevice()
            greetingDue = now.instant + Self.greetingTimeout
            // What gpsd said at once may have been read together with the rest.
            mayHaveMore = true
            isAbsent = false
            pendingReports.append(.state(reception.state))
        } catch {
            retryLater(because: error.description, at: now)
        }
    }

    private func takeIn(
        from connection: GPSDConnection,
        at now: Moment,
        _ reports: inout [ReceiverReport]
    ) {
        mayHaveMore = true
        reading: for _ in 0..<Self.messagesPerCall {
            switch connection.read() {
            case .message(let message, let origin):
                greetingDue = nil
                guard followedDevice.isAuthor(origin, of: message) else { continue }
                if let epoch = collector.take(message, at: now.instant) { report(epoch, &reports) }
            case .gone(let device): followedDevice.hasGone(device)
            case .refusal(let words):
                greetingDue = nil
                // Asked for all devices, it has nothing to refuse; one that it does not know may come later.
                guard device != nil else { continue }
                retryLater(because: words, at: now)
                return
            case .nonsense: continue
            case .nothing:
                mayHaveMore = false
                break reading
            case .end:
                if let epoch = collector.takeQuiet(at: .distantFuture) { report(epoch, &reports) }
                retryLater(because: "gpsd closed the connection", at: now)
                return
            }
        }
        if !mayHaveMore, let epoch = collector.takeQuiet(at: now.instant) { report(epoch, &reports) }
        if let greetingDue, now.instant >= greetingDue {
            retryLater(because: "it does not greet as a gpsd does; is it one?", at: now)
            return
        }
        if let state = reception.check(at: now.instant) {
            reports.append(.state(state))
            followedDevice.letGo()
        }
    }

    private func report(_ collected: EpochCollector.Collected, _ reports: inout [ReceiverReport]) {
        pause.reset()
        if let state = reception.take(collected.epoch, at: collected.arrival) {
            reports.append(.state(state))
        }
        reports.append(.epoch(collected.epoch, observedAt: collected.arrival))
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
        let problem = ReceiverProblem("gpsd at \(host):\(port): \(reason)")
        pendingReports.append(.state(.absent(problem, retryAt: retryAt)))
    }
}

extension MonotonicInstant {
    /// Earlier than any reading of the clock.
    fileprivate static var distantPast: Self { MonotonicInstant.systemEpoch }

    /// Later than any reading of the clock.
    fileprivate static var distantFuture: Self { MonotonicInstant.systemEpoch + .seconds(1 << 40) }
}
