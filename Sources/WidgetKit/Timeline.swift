// As on Apple's platforms, importing this module brings Foundation.
@_exported public import Foundation

/// A dated state of a widget.
///
/// It need not be encodable: the content closure of ``StaticConfiguration`` turns it into what hosts show.
public protocol TimelineEntry: SendableMetatype {
    /// The time from which the entry is shown.
    var date: Date { get }
}

/// The states that a widget shows from now on, and when to ask for the next ones.
public struct Timeline<EntryType: TimelineEntry> {
    /// The states, 1 to 256.
    public let entries: [EntryType]

    /// When to ask for the next timeline.
    public let policy: TimelineReloadPolicy

    /// Creates a timeline.
    ///
    /// - Parameters:
    ///   - entries: The states, 1 to 256.
    ///   - policy: When to ask for the next timeline.
    public init(entries: [EntryType], policy: TimelineReloadPolicy) {
        self.entries = entries
        self.policy = policy
    }
}

/// When to ask for the next timeline.
///
/// A significant change of the location asks under every policy.
public struct TimelineReloadPolicy: Equatable, Sendable {
    enum Kind: Equatable {
        case atEnd
        case after(Date)
        case never
    }

    let kind: Kind

    /// Once the last entry is due.
    public static let atEnd = TimelineReloadPolicy(kind: .atEnd)

    /// Never because of the time.
    public static let never = TimelineReloadPolicy(kind: .never)

    /// At a date.
    public static func after(_ date: Date) -> TimelineReloadPolicy {
        TimelineReloadPolicy(kind: .after(date))
    }
}
