import LinuxSystem
import LocationModel
import WaymarkInterfaces

struct AppSource: EventSource {
    struct Session: Sendable {
        let identifier: String
        let authorization: Authorization

        // A connection with an open stream can carry no calls, so these have one of their own.
        let calls: BackgroundConnection
    }

    enum Event {
        case authorization(Authorization)
        case requestEnded
    }

    let service: WaymarkService
    let app: String

    var method: LocationInterface.Open { .init(app: app) }

    var threadName: String { "waymark-app" }

    func prepare() async throws(ClientError) { _ = try await service.registerManifest(of: app) }

    func session(begunBy reply: LocationInterface.Open.Reply) throws(ClientError) -> Session {
        guard reply.event == .session, let identifier = reply.session, let authorization = reply.authorization
        else {
            throw .protocolViolation("the first event of a session lacks the session or the authorization")
        }
        return Session(
            identifier: identifier,
            authorization: authorization,
            calls: try BackgroundConnection(to: service, threadName: "waymark-calls")
        )
    }

    func event(in reply: LocationInterface.Open.Reply, of session: Session) throws(ClientError) -> Event? {
        switch reply.event {
        case .keepAlive, .session: return nil
        case .requestEnded: return .requestEnded
        case .authorization:
            guard let authorization = reply.authorization else {
                throw .protocolViolation("an event of an authorization without it")
            }
            return .authorization(authorization)
        }
    }

    func close(_ session: Session) { session.calls.close() }
}

/// The present authorization of an app and its listeners, through restarts of the service.
///
/// It is apart from ``LocationManager`` so that following the service does not keep a session alive that nobody refers to.
final class AppLink: Sendable {
    /// An authorization, or why there will be no further one.
    typealias Change = Result<Authorization, ClientError>

    typealias Request =
        @Sendable (AppSource.Session) async throws(ClientError) -> AuthorizationRequestOutcome

    private struct State {
        var authorization: Authorization
        var session: AppSource.Session?

        /// Why there is no session, while there is none.
        var absence: ClientError

        /// The request about which the person is being asked, which a service that was away does not remember.
        var pending: Request?
        var isOver = false
        var listeners: [UInt64: AsyncStream<Change>.Continuation] = [:]
        var lastListener: UInt64 = 0
    }

    private let state: Guarded<State>

    init(_ session: AppSource.Session, at service: WaymarkService) {
        state = Guarded(
            State(
                authorization: session.authorization,
                session: session,
                absence: .disconnected(path: service.socketPath)
            )
        )
    }

    var authorization: Authorization { state.withLock { $0.authorization } }

    var session: AppSource.Session {
        get throws(ClientError) {
            let (session, absence) = state.withLock { ($0.session, $0.absence) }
            guard let session else { throw absence }
            return session
        }
    }

    /// Asks for an authorization, and again after a restart of the service as long as the person has not answered.
    func ask(_ request: @escaping Request) async throws(ClientError) -> AuthorizationRequestOutcome {
        let outcome = try await request(session)
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
    func follow(_ stream: ReconnectingStream<AppSource>) async {
        do throws(ClientError) {
            while let step = try await stream.next() {
                switch step {
                case .connected(let session):
                    state.withLock { $0.session = session }
                    publish(session.authorization)
                    // Why it fails, the app's next request will tell.
                    if let pending = state.withLock({ $0.pending }) { _ = try? await pending(session) }
                case .event(.authorization(let authorization)): publish(authorization)
                case .event(.requestEnded): state.withLock { $0.pending = nil }
                case .disconnected: state.withLock { $0.session = nil }
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
            state.session = nil
            if let error { state.absence = error }
            defer { state.listeners = [:] }
            return state.listeners.values
        }
        for listener in listeners {
            if let error { listener.yield(.failure(error)) }
            listener.finish()
        }
    }
}
