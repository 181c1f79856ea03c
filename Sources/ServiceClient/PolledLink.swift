package import LinuxSystem
import LocationModel
package import WaymarkInterfaces

/// A stream of the service in a program's own loop, which is opened again whenever it ends.
package final class PolledLink<Method: MethodParameters> {
    private let socket: String
    private let warn: (String) -> Void
    private let poller: Poller

    private var stream: (stream: ServiceStream<Method>, token: Poller.Token)?
    private var reconnection: Reconnection

    /// The loop's watch for the service's socket, while that is waited for.
    private var socketToken: Poller.Token?
    private var complaint: String?

    /// The time to connect; `nil` while connected, and before ``open(at:)``.
    package var connectAt: ContinuousClock.Instant? { reconnection.attemptAt }

    /// Creates a link that is not open yet.
    ///
    /// - Parameters:
    ///   - socket: The service's socket.
    ///   - poller: The loop, which is woken when an event arrives.
    ///   - warn: Takes a warning for the log.
    package init(to socket: String, _ poller: Poller, warn: @escaping (String) -> Void) {
        self.socket = socket
        self.poller = poller
        self.warn = warn
        reconnection = Reconnection(to: socket)
    }

    /// Connects at `now` unless the link is open.
    package func open(at now: ContinuousClock.Instant) {
        if stream == nil, connectAt == nil { reconnection.begin(at: now) }
    }

    /// Ends the stream, and connects no more.
    package func close() {
        end()
        suspend()
    }

    /// Connects if that is due.
    ///
    /// - Parameters:
    ///   - now: The present.
    ///   - method: The call that opens the stream.
    /// - Returns: Whether it was due.
    package func connect(at now: ContinuousClock.Instant, _ method: () -> Method) -> Bool {
        guard reconnection.isDue(at: now) else { return false }
        do {
            let opened = try ServiceConnection(to: socket).stream(method())
            stream = (opened, try poller.watch(opened.connection.descriptor, for: .readable))
            suspend()
        } catch { lose(because: "\(error)") }
        return true
    }

    /// Returns the next event that has arrived; `nil` if there is none.
    ///
    /// - Throws: ``LinkLost`` once when the stream has ended.
    package func next() throws(LinkLost) -> Method.Reply? {
        guard let stream else { return nil }
        do {
            return try stream.stream.next(timeout: .zero)?.value
        } catch {
            lose(because: "\(error)")
            throw LinkLost()
        }
    }

    /// Records that the service has accepted the stream.
    package func accept() {
        reconnection.succeed()
        complaint = nil
    }

    /// Ends the stream and connects again: what the service thinks and what this program thinks may differ.
    ///
    /// - Parameter reason: What went wrong, for the log.
    package func reopen(because reason: String) { lose(because: reason) }

    /// Makes a call of its own, because a connection with a stream can carry none.
    ///
    /// - Parameter parameters: The call.
    /// - Returns: The reply.
    /// - Throws: ``ServiceError``.
    package func call<Parameters: MethodParameters>(
        _ parameters: Parameters
    ) throws(ServiceError) -> Parameters.Reply {
        try ServiceConnection(to: socket).call(parameters).value
    }

    private func lose(because reason: String) {
        // Log an unreachable service only once.
        if complaint != reason { warn("\(reason); tries again") }
        complaint = reason
        end()
        reconnection.fail(at: .now)
        if socketToken == nil, let descriptor = reconnection.descriptor {
            socketToken = try? poller.watch(descriptor, for: .readable)
        }
    }

    private func suspend() {
        if let socketToken { poller.unwatch(socketToken) }
        socketToken = nil
        reconnection.suspend()
    }

    private func end() {
        if let stream { poller.unwatch(stream.token) }
        stream = nil
    }
}

/// The stream of a link has ended.
package struct LinkLost: Error {}
