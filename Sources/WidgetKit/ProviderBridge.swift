import CoreLocation
import Dispatch
import Waymark

/// A provider and the closure that turns its entries into content for hosts, as a provider for the library.
///
/// Both are only used on the main queue, as their author expects.
struct ProviderBridge<Provider: TimelineProvider>: Waymark.TimelineProvider, @unchecked Sendable {
    private let provider: Provider
    private let content: (Provider.Entry) -> WidgetContent

    init(_ provider: Provider, _ content: @escaping (Provider.Entry) -> WidgetContent) {
        self.provider = provider
        self.content = content
    }

    func placeholder(in context: Context) -> ShownEntry? {
        let context = TimelineProviderContext(context)
        // On the main queue like the others, whichever thread the library asks on.
        return Thread.isMainThread
            ? shown(provider.placeholder(in: context))
            : DispatchQueue.main.sync { shown(provider.placeholder(in: context)) }
    }

    func snapshot(in context: Context) async throws -> ShownEntry {
        try await answer(context) { context, completion in
            provider.getSnapshot(in: context) { completion(shown($0)) }
        }
    }

    func timeline(in context: Context) async throws -> Waymark.Timeline<ShownEntry> {
        let timeline: Waymark.Timeline<ShownEntry> = try await answer(context) { context, completion in
            provider.getTimeline(in: context) { completion(shown($0)) }
        }
        let regions = await provider.relevance().regions
        guard !regions.isEmpty, timeline.entries.allSatisfy({ $0.relevance == nil }) else { return timeline }
        let relevance = Waymark.TimelineEntryRelevance(score: 1, in: regions)
        let entries = timeline.entries.map {
            ShownEntry(date: $0.date, content: $0.content, relevance: relevance)
        }
        return Waymark.Timeline(entries: entries, policy: timeline.policy)
    }

    /// Asks the provider on the main queue, where its location managers have the location of the request.
    private func answer<Answer: Sendable>(
        _ context: Context,
        _ ask: @escaping (TimelineProviderContext, @escaping @Sendable (Answer) -> Void) -> Void
    ) async throws -> Answer {
        let request = AnsweredRequest(context.location)
        RunningApp.shared.begin(request)
        // It is also over when a newer request for the widget has replaced it.
        defer { RunningApp.shared.end(request) }
        // It is only asked on the main queue.
        let ask = Unchecked(ask)
        return try await completion { completion in
            DispatchQueue.main.async {
                AnsweredRequest.$current.withValue(request) {
                    ask.value(TimelineProviderContext(context), completion)
                }
            }
        }
    }

    private func shown(_ timeline: Timeline<Provider.Entry>) -> Waymark.Timeline<ShownEntry> {
        Waymark.Timeline(entries: timeline.entries.map(shown), policy: timeline.policy)
    }

    private func shown(_ entry: Provider.Entry) -> ShownEntry {
        ShownEntry(
            date: entry.date,
            content: content(entry),
            relevance: entry.relevance.map {
                Waymark.TimelineEntryRelevance(score: Double($0.score), duration: $0.duration)
            }
        )
    }
}

extension TimelineProviderContext {
    fileprivate init(_ context: Waymark.TimelineProviderContext) {
        self.init(family: WidgetFamily(context.family), isPreview: context.isPreview)
    }
}

struct ShownEntry: Waymark.TimelineEntry {
    let date: Date
    let content: WidgetContent
    let relevance: Waymark.TimelineEntryRelevance?

    func encode(to encoder: any Encoder) throws { try content.encode(to: encoder) }
}
