/// A stream that somebody waits on, and that can be ended from anywhere.
protocol CancellableStream: Sendable {
    /// Ends the stream, and with it the waiting.
    nonisolated func close()
}

/// Does something that waits on a stream's thread, which a cancellation of the task ends at once.
func cancellable<Value: Sendable>(
    _ stream: some CancellableStream,
    isolation actor: isolated (any Actor)?,
    _ operation: () async throws(ClientError) -> Value
) async throws(ClientError) -> Value {
    let result: Result<Value, ClientError> = await withTaskCancellationHandler {
        do throws(ClientError) {
            return .success(try await operation())
        } catch { return .failure(error) }
    } onCancel: {
        stream.close()
    }
    return try result.get()
}
