import LinuxSystem

/// A provider that answers through a completion, at once or later, for code that is not `async`.
public protocol CompletionTimelineProvider: TimelineProvider {
    /// One dated state of the widget.
    associatedtype Entry

    /// Makes an entry of sample data for a gallery; see ``TimelineProvider/snapshot(in:)``.
    ///
    /// - Parameters:
    ///   - context: A preview.
    ///   - completion: Is called once with the entry, within two seconds.
    func getSnapshot(in context: Context, completion: @escaping @Sendable (Entry) -> Void)

    /// Makes a timeline; see ``TimelineProvider/timeline(in:)``.
    ///
    /// - Parameters:
    ///   - context: The widget, the reason of the request, and the location if the widget may know it.
    ///   - completion: Is called once with the timeline, before the context's deadline.
    func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<Entry>) -> Void)
}

extension CompletionTimelineProvider {
    /// Waits for the completion of ``getSnapshot(in:completion:)``.
    public func snapshot(in context: Context) async throws -> Entry {
        try await completion { getSnapshot(in: context, completion: $0) }
    }

    /// Waits for the completion of ``getTimeline(in:completion:)``.
    public func timeline(in context: Context) async throws -> Timeline<Entry> {
        try await completion { getTimeline(in: context, completion: $0) }
    }
}

/// Returns what a completion is called with first, or throws when the task is cancelled before.
package func completion<Answer: Sendable>(
    _ ask: (@escaping @Sendable (Answer) -> Void) -> Void
) async throws -> Answer {
    let waiter = Waiter<Answer>()
    return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
            waiter.wait(continuation)
            ask { waiter.end(.success($0)) }
        }
    } onCancel: {
        waiter.end(.failure(CancellationError()))
    }
}

/// One wait for a completion, which may be called twice, or never.
private final class Waiter<Answer: Sendable>: Sendable {
    private let state = Guarded<(continuation: CheckedContinuation<Answer, any Error>?, isOver: Bool)>(
        (nil, false)
    )

    func wait(_ continuation: CheckedContinuation<Answer, any Error>) {
        let isOver = state.withLock { state in
            if !state.isOver { state.continuation = continuation }
            return state.isOver
        }
        if isOver { continuation.resume(throwing: CancellationError()) }
    }

    func end(_ result: Result<Answer, any Error>) {
        let continuation = state.withLock { state in
            defer { state = (nil, true) }
            return state.continuation
        }
        continuation?.resume(with: result)
    }
}
