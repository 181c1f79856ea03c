import CoreLocation
import Dispatch
import LinuxSystem
import Waymark

/// A provider of any type of entries.
protocol KindProvider: Sendable {
    /// The provider for the library.
    func configuration(kind: String) -> Waymark.WidgetConfiguration
}

/// A provider and the closure that turns its entries into what hosts show.
///
/// It is only used on the main queue, as its author expects.
struct ProvidedKind<Provider: TimelineProvider>: KindProvider, @unchecked Sendable {
    private let provider: Provider
    private let content: (Provider.Entry) -> WidgetContent

    init(_ provider: Provider, _ content: @escaping (Provider.Entry) -> WidgetContent) {
        self.provider = provider
        self.content = content
    }

    func configuration(kind: String) -> Waymark.WidgetConfiguration {
        // The manifest says whether its widgets want the location; without one, they do.
        Waymark.WidgetConfiguration(kind: kind, wantsLocation: true, provider: Bridge(kind: self))
    }

    /// Calls a method of the provider on the main queue, and waits for its completion or the end of the task.
    private func answer<Answer: Sendable>(
        _ ask: @escaping (Self, @escaping @Sendable (Answer) -> Void) -> Void
    ) async throws -> Answer {
        let waiter = Waiter<Answer>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                waiter.wait(continuation)
                let asking = Asking(kind: self, ask: ask)
                DispatchQueue.main.async { asking.ask(asking.kind) { waiter.end(.success($0)) } }
            }
        } onCancel: {
            waiter.end(.failure(CancellationError()))
        }
    }

    private struct Asking<Answer: Sendable>: @unchecked Sendable {
        let kind: ProvidedKind
        let ask: (ProvidedKind, @escaping @Sendable (Answer) -> Void) -> Void
    }

    fileprivate func timeline(
        in context: TimelineProviderContext
    ) async throws -> Waymark.Timeline<ShownEntry> {
        try await answer { (kind, completion: @escaping @Sendable (Waymark.Timeline<ShownEntry>) -> Void) in
            kind.provider.getTimeline(in: context) { [kind] in completion(kind.shown($0)) }
        }
    }

    private func shown(_ timeline: Timeline<Provider.Entry>) -> Waymark.Timeline<ShownEntry> {
        let policy: Waymark.TimelineReloadPolicy =
            switch timeline.policy.kind {
            case .atEnd: .atEnd
            case .after(let date): .after(UTCInstant(date))
            case .never: .never
            }
        return Waymark.Timeline(entries: timeline.entries.map(shown), policy: policy)
    }

    private func shown(_ entry: Provider.Entry) -> ShownEntry {
        ShownEntry(date: UTCInstant(entry.date), content: content(entry))
    }
}

/// The provider for the library.
private struct Bridge<Provider: TimelineProvider>: Waymark.TimelineProvider {
    let kind: ProvidedKind<Provider>

    func timeline(in context: Context) async throws -> Waymark.Timeline<ShownEntry> {
        RunningApp.shared.record(context.location)
        return try await kind.timeline(
            in: TimelineProviderContext(family: .systemSmall, isPreview: false)
        )
    }
}

/// An entry as hosts show it.
struct ShownEntry: Waymark.TimelineEntry {
    let date: UTCInstant
    let content: WidgetContent

    func encode(to encoder: any Encoder) throws { try content.encode(to: encoder) }
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

extension UTCInstant {
    init(_ date: Date) {
        // The dates of entries may be distant; the service keeps those of about 290 years around 1970.
        let nanoseconds = (date.timeIntervalSince1970 * 1e9).rounded()
        self.init(nanosecondsSince1970: Int64(exactly: nanoseconds) ?? (nanoseconds < 0 ? .min : .max))
    }
}
