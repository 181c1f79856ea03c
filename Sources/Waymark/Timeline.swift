/// One dated state of a widget.
///
/// What is to be shown is the entry itself, encoded without its member `date`, as a JSON object. Hosts know by
/// convention `text`, `detail`, `alt`, `class` and `percentage`; the service reads none of it.
public protocol TimelineEntry: Encodable, Sendable {
    /// From when on it is to be shown.
    var date: UTCInstant { get }
}

/// What is to be shown, and when to ask again.
public struct Timeline<Entry: TimelineEntry>: Sendable {
    /// The states of the widget, 1 to 256, at most 64 KiB encoded.
    ///
    /// The first is shown at once, whatever its date.
    public let entries: [Entry]

    /// When to ask for the next timeline.
    public let policy: TimelineReloadPolicy

    /// Creates a timeline.
    public init(entries: [Entry], policy: TimelineReloadPolicy) {
        self.entries = entries
        self.policy = policy
    }
}

extension Timeline: Equatable where Entry: Equatable {}
extension Timeline: Hashable where Entry: Hashable {}

/// When to ask for the next timeline.
///
/// None of them suppresses the reload after a significant change of location.
public struct TimelineReloadPolicy: Hashable, Sendable {
    enum Kind: Hashable {
        case atEnd
        case after(UTCInstant)
        case never
    }

    let kind: Kind

    /// Once the last entry is due.
    public static let atEnd = TimelineReloadPolicy(kind: .atEnd)

    /// Not by the clock.
    public static let never = TimelineReloadPolicy(kind: .never)

    /// At a date, which may lie before or after the last entry.
    public static func after(_ date: UTCInstant) -> TimelineReloadPolicy {
        TimelineReloadPolicy(kind: .after(date))
    }
}
