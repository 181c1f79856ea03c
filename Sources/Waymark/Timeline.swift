public import FoundationEssentials
public import LocationModel

/// One dated state of a widget.
///
/// A host shows the entry itself: its JSON object, without the members `date` and `relevance`. Hosts know the members
/// of ``WidgetContent``; the service reads none of them.
public protocol TimelineEntry: Encodable, Sendable {
    /// The time from which the entry is shown.
    var date: Date { get }

    /// The relevance of the entry among the entries of this person; `nil` keeps the earlier relevance.
    var relevance: TimelineEntryRelevance? { get }
}

extension TimelineEntry {
    /// The earlier relevance.
    public var relevance: TimelineEntryRelevance? { nil }
}

/// The relevance of an entry to the person.
///
/// A host that shows one of several widgets chooses the most relevant one.
public struct TimelineEntryRelevance: Hashable, Codable, Sendable {
    /// A figure that only counts in comparison; 0 or less means not relevant.
    public let score: Double

    /// The seconds from the date of the entry for which the score counts, at most a hundred years; 0 means until the next
    /// relevance.
    public let duration: Double

    /// The regions in which the score counts while the widget is authorized, at most 8; everywhere if there
    /// are none.
    public let regions: [RelevantRegion]

    /// Creates a relevance.
    public init(score: Double, duration: Double = 0, in regions: [RelevantRegion] = []) {
        self.score = score
        self.duration = duration
        self.regions = regions
    }
}

/// A circle in which a widget matters.
public struct RelevantRegion: Hashable, Codable, Sendable {
    /// The centre.
    public let center: Coordinate

    /// The radius in metres, from 100 to 1,000,000.
    public let radiusMeters: Double

    /// Creates a region; a radius out of range becomes 100 or 1,000,000.
    public init(center: Coordinate, radiusMeters: Double) {
        self.center = center
        // NaN becomes 100, too.
        self.radiusMeters = radiusMeters >= 100 ? min(radiusMeters, 1_000_000) : 100
    }
}

/// The states that a widget shows from now on, and when the service asks for the next ones.
public struct Timeline<Entry: TimelineEntry>: Sendable {
    /// The states of the widget, at most 64 KiB when encoded.
    ///
    /// Without entries it shows nothing. Of more than 256 the first 256 are shown, and the provider is asked again when the
    /// last of them is due.
    ///
    /// The first entry is shown at once, whatever its date.
    public let entries: [Entry]

    /// The rule by which the service asks for the next timeline.
    public let policy: TimelineReloadPolicy

    /// Creates a timeline.
    public init(entries: [Entry], policy: TimelineReloadPolicy) {
        self.entries = entries
        self.policy = policy
    }
}

extension Timeline: Equatable where Entry: Equatable {}
extension Timeline: Hashable where Entry: Hashable {}

/// The rule by which the service asks for the next timeline.
///
/// A significant change of location reloads the widget under every policy.
public struct TimelineReloadPolicy: Hashable, Sendable {
    enum Kind: Hashable {
        case atEnd
        case after(Date)
        case never
    }

    let kind: Kind

    /// Asks once the last entry is due.
    public static let atEnd = TimelineReloadPolicy(kind: .atEnd)

    /// Never asks because of the time.
    public static let never = TimelineReloadPolicy(kind: .never)

    /// Asks at a date, which may be before or after that of the last entry.
    public static func after(_ date: Date) -> TimelineReloadPolicy {
        TimelineReloadPolicy(kind: .after(date))
    }
}
