// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// The code that makes the timelines of a kind of widget.
///
/// All methods but ``relevance()`` are called on the main queue, one widget after the other; each answers through its
/// completion, then or later.
@preconcurrency public protocol TimelineProvider: SendableMetatype {
    associatedtype Entry: TimelineEntry

    typealias Context = TimelineProviderContext

    /// Returns the entry that a widget shows while there is no other.
    func placeholder(in context: Context) -> Entry

    /// Makes the entry for a gallery, within two seconds.
    func getSnapshot(in context: Context, completion: @escaping @Sendable (Entry) -> Void)

    func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<Entry>) -> Void)

    /// Returns where its widgets matter; asked with each timeline, with a score of 1 if no entry has a
    /// relevance.
    func relevance() async -> WidgetRelevance<Void>
}

extension TimelineProvider {
    public func relevance() async -> WidgetRelevance<Void> { WidgetRelevance([]) }
}

/// The context in which a timeline or a snapshot is made.
public struct TimelineProviderContext: Hashable, Sendable {
    /// The family in which the host shows the widget.
    public let family: WidgetFamily

    /// Whether the snapshot is for a gallery: sample data will do.
    public let isPreview: Bool

    /// A usual size of the family in points, on which nothing should depend: hosts report none, and show
    /// texts.
    public var displaySize: CGSize { family.usualSize }
}
