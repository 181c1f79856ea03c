import LinuxSystem

/// What a session knows, and who listens to it, through restarts of the service.
final class AppLink: Sendable {
    /// An authorization, or why there will be none any more.
    typealias Change = Result<Authorization, ClientError>

    private struct State {
        var authorization: Authorization
        var connection: AppConnection?
        var away: ClientError
        var isOver = false
        var listeners: [UInt64: AsyncStream<Change>.Continuation] = [:]
        var lastListener: UInt64 = 0
    }

    private let state: Guarded<State>

    init(_ connection: AppConnection) {
        state = Guarded(
            State(
                authorization: connection.authorization,
                connection: connection,
                away: .disconnected(path: connection.path)
            )
        )
    }

    var authorization: Authorization { state.withLock { $0.authorization } }

    /// The connection that requests go through.
    var connection: AppConnection {
        get throws(ClientError) {
            let (connection, away) = state.withLock { ($0.connection, $0.away) }
            guard let connection else { throw away }
            return connection
        }
    }

    /// Returns the present authorization and each change from now on.
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
                Task { self?.forget(number) }
            }
        }
        return stream
    }

    private func forget(_ listener: UInt64) { state.withLock { $0.listeners[listener] = nil } }

    /// Takes in what the service says until the task is cancelled or the service refuses the app.
    func follow(_ first: AppConnection, _ app: String, at service: WaymarkService) async {
        var connection = first
        while true {
            let error = await listen(to: connection)
            connection.close()
            guard !Task.isCancelled else { return end(nil) }
            state.withLock { state in
                state.connection = nil
                state.away = error
            }
            guard error.mayPass else { return end(error) }
            do throws(ClientError) {
                guard let next = try await reopen(app, at: service) else { return end(nil) }
                connection = next
            } catch { return end(error) }
        }
    }

    private func listen(to connection: AppConnection) async -> ClientError {
        take(connection.authorization, over: connection)
        while true {
            do throws(ClientError) {
                let authorization = try await cancellable(connection.stream, isolation: nil) {
                    () async throws(ClientError) in
                    try await connection.stream.next()
                }
                take(authorization, over: connection)
            } catch { return error }
        }
    }

    private func take(_ authorization: Authorization, over connection: AppConnection) {
        state.withLock { state in
            state.connection = connection
            // A restart of the service is no change.
            guard authorization != state.authorization else { return }
            state.authorization = authorization
            for listener in state.listeners.values { listener.yield(.success(authorization)) }
        }
    }

    private func reopen(_ app: String, at service: WaymarkService) async throws(ClientError) -> AppConnection?
    {
        var backOff = BackOff()
        while (try? await Task.sleep(for: backOff.next())) != nil {
            do throws(ClientError) {
                return try await AppConnection.open(app, at: service)
            } catch {
                guard !Task.isCancelled else { return nil }
                guard error.mayPass else { throw error }
            }
        }
        return nil
    }

    private func end(_ error: ClientError?) {
        let listeners = state.withLock { state in
            state.isOver = true
            state.connection = nil
            if let error { state.away = error }
            defer { state.listeners = [:] }
            return state.listeners.values
        }
        for listener in listeners {
            if let error { listener.yield(.failure(error)) }
            listener.finish()
        }
    }
}
