package enum TicketCondition: String, Hashable, Codable, Sendable, CaseIterable {
    /// It waits for something other than the widget's budget, or is about to be requested.
    case waiting

    /// It waits for the widget's budget.
    case deferred
    case requested
    case done
    case removed
}
