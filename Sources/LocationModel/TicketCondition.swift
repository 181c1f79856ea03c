/// What has become of a reload that was asked for.
package enum TicketCondition: String, Hashable, Codable, Sendable, CaseIterable {
    /// It waits for something other than the widget's budget, or is about to be requested.
    case waiting

    /// It waits for the widget's budget.
    case deferred

    /// The timeline is requested from the provider.
    case requested

    /// The timeline was delivered.
    case done

    /// The widget was removed.
    case removed
}
