/// A provider that answers through a completion, at once or later, for code that is not `async`.
public protocol CompletionTimelineProvider: TimelineProvider {
    /// One dated state of the widget.
    associatedtype Entry

    /// Makes an entry of sample data for a gallery within two seconds; see ``TimelineProvider/snapshot(in:)``.
    func getSnapshot(in context: Context, completion: @escaping @Sendable (Entry) -> Void)

    /// Makes a timeline before the context's deadline; see ``TimelineProvider/timeline(in:)``.
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

/// Returns the first value that a completion is called with, or throws when the task is cancelled before.
package func completion<Answer: Sendable>(
    _ ask: (@escaping @Sendable (Answer) -> Void) -> Void
) async throws -> Answer {
    let (answers, continuation) = AsyncStream.makeStream(
        of: Answer.self,
        bufferingPolicy: .bufferingOldest(1)
    )
    ask { continuation.yield($0) }
    for await answer in answers { return answer }
    throw CancellationError()
}
