import LocationModel
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

        /// The stream could not be opened; it is tried again at ``ServiceLink/deadline``.
        case unopened(Failure)
    }

    private enum State {
        case open(ServiceStream<Parameters>)
        case closed(until: ContinuousClock.Instant)
    }

    private let open: () throws(Failure) -> ServiceStream<Parameters>
    private let mayPass: (Failure) -> Bool
    private var state: State
    private var backOff = reconnecting

    /// A restart of the service takes a fraction of a second, so the first tries come quickly.
    static var reconnecting: BackOff { BackOff(first: .milliseconds(100)) }

    /// Creates a link.
    ///
    /// - Parameters:
    ///   - stream: The stream, if it is open already.
    ///   - mayPass: Whether a failure to open it may pass. Another one ends the link.
    ///   - open: Opens the stream.
    init(
        _ stream: ServiceStream<Parameters>? = nil,
        retryingAfter mayPass: @escaping (Failure) -> Bool = \.isUnreachable,
        opening open: @escaping () throws(Failure) -> ServiceStream<Parameters>
    ) {
        self.open = open
        self.mayPass = mayPass
        state = stream.map { .open($0) } ?? .closed(until: .now)
    }

    /// The descriptor to wait for, while the stream is open.
    var descriptor: CInt? {
        if case .open(let stream) = state { stream.connection.descriptor } else { nil }
    }

    /// The time to try again, while the stream is not open.
    var deadline: ContinuousClock.Instant? {
        if case .closed(let until) = state { until } else { nil }
    }

    /// Returns the next step; `nil` if nothing more has happened.
    mutating func next() throws(Failure) -> Step? {
        if case .closed(let until) = state {
            guard until <= .now else { return nil }
            do throws(Failure) {
                state = .open(try open())
            } catch {
                guard mayPass(error) else { throw error }
                state = .closed(until: .now + backOff.next())
                return .unopened(error)
            }
        }
        guard case .open(let stream) = state else { return nil }
        do throws(Failure) {
            guard let reply = try stream.reply(within: .zero) else { return nil }
            backOff.reset()
            return .reply(reply)
        } catch {
            guard mayPass(error) else { throw error }
            state = .closed(until: .now + backOff.next())
            return .lost(error)
        }
    }

    /// Closes the stream; it is opened again at once.
    mutating func reopen() {
        if case .open(let stream) = state { stream.connection.close() }
        state = .closed(until: .now)
    }
}
