import LinuxSystem
import WaymarkInterfaces

/// A connection for calls of the service with a thread of its own, which does the waiting.
///
/// The threads that Swift runs tasks on are as many as there are processors; one that waits for the service would be
/// missing for everybody.
actor BackgroundConnection {
    private struct State {
        var connection: ServiceConnection
        var isClosed = false
    }

    private nonisolated let state: Guarded<State>
    private nonisolated let thread: BlockingThread

    /// Whether the connection can carry no further call: the service did not answer in time, or closed it.
    private var isSpent = false

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    /// Connects to the service; the system's tools show the thread's name, of at most 15 bytes.
    init(to service: WaymarkService, threadName: String) throws(ClientError) {
        state = Guarded(State(connection: try ServiceConnection(to: service.socketPath)))
        thread = try BlockingThread(named: threadName)
    }

    func call<Parameters: MethodParameters>(
        _ parameters: Parameters,
        within limit: Duration = ServiceConnection.patience
    ) throws(ClientError) -> Parameters.Reply {
        let connection = try usable()
        do throws(ClientError) {
            return try connection.call(parameters, within: limit).value
        } catch {
            isSpent = error.refusal == nil
            throw error
        }
    }

    /// Returns the connection, or a new one in place of one that is spent: the stream of the session may live on.
    private func usable() throws(ClientError) -> ServiceConnection {
        let (connection, isClosed) = state.withLock { ($0.connection, $0.isClosed) }
        guard isSpent, !isClosed else { return connection }
        let new = try ServiceConnection(to: connection.path)
        isSpent = false
        state.withLock { state in
            state.connection = new
            if state.isClosed { new.close() }
        }
        return new
    }

    /// Ends all that waits on this connection, now and later.
    nonisolated func close() {
        state.withLock { state in
            state.isClosed = true
            state.connection.close()
        }
    }
}

/// A stream of the service with a connection and a thread of its own, which does the waiting.
actor BackgroundStream<Method: MethodParameters> {
    private nonisolated let connection: ServiceConnection
    private nonisolated let thread: BlockingThread
    private let method: Method
    private var stream: ServiceStream<Method>?

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    /// Connects to the service; the stream begins with ``next()``.
    ///
    /// The thread's name has at most 15 bytes.
    init(_ method: Method, of service: WaymarkService, threadName: String) throws(ClientError) {
        connection = try ServiceConnection(to: service.socketPath)
        thread = try BlockingThread(named: threadName)
        self.method = method
    }

    /// Waits for the next reply; cancelling the task closes the connection.
    nonisolated func next() async throws(ClientError) -> Method.Reply {
        try await closing(
            { [connection] in connection.close() },
            { () async throws(ClientError) in try await wait() }
        )
    }

    private func wait() throws(ClientError) -> Method.Reply {
        let stream = if let stream { stream } else { try connection.stream(method) }
        self.stream = stream
        return try stream.next().value
    }

    nonisolated func close() { connection.close() }
}

/// Does what waits on a connection, which a cancellation of the task closes.
private func closing<Value: Sendable>(
    _ close: @escaping @Sendable () -> Void,
    _ operation: () async throws(ClientError) -> Value
) async throws(ClientError) -> Value {
    let result: Result<Value, ClientError> = await withTaskCancellationHandler {
        do throws(ClientError) {
            return .success(try await operation())
        } catch { return .failure(error) }
    } onCancel: {
        close()
    }
    return try result.get()
}

extension WaymarkService {
    /// Calls a method on a connection of its own, which a cancellation of the task closes.
    func call<Parameters: MethodParameters>(
        _ parameters: Parameters,
        within limit: Duration = ServiceConnection.patience
    ) async throws(ClientError) -> Parameters.Reply {
        let connection = try BackgroundConnection(to: self, threadName: "waymark-call")
        defer { connection.close() }
        return try await closing(
            { connection.close() },
            { () async throws(ClientError) in try await connection.call(parameters, within: limit) }
        )
    }
}
