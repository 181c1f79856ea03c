package import LocationModel

/// How much an entry matters to the person, compared with other entries of the same person.
package struct Relevance: Hashable, Codable, Sendable {
    /// A figure of any size; one of 0 or less means that the entry is not relevant.
    package let score: Double

    /// The time from the date of the entry for which the figure counts; 0 means until the next figure.
    package let duration: Duration

    /// The longest duration: a hundred years.
    package static let longestDuration: Duration = .seconds(3_155_760_000)

    /// Creates a relevance; `nil` unless the figure is finite and the duration from 0 to ``longestDuration``.
    package init?(score: Double, duration: Duration) {
        guard score.isFinite, duration >= .zero, duration <= Self.longestDuration else { return nil }
        self.score = score
        self.duration = duration
    }
}

/// A relevance that counts at some moment.
package struct CurrentRelevance: Hashable, Codable, Sendable {
    /// The figure, which may be 0 or less.
    package let score: Double

    /// The date from which it no longer counts; `nil` if only another entry ends it.
    package let until: UTCInstant?

    /// Creates a relevance.
    package init(score: Double, until: UTCInstant?) {
        self.score = score
        self.until = until
    }
}

extension DeliveredTimeline {
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
        let current = CurrentRelevance(score: relevance.score, until: until)
        return current.counts(at: date) ? current : nil
    }
}

extension CurrentRelevance {
    fileprivate func counts(at date: UTCInstant) -> Bool { until.map { date < $0 } ?? true }
}

/// The most relevant of several widgets.
package struct MostRelevant: Hashable, Sendable {
    /// The widget, and its score; `nil` if none is relevant.
    package var widget: WidgetIdentifier?
    package var score: Double?

    /// The date at which the answer may change although no timeline does.
    package var until: UTCInstant?
}

extension Engine {
    /// Returns the most relevant of several widgets that the caller may see, of equals the first.
    ///
    /// - Throws: The refusal if one of the widgets is not there, or not the caller's.
    package func mostRelevant(
        of widgets: [WidgetIdentifier],
        for caller: Caller
    ) throws(Refusal) -> MostRelevant {
        var most = MostRelevant()
        for widget in widgets {
            let app = try kind(of: widget, for: caller).app
            // What may not be shown is not relevant.
            guard let delivered = self.widgets[widget]?.saved.timeline,
                !authorization(of: app).withholds(delivered)
            else { continue }
            let current = delivered.relevance(at: now.utc)
            let changes = [current?.until, delivered.timeline.nextEntryDate(after: now.utc), most.until]
            most.until = changes.compactMap(\.self).min()
            guard let score = current?.score, score > most.score ?? 0 else { continue }
            (most.widget, most.score) = (widget, score)
        }
        return most
    }
}
