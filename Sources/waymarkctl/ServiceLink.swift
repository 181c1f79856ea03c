import Waymark
import WaymarkInterfaces

/// A stream of the service that is opened again whenever it ends, for a loop that waits for other things too.
struct ServiceLink<Parameters: MethodParameters> {
    /// What has happened.
    enum Step {
        /// The service sent a reply.
        case reply(ServiceConnection.Reply<Parameters.Reply>)

        /// The open stream ended.
        case lost(Failure)

        /// The stream could not be opened; it is tried again.
        case unopened(Failure)
    }

    private let open: () throws(Failure) -> ServiceStream<Parameters>
    private let mayPass: (Failure) -> Bool
    private var stream: ServiceStream<Parameters>?
    private var reconnection: Reconnection

    /// Creates a link.
    ///
    /// - Parameters:
    ///   - path: The service's socket.
    ///   - stream: The stream, if it is open already.
    ///   - mayPass: Whether a failure to open it may pass. Another one ends the link.
    ///   - open: Opens the stream.
    init(
        to path: String,
        _ stream: ServiceStream<Parameters>? = nil,
        retryingAfter mayPass: @escaping (Failure) -> Bool = \.isUnreachable,
        opening open: @escaping () throws(Failure) -> ServiceStream<Parameters>
    ) {
        self.open = open
        self.mayPass = mayPass
        self.stream = stream
        reconnection = Reconnection(to: path)
        if stream == nil { reconnection.begin(at: .now) }
    }

    /// The descriptor to wait for: the stream, or what reports that the service is back.
    var descriptor: CInt? { stream?.connection.descriptor ?? reconnection.descriptor }

    /// The time to try again, while the stream is not open.
    var deadline: ContinuousClock.Instant? { reconnection.attemptAt }

    /// Returns the next step; `nil` if nothing more has happened.
    mutating func next() throws(Failure) -> Step? {
        if stream == nil {
            guard reconnection.isDue(at: .now) else { return nil }
            do throws(Failure) {
                stream = try open()
                // Until it has answered, its socket may be all that there is of the service.
                reconnection.suspend()
            } catch {
                guard mayPass(error) else { throw error }
                reconnection.fail(at: .now)
                return .unopened(error)
            }
        }
        do throws(Failure) {
            guard let reply = try stream?.reply(within: .zero) else { return nil }
            reconnection.succeed()
            return .reply(reply)
        } catch {
            guard mayPass(error) else { throw error }
            stream = nil
            reconnection.fail(at: .now)
            return .lost(error)
        }
    }

    /// Closes the stream; it is opened again at once.
    mutating func reopen() {
        stream?.connection.close()
        stream = nil
        reconnection.begin(at: .now)
    }
}
