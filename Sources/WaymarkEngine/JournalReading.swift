package import LocationModel

/// Which decisions somebody wants to read.
package struct JournalFilter: Hashable, Sendable {
    /// Only those that concern this widget of this app, or everybody.
    package var widget: WidgetIdentifier?

    /// The app of the widget.
    package var owner: AppKey?

    /// Only those that concern an app of this name, or everybody.
    package var app: AppIdentifier?

    /// Only those that were taken at this time or later.
    package var since: UTCInstant?

    /// Only those that were taken before this time.
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

    /// Returns whether an entry is wanted.
    package func accepts(_ entry: JournalEntry) -> Bool {
        let subject = entry.subject
        if let widget, !subject.concerns(widget, of: owner) { return false }
        if let app, let other = subject.app?.app, other != app { return false }
        if let since, entry.moment.utc < since { return false }
        if let until, entry.moment.utc >= until { return false }
        return true
    }
}

/// A bounded piece of what somebody reads in the journal.
package struct JournalPiece: Hashable, Sendable {
    /// The entries, oldest first.
    package let entries: [JournalEntry]

    /// The number after which the next piece begins; `nil` when this is the last.
    package let end: UInt64?
}

extension Engine {
    /// How many remembered decisions are looked at for one piece.
    package static let pieceOfJournal = 100

    /// Returns the number after which the latest `limit` remembered decisions that `caller` wants begin.
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

    /// Returns the remembered decisions that `caller` may read and wants, after one number and up to another: as many
    /// as one turn of the loop can bear.
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
