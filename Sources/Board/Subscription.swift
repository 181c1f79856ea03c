import LinuxSystem
import LocationModel
import ServiceClient
import Waymark
import WaymarkInterfaces

/// A stream of the service in a loop, connected again after each failure as long as it is wanted.
final class Subscription<Method: MethodParameters> {
    /// What happened.
    enum Event {
        case reply(Method.Reply)
        case lost(ServiceError)
    }

    private let socket: String
    private let poller: Poller
    private let parameters: Method
    private var stream: (stream: ServiceStream<Method>, token: Poller.Token)?
    private var connectAt: ContinuousClock.Instant?
    private var retry = BackOff.reconnecting()

    init(_ parameters: Method, at socket: String, _ poller: Poller) {
        self.parameters = parameters
        self.socket = socket
        self.poller = poller
    }

    /// The time of the next attempt to connect.
    var nextDeadline: ContinuousClock.Instant? { connectAt }

    /// Whether the stream is wanted.
    var isWanted: Bool { stream != nil || connectAt != nil }

    /// Opens the stream at the next call of ``next(at:)``.
    func start() {
        if !isWanted { connectAt = .now }
    }

    /// Ends the stream.
    func stop() {
        connectAt = nil
        retry.reset()
        close()
    }

    /// Returns the next event; `nil` if there is none now.
    func next(at now: ContinuousClock.Instant) -> Event? {
        do throws(ServiceError) {
            if let connectAt, connectAt <= now {
                self.connectAt = nil
                let stream = try ServiceConnection(to: socket).stream(parameters)
                do throws(SystemError) {
                    self.stream = (stream, try poller.watch(stream.connection.descriptor, for: .readable))
                } catch { throw .system(path: socket, problem: "\(error)") }
            }
            guard let reply = try stream?.stream.next(timeout: .zero) else { return nil }
            retry.reset()
            return .reply(reply.value)
        } catch {
            close()
            connectAt = now + retry.next()
            return .lost(error)
        }
    }

    private func close() {
        if let stream { poller.unwatch(stream.token) }
        stream = nil
    }
}
