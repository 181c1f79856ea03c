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
    private static let shortestPause: Duration = .milliseconds(500)
    private static let longestPause: Duration = .seconds(30)

    private enum Phase {
        case off
        case connecting(GPSDAttempt)
        case connected(GPSDConnection)
        case waiting(until: ContinuousClock.Instant)
    }

    package let name: String
    private let host: String
    private let port: String
    private let device: String?

    private var phase = Phase.off
    private var pause = shortestPause
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
        case .connecting(let attempt): attempt.descriptor
        case .connected(let connection): connection.descriptor
        case .off, .waiting: nil
        }
    }

    package var nextDeadline: ContinuousClock.Instant? {
        // A state to report, or lines that libgps has read already, which make no descriptor readable.
        if !pendingReports.isEmpty || mayHaveMore { return .distantPast }
        switch phase {
        case .off, .connecting: return nil
        case .waiting(let until): return until
        case .connected: return [collector.deadline, reception.deadline].compactMap(\.self).min()
        }
    }

    package func start(at now: Moment) {
        guard case .off = phase else { return }
        pause = Self.shortestPause
        pendingReports = [.state(.connecting(.opening))]
        connect(at: now)
    }

    package func stop() {
        phase = .off
        pendingReports = []
        mayHaveMore = false
    }

    package func advance(at now: Moment) -> [ReceiverReport] {
        var reports = pendingReports
        pendingReports = []
        switch phase {
        case .off: return []
        case .waiting(let until):
            if now.instant >= until { connect(at: now) }
        case .connecting(let attempt):
            takeResult(of: attempt, at: now)
        case .connected(let connection): takeIn(from: connection, at: now, &reports)
        }
        reports += pendingReports
        pendingReports = []
        return reports
    }

    private func connect(at now: Moment) {
        do throws(SystemError) {
            phase = .connecting(try GPSDAttempt(host: host, port: port, device: device))
        } catch {
            retryLater(because: error.description, at: now)
        }
    }

    private func takeResult(of attempt: GPSDAttempt, at now: Moment) {
        do throws(ReceiverProblem) {
            guard let connection = try attempt.result() else { return }
            phase = .connected(connection)
            collector = EpochCollector()
            reception = Reception()
            followedDevice = FollowedDevice()
            // What gpsd said at once may have been read together with the rest.
            mayHaveMore = true
            pendingReports.append(.state(reception.state))
        } catch {
            retryLater(because: "\(error); is gpsd running there?", at: now)
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
                guard followedDevice.isAuthor(origin, of: message) else { continue }
                if let epoch = collector.take(message, at: now.instant) { report(epoch, &reports) }
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
        if let state = reception.check(at: now.instant) {
            reports.append(.state(state))
            followedDevice.letGo()
        }
    }

    private func report(_ collected: EpochCollector.Collected, _ reports: inout [ReceiverReport]) {
        pause = Self.shortestPause
        if let state = reception.take(collected.epoch, at: collected.arrival) {
            reports.append(.state(state))
        }
        reports.append(.epoch(collected.epoch, observedAt: collected.arrival))
    }

    private func retryLater(because reason: String, at now: Moment) {
        let retryAt = now.instant + pause
        pause = min(pause * 2, Self.longestPause)
        phase = .waiting(until: retryAt)
        mayHaveMore = false
        let problem = ReceiverProblem("gpsd at \(host):\(port): \(reason)")
        pendingReports.append(.state(.absent(problem, retryAt: retryAt)))
    }
}

extension ContinuousClock.Instant {
    /// Earlier than any reading of the clock.
    fileprivate static var distantPast: Self { ContinuousClock().systemEpoch }

    /// Later than any reading of the clock.
    fileprivate static var distantFuture: Self { ContinuousClock().systemEpoch + .seconds(1 << 40) }
}
