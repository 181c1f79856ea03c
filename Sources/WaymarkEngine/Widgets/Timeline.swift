package import LocationModel

/// A provider's dated entries, and the time of its next request.
package struct Timeline: Hashable, Codable, Sendable {
    package static let entryLimit = 256

    /// The bytes counted for an entry beside its content.
    private static let bytesPerEntry = 32
    private static let bytesPerRegion = 32

    /// The entries, earliest first; never empty.
    package let entries: [TimelineEntry]

    /// The number of bytes counted: those of the contents, and a constant for each entry and each region.
    package let byteCount: Int

    /// The time to request the next timeline.
    package let policy: ReloadPolicy

    /// Creates a timeline of `entries`, which are put in order of their dates.
    ///
    /// - Throws: ``TimelineProblem`` when there are no entries or more than ``entryLimit``.
    package init(entries: [TimelineEntry], policy: ReloadPolicy) throws(TimelineProblem) {
        guard !entries.isEmpty else { throw .noEntries }
        guard entries.count <= Self.entryLimit else { throw .tooManyEntries(entries.count) }
        // The index keeps the provider's order of entries with the same date, because the sort need not be stable.
        self.entries = entries.enumerated()
            .sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }
            .map(\.element)
        byteCount = entries.reduce(0) { sum, entry in
            let regions = entry.relevance?.regions.count ?? 0
            return sum + entry.content.utf8.count + Self.bytesPerEntry + regions * Self.bytesPerRegion
        }
        self.policy = policy
    }

    /// Returns the entry to show at `date`: the last one not later, or the first when all are in the future.
    package func entry(at date: UTCInstant) -> TimelineEntry {
        entries.last { $0.date <= date } ?? entries[0]
    }
}

/// One dated state of a widget.
package struct TimelineEntry: Hashable, Codable, Sendable {
    /// The wall-clock date from which the entry is shown.
    package let date: UTCInstant

    /// The content to show: the text of a JSON object that only the host interprets.
    package let content: String

    /// The entry's relevance; `nil` keeps the one before it.
    package let relevance: Relevance?

    package init(date: UTCInstant, content: String, relevance: Relevance? = nil) {
        self.date = date
        self.content = content
        self.relevance = relevance
    }
}

/// The time at which a provider wants the next request.
package enum ReloadPolicy: Hashable, Codable, Sendable, Evidential {
    case atEnd

    /// The given date, which may be before or after the last entry.
    case after(UTCInstant)

    /// No scheduled time; a significant change still reloads the timeline.
    case never

    var text: String {
        switch self {
        case .atEnd: "at its end"
        case .after(let date): "after \(date)"
        case .never: "never by the clock"
        }
    }
}

package struct DeliveredTimeline: Hashable, Codable, Sendable {
    package let timeline: Timeline

    /// The wall-clock time when it was accepted.
    package let deliveredAt: UTCInstant
    package let knewLocation: Bool

    /// Whether a click of the person shared the location.
    package let isShared: Bool

    /// The number of the latest significant change when its provider was asked; 0 before the first.
    package let change: UInt64

    /// The relevance of the timeline before, which counts until an entry has one.
    package let inheritedRelevance: CurrentRelevance?

    package init(
        timeline: Timeline,
        deliveredAt: UTCInstant,
        knewLocation: Bool,
        isShared: Bool = false,
        change: UInt64,
        inheritedRelevance: CurrentRelevance? = nil
    ) {
        self.timeline = timeline
        self.deliveredAt = deliveredAt
        self.knewLocation = knewLocation
        self.isShared = isShared
        self.change = change
        self.inheritedRelevance = inheritedRelevance
    }

    /// Returns the relevance at a date: that of the latest entry that has one, or else that of the timeline before.
    func relevance(at date: UTCInstant) -> CurrentRelevance? {
        let entries = timeline.entries
        // As in `Timeline.entry(at:)`, the first entry is shown before its date.
        let shown = entries.lastIndex { $0.date <= date } ?? entries.startIndex
        let latest = entries[...shown].last { $0.relevance != nil }
        guard let latest, let relevance = latest.relevance else {
            return inheritedRelevance.flatMap { $0.counts(at: date) ? $0 : nil }
        }
        let until = relevance.duration == .zero ? nil : latest.date.advanced(by: relevance.duration)
        let current = CurrentRelevance(
            score: relevance.score,
            until: until,
            regions: relevance.regions,
            comesOfLocation: knewLocation
        )
        return current.counts(at: date) ? current : nil
    }

    /// Returns the next date at which the entry that is shown or the relevance changes.
    func nextChange(after date: UTCInstant) -> UTCInstant? {
        // The first entry is shown already, also before its date.
        let nextEntry = timeline.entries.dropFirst().first { $0.date > date }
        return [nextEntry?.date, relevance(at: date)?.until].compactMap(\.self).min()
    }
}

