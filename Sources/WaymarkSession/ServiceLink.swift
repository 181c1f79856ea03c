import LinuxSystem
import LocationModel
import SystemdService
import Waymark
import WaymarkInterfaces

/// A stream of the service that is opened again whenever it ends.
final class ServiceLink<Method: MethodParameters> {
    private let socket: String
    private let log: Log
    private let poller: Poller

    private var stream: (stream: ServiceStream<Method>, token: Poller.Token)?
    private var retry = BackOff()
    private var complaint: String?

    /// The time to connect; `nil` while connected, and before ``open(at:)``.
    private(set) var connectAt: ContinuousClock.Instant?

    /// Creates a link that is not open yet.
    init(to socket: String, _ poller: Poller, _ log: Log) {
        self.socket = socket
        self.poller = poller
        self.log = log
    }

    /// Connects at `now` unless the link is open.
    func open(at now: ContinuousClock.Instant) {
        if stream == nil, connectAt == nil { connectAt = now }
    }

    /// Ends the stream, and connects no more.
    func close() {
        connectAt = nil
        end()
    }

    /// Connects if that is due.
    ///
    /// - Parameters:
    ///   - now: The present.
    ///   - method: The call that opens the stream.
    /// - Returns: Whether it was due.
    func connect(at now: ContinuousClock.Instant, _ method: () -> Method) -> Bool {
        guard let connectAt, connectAt <= now else { return false }
        self.connectAt = nil
        do {
            let opened = try ServiceConnection(to: socket).stream(method())
            stream = (opened, try poller.watch(opened.connection.descriptor, for: .readable))
        } catch { lose(because: "\(error)") }
        return true
    }

    /// Returns the next event; throws once when the stream has ended.
    func next() throws(LinkLost) -> Method.Reply? {
        guard let stream else { return nil }
        do {
            return try stream.stream.next(timeout: .zero)?.value
        } catch {
            lose(because: "\(error)")
            throw LinkLost()
        }
    }

    /// Records that the service has accepted the stream.
    func accept() {
        retry.reset()
        complaint = nil
    }

    /// Makes a call of its own, because a connection with a stream can carry none.
    func call<Parameters: MethodParameters>(_ parameters: Parameters) throws -> Parameters.Reply {
        try ServiceConnection(to: socket).call(parameters).value
    }

    private func lose(because reason: String) {
        // Log an unreachable service only once.
        if complaint != reason { log.warning("\(reason); tries again") }
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
struct LinkLost: Error {}
