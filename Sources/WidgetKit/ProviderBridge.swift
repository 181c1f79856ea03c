import CoreLocation
import Dispatch
import Waymark

/// A provider and the closure that turns its entries into what hosts show, as a provider for the library.
///
/// Both are only used on the main queue, as their author expects.
struct ProviderBridge<Provider: TimelineProvider>: CompletionTimelineProvider, @unchecked Sendable {
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

    func getSnapshot(in context: Context, completion: @escaping @Sendable (ShownEntry) -> Void) {
        let context = TimelineProviderContext(context)
        DispatchQueue.main.async { provider.getSnapshot(in: context) { completion(shown($0)) } }
    }

    func getTimeline(
        in context: Context,
        completion: @escaping @Sendable (Waymark.Timeline<ShownEntry>) -> Void
    ) {
        DispatchQueue.main.async {
            if !context.isPreview { RunningApp.shared.record(context.location) }
            provider.getTimeline(in: TimelineProviderContext(context)) { completion(shown($0)) }
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

/// An entry as hosts show it.
struct ShownEntry: Waymark.TimelineEntry {
    let date: Date
    let content: WidgetContent
    let relevance: Waymark.TimelineEntryRelevance?

    func encode(to encoder: any Encoder) throws { try content.encode(to: encoder) }
}
