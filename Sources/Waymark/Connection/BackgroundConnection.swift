import LinuxSystem
import WaymarkInterfaces

/// Calls of the service with a thread of their own, which does the waiting.
///
/// Swift runs tasks on as many threads as there are processors; one that waits for the service would be lost
/// to all tasks.
actor BackgroundConnection {
    private nonisolated let thread = BlockingThread()
    private let path: String

    /// `nil` until the next call, which connects: at first, and after the service did not answer in time, or closed it.
    private var connection: ServiceConnection?

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    init(_ connection: ServiceConnection) {
        self.connection = connection
        path = connection.path
    }

    /// Creates a connection for the calls of a session, because one with an open stream can carry none.
    init(to service: WaymarkService) { path = service.socketPath }

    func call<Parameters: MethodParameters>(
        _ parameters: Parameters
    ) throws(ClientError) -> Parameters.Reply {
        try perform { connection throws(ClientError) in try connection.call(parameters).value }
    }

    fileprivate func perform<Answer: Sendable>(
        _ work: @Sendable (ServiceConnection) throws(ClientError) -> Answer
    ) throws(ClientError) -> Answer {
        let connection = if let connection { connection } else { try ServiceConnection(to: path) }
        self.connection = connection
        do throws(ClientError) {
            return try work(connection)
        } catch {
            if error.refusal == nil { self.connection = nil }
            throw error
        }
    }
}

/// A stream of the service with a connection and a thread of its own, which does the waiting.
actor BackgroundStream<Method: MethodParameters> {
    private nonisolated let connection: ServiceConnection
    private nonisolated let thread = BlockingThread()
    private let method: Method
    private var stream: ServiceStream<Method>?

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    /// Connects to the service; the stream begins with ``next()``.
    init(_ method: Method, of service: WaymarkService) throws(ClientError) {
        connection = try ServiceConnection(to: service.socketPath)
        self.method = method
    }

    /// Waits for the next reply; cancelling the task closes the connection.
    nonisolated func next() async throws(ClientError) -> Method.Reply {
        try await connection.closedWithTask { () async throws(ClientError) in try await wait() }
    }

    private func wait() throws(ClientError) -> Method.Reply {
        let stream = if let stream { stream } else { try connection.stream(method) }
        self.stream = stream
        return try stream.next().value
    }

    nonisolated func close() { connection.close() }
}

extension ServiceConnection {
    /// Runs an operation that waits on the connection; a cancellation of the task closes the connection.
    fileprivate func closedWithTask<Value: Sendable>(
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
}

extension WaymarkService {
    /// Calls a method on a connection of its own, which a cancellation of the task closes.
    func call<Parameters: MethodParameters>(
        _ parameters: Parameters,
        within limit: Duration = ServiceConnection.patience
    ) async throws(ClientError) -> Parameters.Reply {
        try await connected { connection throws(ClientError) in
            try connection.call(parameters, within: limit).value
        }
    }

    func callForAllPages<List: PagedCall>(_ list: List) async throws(ClientError) -> [List.Reply.Element] {
        try await connected { connection throws(ClientError) in
            try connection.callForAllPages(list).value
        }.elements
    }

    private func connected<Answer: Sendable>(
        _ work: @Sendable (ServiceConnection) throws(ClientError) -> Answer
    ) async throws(ClientError) -> Answer {
        let connection = try ServiceConnection(to: socketPath)
        let calls = BackgroundConnection(connection)
        return try await connection.closedWithTask { () async throws(ClientError) in
            try await calls.perform(work)
        }
    }
}
