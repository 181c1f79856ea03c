package import LocationModel

/// The part of a journal entry that decides who may read it, and who wants to.
package struct JournalHeading: Hashable, Sendable {
    /// The number of the decision.
    package let number: UInt64

    /// The time of the decision.
    package let time: UTCInstant

    /// The subject.
    package let subject: JournalSubject

    /// Whether the decision reveals how far the machine moved, and when.
    package let tellsOfMovement: Bool

    /// Creates a heading.
    package init(number: UInt64, time: UTCInstant, subject: JournalSubject, tellsOfMovement: Bool) {
        self.number = number
        self.time = time
        self.subject = subject
        self.tellsOfMovement = tellsOfMovement
    }

    /// Returns whether `caller` may read the entry.
    ///
    /// - Parameters:
    ///   - caller: The reader.
    ///   - mayKnowOfMovement: Whether the reader may know how far the machine moves; needed for few entries.
    /// - Returns: Whether the entry may be read.
    package func isReadable(by caller: Caller, mayKnowOfMovement: @autoclosure () -> Bool) -> Bool {
        subject.isVisible(to: caller) && (!tellsOfMovement || mayKnowOfMovement())
    }
}

extension JournalEntry {
    /// The part that decides who may read the entry, and who wants to.
    package var heading: JournalHeading {
        JournalHeading(
            number: number,
            time: moment.utc,
            subject: subject,
            tellsOfMovement: decision.tellsOfMovement
        )
    }
}

extension JournalSubject {
    /// The user in whose journal the decision is; `nil` for that of everybody.
    package var owner: UserIdentifier? { app?.user ?? user }
}

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
    package func accepts(_ heading: JournalHeading) -> Bool {
        let subject = heading.subject
        if let widget, !subject.concerns(widget, of: owner) { return false }
        if let app, let other = subject.app?.app, other != app { return false }
        if let since, heading.time < since { return false }
        if let until, heading.time >= until { return false }
        return true
    }
}
