package import LocationModel

/// A reload that a provider or another program asked for, and what has become of it.
package struct ReloadTicket: Hashable, Codable, Sendable {
    /// What has become of the reload.
    package enum State: Hashable, Codable, Sendable {
        /// It waits, as the widget's pending reload does.
        case waiting

        /// The timeline is requested from a provider.
        case requested(RequestIdentifier)

        /// The provider delivered the timeline.
        case done(RequestIdentifier, at: UTCInstant)

        /// The widget was removed.
        case removed(at: UTCInstant)

        /// Whether nothing more will become of it.
        package var isFinal: Bool {
            switch self {
            case .waiting, .requested: false
            case .done, .removed: true
            }
        }
    }

    /// The ticket.
    package let identifier: TicketIdentifier

    /// The part that survives a restart.
    package internal(set) var saved: SavedTicket

    /// The unanswered request for it, if any.
    var request: RequestIdentifier?

    /// The number of calls that have asked for the same reload since the service started, at least 1.
    package internal(set) var asks = 1

    init(_ identifier: TicketIdentifier, _ saved: SavedTicket) {
        self.identifier = identifier
        self.saved = saved
    }

    /// The widget.
    package var widget: WidgetIdentifier { saved.widget }

    /// The kind of the widget.
    package var kind: KindKey { saved.kind }

    /// The reason, from the first who asked.
    package var reason: ReloadReason { saved.reason }

    /// The date when the reload was first asked for.
    package var askedAt: UTCInstant { saved.askedAt }

    /// The number of requests for it that have failed.
    package var failures: UInt32 { saved.failures }

    /// What has become of it.
    package var state: State {
        switch saved.end {
        case .done(let request, let date): .done(request, at: date)
        case .removed(let date): .removed(at: date)
        case nil: request.map { .requested($0) } ?? .waiting
        }
    }
}

/// The part of a ticket that survives a restart.
package struct SavedTicket: Hashable, Codable, Sendable {
    /// The end of a ticket.
    package enum End: Hashable, Codable, Sendable {
        /// The provider delivered the timeline.
        case done(RequestIdentifier, at: UTCInstant)

        /// The widget was removed.
        case removed(at: UTCInstant)
    }

    /// The widget and its kind.
    package var widget: WidgetIdentifier, kind: KindKey

    /// The reason, from the first who asked.
    package var reason: ReloadReason

    /// The date when the reload was first asked for.
    package var askedAt: UTCInstant

    /// The number of requests for it that have failed.
    package var failures: UInt32 = 0

    /// The end, once it has come.
    package var end: End?

    /// Creates a ticket that waits.
    package init(widget: WidgetIdentifier, kind: KindKey, reason: ReloadReason, askedAt: UTCInstant) {
        self.widget = widget
        self.kind = kind
        self.reason = reason
        self.askedAt = askedAt
    }
}

/// A reload that a call has asked for.
package struct AskedReload: Hashable, Codable, Sendable {
    /// The widget.
    package let widget: WidgetIdentifier

    /// The ticket.
    package let ticket: TicketIdentifier

    /// Whether the ticket is an earlier one: its reload has not been requested yet, and serves this call too.
    package let isMerged: Bool
}

/// A ticket, with what its widget's next reload waits for.
package struct TicketStatus: Hashable, Sendable {
    /// The ticket.
    package let ticket: ReloadTicket

    /// What the widget's next reload waits for; `nil` when it waits for nothing, or the ticket is final.
    package let wait: ReloadWait?

    /// What has become of the reload.
    package var condition: TicketCondition {
        switch ticket.state {
        case .waiting: wait?.isForBudget == true ? .deferred : .waiting
        case .requested: .requested
        case .done: .done
        case .removed: .removed
        }
    }
}