extension Authorization {
    /// Returns whether a timeline was made with a location that may not be shown any more.
    func withholds(_ delivered: DeliveredTimeline) -> Bool {
        delivered.knewLocation && !permitsShownLocation(sharedOnce: delivered.isShared)
    }
}

/// The reason why a timeline is not accepted.
package enum TimelineProblem: Error, Hashable, Sendable {
    case noEntries

    case tooManyEntries(Int)
}

/// The importance of an entry for the person, compared with the person's other entries.
package struct Relevance: Hashable, Codable, Sendable {
    /// A figure of any size; one of 0 or less means that the entry is not relevant.
    package let score: Double

    /// The time from the date of the entry for which the figure counts; 0 means until the next figure.
    package let duration: Duration

    /// The regions in which the figure counts; everywhere if there are none.
    package let regions: [RelevantRegion]

    /// The longest duration: a hundred years.
    package static let longestDuration: Duration = .seconds(3_155_760_000)

    package static let regionLimit = 8

    /// Creates a relevance; `nil` unless the figure is finite, the duration from 0 to ``longestDuration``, and there are at
    /// most ``regionLimit`` regions.
    package init?(score: Double, duration: Duration, regions: [RelevantRegion] = []) {
        guard score.isFinite, duration >= .zero, duration <= Self.longestDuration,
            regions.count <= Self.regionLimit
        else { return nil }
        self.score = score
        self.duration = duration
        self.regions = regions
    }
}

/// A circle in which a widget matters.
package struct RelevantRegion: Hashable, Codable, Sendable {
    package let center: Coordinate

    /// In metres, from 100 to 1,000,000.
    package let radiusMeters: Double

    /// Creates a region; `nil` if the radius is out of range.
    package init?(center: Coordinate, radiusMeters: Double) {
        guard radiusMeters >= 100, radiusMeters <= 1_000_000 else { return nil }
        self.center = center
        self.radiusMeters = radiusMeters
    }

    /// Whether the machine may be in it, as far as a fix tells: an area counts for each region that it touches.
    func mayContain(_ fix: Fix, withRadiusTimes factor: Double) -> Bool {
        let reach = factor * radiusMeters + (fix.accuracy?.horizontal68Meters ?? 0)
        return center.distanceMeters(to: fix.coordinate) <= reach
    }
}

package struct CurrentRelevance: Hashable, Codable, Sendable {
    /// The figure, which may be 0 or less.
    package let score: Double

    /// The date from which it no longer counts; `nil` if only another entry ends it.
    package let until: UTCInstant?

    /// The regions in which it counts; everywhere if there are none.
    package let regions: [RelevantRegion]

    /// Whether its provider knew a location; `nil` if it was inherited before that was kept.
    package let comesOfLocation: Bool?

    package init(
        score: Double,
        until: UTCInstant?,
        regions: [RelevantRegion] = [],
        comesOfLocation: Bool? = nil
    ) {
        self.score = score
        self.until = until
        self.regions = regions
        self.comesOfLocation = comesOfLocation
    }

    fileprivate func counts(at date: UTCInstant) -> Bool { until.map { date < $0 } ?? true }
}

package struct MostRelevant: Hashable, Sendable {
    /// The widget, and its score; `nil` if none is relevant.
    package var widget: WidgetIdentifier?
    package var score: Double?

    /// The date at which the answer may change although no timeline does.
    package var until: UTCInstant?
}
