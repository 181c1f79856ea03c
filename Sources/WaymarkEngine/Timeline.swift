package import LocationModel

/// What a provider wants shown, and when it wants to be asked again.
package struct Timeline: Hashable, Sendable {
    /// The most entries one timeline may have.
    package static let entryLimit = 256

    /// What an entry counts for beside its content.
    private static let bytesPerEntry = 32

    /// The entries, earliest first; never empty.
    package let entries: [TimelineEntry]

    /// How many bytes it counts for: those of the contents, and some for each entry.
    package let byteCount: Int

    /// When to ask the provider for the next timeline.
    package let policy: ReloadPolicy

    /// Creates a timeline of `entries`, which are put in order of their dates.
    ///
    /// - Throws: ``TimelineProblem`` when there are no entries or more than ``entryLimit``.
    package init(entries: [TimelineEntry], policy: ReloadPolicy) throws(TimelineProblem) {
        guard !entries.isEmpty else { throw .noEntries }
        guard entries.count <= Self.entryLimit else { throw .tooManyEntries(entries.count) }
        // The index keeps entries of one date in the provider's order: the sort need not be stable.
        self.entries = entries.enumerated()
            .sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }
            .map(\.element)
        byteCount = entries.reduce(0) { $0 + $1.content.utf8.count + Self.bytesPerEntry }
        self.policy = policy
    }

    /// Returns the entry to show at `date`: the last one not later, or the first when all lie ahead.
    package func entry(at date: UTCInstant) -> TimelineEntry {
        entries.last { $0.date <= date } ?? entries[0]
    }

    /// Returns when the entry after the one shown at `date` is due, or `nil` when that is the last.
    package func nextEntryDate(after date: UTCInstant) -> UTCInstant? {
        entries.dropFirst().first { $0.date > date }?.date
    }
}

/// One dated state of a widget.
package struct TimelineEntry: Hashable, Sendable {
    /// From when on it is to be shown, on the wall clock.
    package let date: UTCInstant

    /// What to show: the text of a JSON object that means something to the host only.
    package let content: String

    /// Creates an entry.
    package init(date: UTCInstant, content: String) {
        self.date = date
        self.content = content
    }
}

/// When a provider wants to be asked for the next timeline.
package enum ReloadPolicy: Hashable, Sendable {
    /// Once the last entry is due.
    case atEnd

    /// At a date, which may lie before or after the last entry.
    case after(UTCInstant)

    /// Not by the clock; a significant change of location reloads all the same.
    case never
}

/// A timeline that was accepted, with what has to be known of its making.
package struct DeliveredTimeline: Hashable, Sendable {
    /// The timeline.
    package let timeline: Timeline

    /// When it was accepted, on the wall clock.
    package let deliveredAt: UTCInstant

    /// Whether its provider had been given a location to make it with.
    package let knewLocation: Bool

    /// Creates an accepted timeline.
    package init(timeline: Timeline, deliveredAt: UTCInstant, knewLocation: Bool) {
        self.timeline = timeline
        self.deliveredAt = deliveredAt
        self.knewLocation = knewLocation
    }
}

/// Why a timeline cannot be accepted.
package enum TimelineProblem: Error, Hashable, Sendable {
    /// It has no entries.
    case noEntries

    /// It has the given number of entries, which is above ``Timeline/entryLimit``.
    case tooManyEntries(Int)
}
