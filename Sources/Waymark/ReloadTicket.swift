import LocationModel
import WaymarkInterfaces

/// A reload that was asked for.
public struct AskedReload: Hashable, Sendable {
    /// The widget.
    public let widget: WidgetIdentifier

    /// The ticket, for ``WaymarkService/ticket(_:)``.
    public let ticket: String

    /// Whether the ticket is that of an earlier call, whose reload still waits and serves this call too.
    public let isMerged: Bool

    init(_ asked: WidgetsInterface.AskedReload) throws(ClientError) {
        widget = try WidgetIdentifier(asked.widget).orViolation("the widget '\(asked.widget)'")
        ticket = asked.ticket
        isMerged = asked.merged
    }
}

/// The state of a reload that was asked for.
public struct ReloadTicket: Hashable, Sendable {
    /// The progress of a reload.
    @nonexhaustive public enum State: Hashable, Sendable {
        /// The reload waits for the widget's budget, or, if not `forBudget`, for something else.
        case waiting(forBudget: Bool)

        /// The provider is asked for the timeline.
        case requested

        /// The timeline was delivered.
        case done

        /// The widget was removed.
        case removed

        /// Whether the state is final.
        public var isFinal: Bool { self == .done || self == .removed }
    }

    /// The service's description of it.
    private let told: WidgetsInterface.Ticket

    /// The ticket.
    public var ticket: String { told.ticket }

    /// The widget.
    public let widget: WidgetIdentifier

    /// The reason, from the first call that asked for it.
    public var reason: ReloadReason { told.reason }

    /// The progress of the reload.
    public var state: State {
        switch told.state {
        case .deferred: .waiting(forBudget: true)
        case .waiting: .waiting(forBudget: false)
        case .requested: .requested
        case .done: .done
        case .removed: .removed
        }
    }

    /// The time until it can go on, if that is known.
    public var remaining: Duration? { told.remainingSeconds.map { Duration(clamping: $0) } }

    /// The number of requests for it that have failed.
    public var failures: Int { told.failures }

    /// The state in words for a person.
    public var text: String { told.text }

    init(_ ticket: WidgetsInterface.Ticket) throws(ClientError) {
        told = ticket
        widget = try WidgetIdentifier(ticket.widget).orViolation("the widget '\(ticket.widget)'")
    }
}

extension WaymarkService {
    /// Returns the state of a reload that was asked for.
    ///
    /// Of the tickets that are over, the service knows the latest 256 of each user.
    public func ticket(_ ticket: String) async throws(ClientError) -> ReloadTicket {
        try ReloadTicket(try await call(WidgetsInterface.GetTicket(ticket: ticket)).ticket)
    }

    /// Follows the state of a reload that was asked for.
    ///
    /// The first element comes at once, another after each change. The iteration ends after ``ReloadTicket/State/done``
    /// or ``ReloadTicket/State/removed``, and goes on through restarts of the service.
    ///
    /// ```swift
    /// for asked in try await WidgetCenter(app: "org.example.Weather").reloadAllTimelines() {
    ///     for try await ticket in WaymarkService().updates(of: asked) { print(ticket.text) }
    /// }
    /// ```
    ///
    /// An iteration also throws if the service does not know the ticket any more.
    public func updates(of asked: AskedReload) -> ServiceEvents<ReloadTicket> {
        updates(
            WidgetsInterface.WatchTickets(tickets: [asked.ticket]),
            for: nil,
            until: \.state.isFinal
        ) { (reply) throws(ClientError) in
            try reply.tickets?.first.map { (ticket) throws(ClientError) in try ReloadTicket(ticket) }
        }
    }
}
