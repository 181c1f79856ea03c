import LocationModel
import Waymark

struct TextEntry: TimelineEntry {
    let date: Date
    let text: String
    var relevance: TimelineEntryRelevance?
}

struct Describer: TimelineProvider {
    static let date = Date(timeIntervalSince1970: 1_700_000_000)

    func timeline(in context: Context) async throws -> Timeline<TextEntry> {
        Timeline(
            entries: [TextEntry(date: Self.date, text: "\(context.reason.rawValue) of \(context.widget)")],
            policy: .after(Self.date.addingTimeInterval(60))
        )
    }
}

/// A provider whose completion is called on another thread, and for any widget but `w1` never.
struct LateDescriber: CompletionTimelineProvider {
    func getSnapshot(in context: Context, completion: @escaping @Sendable (TextEntry) -> Void) {
        completion(TextEntry(date: Describer.date, text: "sample"))
    }

    func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<TextEntry>) -> Void) {
        guard context.widget == WidgetIdentifier(1) else { return }
        Task.detached { completion(.text("late")) }
    }
}

struct Improviser: TimelineProvider {
    let make: @Sendable (Context) async throws -> Timeline<TextEntry>

    func timeline(in context: Context) async throws -> Timeline<TextEntry> { try await make(context) }
}

extension Timeline<TextEntry> {
    static func text(_ text: String, relevance: TimelineEntryRelevance? = nil) -> Self {
        let entry = TextEntry(date: Describer.date, text: text, relevance: relevance)
        return Timeline(entries: [entry], policy: .never)
    }
}
