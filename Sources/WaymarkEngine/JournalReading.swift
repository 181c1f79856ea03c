package import LocationModel

/// A filter of decisions.
package struct JournalFilter: Hashable, Sendable {
    /// The widget; only decisions about it or about everybody pass.
    package var widget: WidgetIdentifier?

    /// The app of the widget.
    package var owner: AppKey?

    /// The name of the app; only decisions about such an app or about everybody pass.
    package var app: AppIdentifier?

    /// The earliest time of the decisions.
    package var since: UTCInstant?

    /// The time before which the decisions were taken.
    package var until: UTCInstant?

    /// Creates a filter.
    package init(
        widget: WidgetIdentifier? = nil,
        of owner: AppKey? = nil,
        app: AppIdentifier? = nil,
        since: UTCInstant? = nil,
        until: UTCInstant? = nil
    ) {
        self.widget = widget
        self.owner = owner
        self.app = app
        self.since = since
        self.until = until
    }

    /// Returns whether an entry passes the filter.
    package func accepts(_ entry: JournalEntry) -> Bool {
        let subject = entry.subject
        if let widget, !subject.concerns(widget, of: owner) { return false }
        if let app, let other = subject.app?.app, other != app { return false }
        if let since, entry.moment.utc < since { return false }
        if let until, entry.moment.utc >= until { return false }
        return true
    }
}

/// A bounded piece of the journal.
package struct JournalPiece: Hashable, Sendable {
    /// The entries, oldest first.
    package let entries: [JournalEntry]

    /// The number after which the next piece begins; `nil` when this is the last.
    package let end: UInt64?
}

extension Engine {
    /// The number of decisions examined for one piece.
    package static let pieceOfJournal = 100

    /// Returns the number after which the latest `limit` decisions of `caller`'s choice begin.
    package func beginning(
        ofLatest limit: Int?,
        for caller: Caller,
        _ filter: JournalFilter
    ) -> UInt64 {
        guard let limit else { return 0 }
        let mayKnow = mayKnowOfMovement(caller)
        let first = journal.firstNumber(ofLatest: limit, visibleTo: caller.user) {
            mayRead($0, caller, mayKnowOfMovement: mayKnow) && filter.accepts($0)
        }
        return first.map { $0 - 1 } ?? .max
    }

    /// Returns the decisions that `caller` may read and wants, after one number and up to another.
    ///
    /// The piece is small enough for one turn of the loop.
    package func remembered(
        for caller: Caller,
        _ filter: JournalFilter,
        after start: UInt64,
        through last: UInt64
    ) -> JournalPiece {
        let seen = journal.entries(visibleTo: caller.user, after: start, limit: Self.pieceOfJournal)
            .prefix { $0.number <= last }
        let mayKnow = mayKnowOfMovement(caller)
        return JournalPiece(
            entries: seen.filter {
                mayRead($0, caller, mayKnowOfMovement: mayKnow) && filter.accepts($0)
            },
            end: seen.count == Self.pieceOfJournal ? seen.last?.number : nil
        )
    }

    /// Returns whether `caller` may read an entry of the journal.
    package func mayRead(_ entry: JournalEntry, _ caller: Caller) -> Bool {
        mayRead(
            entry,
            caller,
            mayKnowOfMovement: !entry.decision.tellsOfMovement || mayKnowOfMovement(caller)
        )
    }

    private func mayRead(_ entry: JournalEntry, _ caller: Caller, mayKnowOfMovement: Bool) -> Bool {
        entry.subject.isVisible(to: caller) && (!entry.decision.tellsOfMovement || mayKnowOfMovement)
    }
}
