import LinuxSystem
import VarlinkSocket
import WaymarkInterfaces

/// A connection to the service with a thread of its own, which does the waiting.
///
/// The threads that Swift runs tasks on are as many as there are processors; one that waits for the service would be
/// missing for everybody.
actor BackgroundConnection {
    private nonisolated let connection: ServiceConnection
    private nonisolated let thread: BlockingThread
    private var replies: ReplyStream?

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    /// Connects to the service.
    ///
    /// - Parameters:
    ///   - service: The service.
    ///   - threadName: What the system's tools show of the thread, at most 15 bytes.
    /// - Throws: ``ClientError``.
    init(to service: WaymarkService, threadName: String) throws(ClientError) {
        do throws(ServiceError) {
            connection = try ServiceConnection(to: service.socketPath)
        } catch { throw ClientError(error) }
        thread = try BlockingThread(named: threadName)
    }

    /// Calls a method and waits for its reply.
    func call<Parameters: MethodParameters>(
        _ parameters: Parameters,
        within limit: Duration = ServiceConnection.patience
    ) throws(ClientError) -> Parameters.Reply {
        do throws(ServiceError) {
            return try connection.call(parameters, within: limit).value
        } catch { throw ClientError(error) }
    }

    /// Waits for the next reply to a streaming method, which the first use calls.
    private func wait<Parameters: MethodParameters>(
        for parameters: Parameters
    ) throws(ClientError) -> Parameters.Reply {
        do throws(ServiceError) {
            let stream =
                if let replies {
                    ServiceStream<Parameters>(replies, on: connection)
                } else { try connection.stream(parameters) }
            replies = stream.replies
            return try stream.next().value
        } catch { throw ClientError(error) }
    }

    /// Waits for the next reply to a streaming method, which the first use calls.
    ///
    /// Cancelling the task closes the connection.
    nonisolated func nextReply<Parameters: MethodParameters>(
        to parameters: Parameters
    ) async throws(ClientError) -> Parameters.Reply {
        try await closedOnCancellation { () async throws(ClientError) in try await wait(for: parameters) }
    }

    /// Does what waits on this connection, which a cancellation of the task closes.
    nonisolated func closedOnCancellation<Value: Sendable>(
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

    /// Ends all that waits on this connection, now and later.
    nonisolated func close() { connection.close() }
}

extension WaymarkService {
    /// Calls a method on a connection of its own, which a cancellation of the task closes.
    func call<Parameters: MethodParameters>(
        _ parameters: Parameters,
        within limit: Duration = ServiceConnection.patience
    ) async throws(ClientError) -> Parameters.Reply {
        let connection = try BackgroundConnection(to: self, threadName: "waymark-call")
        defer { connection.close() }
        return try await connection.closedOnCancellation { () async throws(ClientError) in
            try await connection.call(parameters, within: limit)
        }
    }
}
