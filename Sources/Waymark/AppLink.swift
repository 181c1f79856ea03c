import LinuxSystem
import LocationModel
import WaymarkInterfaces

/// The present authorization of an app and its listeners, through restarts of the service.
///
/// It is separate from ``LocationManager``, so that following the service keeps no manager alive that nobody
/// refers to.
final class AppLink: Sendable {
    /// The app as the service knows it, from one connection to its loss.
    struct Session: Sendable {
        let identifier: String
        let authorization: Authorization
        let calls: BackgroundConnection
    }

    enum Event {
        case session(Session)
        case authorization(Authorization)
        case requestEnded
        case disconnected
    }

    typealias Stream = ReconnectingStream<LocationInterface.Open, Event>

    /// An authorization, or the error after which no further one comes.
    typealias Change = Result<Authorization, ClientError>

    typealias Request = @Sendable (Session) async throws(ClientError) -> AuthorizationRequestOutcome

    private struct State {
        var authorization: Authorization

        var session: Result<Session, ClientError>

        /// The request about which the person is being asked, which a service that was away does not remember.
        var pending: Request?
        var isOver = false
        var listeners: [UInt64: AsyncStream<Change>.Continuation] = [:]
        var lastListener: UInt64 = 0
    }

    private let state: Guarded<State>
    private let service: WaymarkService

    init(_ session: Session, at service: WaymarkService) {
        self.service = service
        state = Guarded(State(authorization: session.authorization, session: .success(session)))
    }

    static func event(
        in reply: LocationInterface.Open.Reply,
        of service: WaymarkService
    ) throws(ClientError) -> Event? {
        switch reply.event {
        case .keepAlive: return nil
        case .requestEnded: return .requestEnded
        case .session, .authorization:
            let authorization = try reply.authorization.orViolation(
                "an event of an app lacks the authorization"
            )
            guard reply.event == .session else { return .authorization(authorization) }
            let identifier = try reply.session.orViolation("a session without a name")
            let calls = BackgroundConnection(to: service)
            return .session(Session(identifier: identifier, authorization: authorization, calls: calls))
        }
    }

    var authorization: Authorization { state.withLock { $0.authorization } }

    /// Asks for an authorization, and again after a restart of the service as long as the person has not answered.
    func ask(_ request: @escaping Request) async throws(ClientError) -> AuthorizationRequestOutcome {
        let outcome = try await request(try state.withLock { $0.session }.get())
        if outcome.isAsked { state.withLock { $0.pending = request } }
        return outcome
    }

    func changes() -> AsyncStream<Change> {
        let (stream, continuation) = AsyncStream.makeStream(of: Change.self)
        state.withLock { state in
            continuation.yield(.success(state.authorization))
            guard !state.isOver else { return continuation.finish() }
            state.lastListener += 1
            let number = state.lastListener
            state.listeners[number] = continuation
            continuation.onTermination = { [weak self] _ in
                // Finishing a listener comes back here, with the state still locked.
                Task { self?.remove(number) }
            }
        }
        return stream
    }

    private func remove(_ listener: UInt64) { state.withLock { $0.listeners[listener] = nil } }

    /// Follows the service until the task is cancelled or the service refuses the app.
    func follow(_ stream: Stream) async {
        do throws(ClientError) {
            while let event = try await stream.next() {
                switch event {
                case .session(let session):
                    state.withLock { $0.session = .success(session) }
                    publish(session.authorization)
                    // If it fails, the app's next request reports why.
                    if let pending = state.withLock({ $0.pending }) { _ = try? await pending(session) }
                case .authorization(let authorization): publish(authorization)
                case .requestEnded: state.withLock { $0.pending = nil }
                case .disconnected:
                    state.withLock { $0.session = .failure(.disconnected(path: service.socketPath)) }
                }
            }
            end(nil)
        } catch { end(error) }
    }

    private func publish(_ authorization: Authorization) {
        state.withLock { state in
            // A restart of the service is no change.
            guard authorization != state.authorization else { return }
            state.authorization = authorization
            state.pending = nil
            for listener in state.listeners.values { listener.yield(.success(authorization)) }
        }
    }

    private func end(_ error: ClientError?) {
        let listeners = state.withLock { state in
            state.isOver = true
            state.session = .failure(error ?? .disconnected(path: service.socketPath))
            defer { state.listeners = [:] }
            return state.listeners.values
        }
        for listener in listeners {
            if let error { listener.yield(.failure(error)) }
            listener.finish()
        }
    }
}
