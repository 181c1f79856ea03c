package import LocationModel

/// The app, user or widget that a decision concerns.
package struct JournalSubject: Hashable, Sendable {
    package var app: AppKey?

    /// The user, if the decision concerns one rather than an app.
    package var user: UserIdentifier?
    package var widget: WidgetIdentifier?

    package static let everybody = JournalSubject()

    package init(app: AppKey? = nil, user: UserIdentifier? = nil, widget: WidgetIdentifier? = nil) {
        self.app = app
        self.user = user
        self.widget = widget
    }

    /// Returns whether the subject covers a widget of `owner`: the widget itself, its whole app, or everybody.
    package func concerns(_ widget: WidgetIdentifier, of owner: AppKey?) -> Bool {
        self.widget == widget
            || self.widget == nil && (app == nil || app == owner) && (user == nil || user == owner?.user)
    }

    /// Returns whether the subject concerns only those whom `caller` may act for.
    package func isVisible(to caller: Caller) -> Bool {
        app.map { caller.mayActFor($0) } ?? user.map { caller.mayDecideFor($0) } ?? true
    }

    /// The user in whose journal the decision is; `nil` for that of everybody.
    package var owner: UserIdentifier? { app?.user ?? user }
}

package struct JournalEntry: Hashable, Sendable {
    /// The decision's number, one of ``JournalNumbers``.
    ///
    /// It counts the decisions of all users, so only root may know it.
    package let number: UInt64
    package let moment: Moment
    package let subject: JournalSubject
    package let decision: Decision

    /// The decision's name, found once for all who need it: for most decisions it is read from their coding.
    package let name: String

    package init(number: UInt64, moment: Moment, subject: JournalSubject, decision: Decision) {
        self.number = number
        self.moment = moment
        self.subject = subject
        self.decision = decision
        name = decision.name
    }

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

/// The numbers of decisions, which give their order, also over restarts.
///
/// A number is the hour of the decision since 1970 in UTC, followed by 40 bits that count. So the decisions since a
/// time are found by their numbers, which tell nobody more than the hour. A number never falls: while the clock is set
/// back, the decisions keep the later hour.
package struct JournalNumbers: Equatable, Sendable {
    private static let countBits: UInt64 = 40
    private static let nanosecondsPerHour: Int64 = 3_600_000_000_000

    /// The latest number; 0 before the first decision.
    package private(set) var last: UInt64

    package init(after last: UInt64 = 0) { self.last = last }

    mutating func next(at time: UTCInstant) -> UInt64 {
        last = max(last + 1, Self.first(from: time))
        return last
    }

    /// Returns a number that no decision at `time` or later is below.
    package static func first(from time: UTCInstant) -> UInt64 {
        UInt64(max(0, time.nanosecondsSince1970 / nanosecondsPerHour)) << countBits
    }

    package static func endOfHour(of number: UInt64) -> UTCInstant {
        UTCInstant(nanosecondsSince1970: (Int64(number >> countBits) + 1) * nanosecondsPerHour)
    }
}

/// The part of a journal entry that decides who may read it, and which filters accept it.
package struct JournalHeading: Hashable, Sendable {
    package let number: UInt64
    package let time: UTCInstant
    package let subject: JournalSubject

    /// Whether the decision reveals how far the machine moved, and when.
    package let tellsOfMovement: Bool

    package init(number: UInt64, time: UTCInstant, subject: JournalSubject, tellsOfMovement: Bool) {
        self.number = number
        self.time = time
        self.subject = subject
        self.tellsOfMovement = tellsOfMovement
    }

    /// Returns whether `caller` may read the entry; few entries need to know whether the caller may know of movement.
    package func isReadable(by caller: Caller, mayKnowOfMovement: @autoclosure () -> Bool) -> Bool {
        subject.isVisible(to: caller) && (!tellsOfMovement || mayKnowOfMovement())
    }
}

package struct JournalFilter: Hashable, Sendable {
    /// The widget; only decisions about it or about everybody pass.
    package var widget: WidgetIdentifier?
    package var owner: AppKey?

    /// The name of the app; only decisions about such an app or about everybody pass.
    package var app: AppIdentifier?
    package var since: UTCInstant?

    /// The time before which the decisions were taken.
    package var until: UTCInstant?

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

    package func accepts(_ heading: JournalHeading) -> Bool {
        let subject = heading.subject
        if let widget, !subject.concerns(widget, of: owner) { return false }
        if let app, let other = subject.app?.app, other != app { return false }
        if let since, heading.time < since { return false }
        if let until, heading.time >= until { return false }
        return true
    }
}
