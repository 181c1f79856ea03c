package import LinuxSystem
import LocationModel
package import WaymarkInterfaces

/// A stream of the service in a program's own loop, which is opened again whenever it ends.
package final class PolledLink<Method: MethodParameters> {
    private let socket: String
    private let warn: (String) -> Void
    private let poller: Poller

    private var stream: (stream: ServiceStream<Method>, token: Poller.Token)?
    private var retry = BackOff()
    private var complaint: String?

    /// The time to connect; `nil` while connected, and before ``open(at:)``.
    package private(set) var connectAt: ContinuousClock.Instant?

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
    }

    /// Connects at `now` unless the link is open.
    package func open(at now: ContinuousClock.Instant) {
        if stream == nil, connectAt == nil { connectAt = now }
    }

    /// Ends the stream, and connects no more.
    package func close() {
        connectAt = nil
        end()
    }

    /// Connects if that is due.
    ///
    /// - Parameters:
    ///   - now: The present.
    ///   - method: The call that opens the stream.
    /// - Returns: Whether it was due.
    package func connect(at now: ContinuousClock.Instant, _ method: () -> Method) -> Bool {
        guard let connectAt, connectAt <= now else { return false }
        self.connectAt = nil
        do {
            let opened = try ServiceConnection(to: socket).stream(method())
            stream = (opened, try poller.watch(opened.connection.descriptor, for: .readable))
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
        retry.reset()
        complaint = nil
    }

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
        connectAt = .now + retry.next()
    }

    private func end() {
        if let stream { poller.unwatch(stream.token) }
        stream = nil
    }
}

/// The stream of a link has ended.
package struct LinkLost: Error {}
