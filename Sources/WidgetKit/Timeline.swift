// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// A dated state of a widget.
///
/// It need not be encodable: the content closure of ``StaticConfiguration`` turns it into content for hosts.
public protocol TimelineEntry: SendableMetatype {
    /// The time from which the entry is shown.
    var date: Date { get }

    /// The relevance of the entry among others; `nil` keeps the earlier relevance.
    var relevance: TimelineEntryRelevance? { get }
}

extension TimelineEntry {
    public var relevance: TimelineEntryRelevance? { nil }
}

/// The relevance of an entry, and its duration.
public struct TimelineEntryRelevance: Codable, Hashable, Sendable {
    /// The relevance: 0 or less is none, and only comparison with others counts.
    public var score: Float

    /// The seconds from the entry's date for which it counts; 0 means until the next relevance.
    public var duration: TimeInterval

    public init(score: Float, duration: TimeInterval = 0) {
        self.score = score
        self.duration = duration
    }
}

/// The states that a widget shows from now on, and when to ask for the next ones.
public struct Timeline<EntryType: TimelineEntry> {
    /// The states; see ``init(entries:policy:)``.
    public let entries: [EntryType]
    public let policy: TimelineReloadPolicy

    /// Without entries the widget shows nothing; of more than 256 the first 256 are shown, and the provider is asked again when
    /// the last of them is due.
    public init(entries: [EntryType], policy: TimelineReloadPolicy) {
        self.entries = entries
        self.policy = policy
    }
}
