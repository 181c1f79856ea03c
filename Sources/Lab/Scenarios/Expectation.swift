package import LocationModel
package import WaymarkEngine

package enum Expectation: Hashable, Sendable {
    /// The number of decisions from now on, for a time; those of this very moment count.
    case decisions(DecisionPattern, ClosedRange<Int>, within: Duration)
    case status(ScenarioAction.Widget, WidgetCondition)
    case pending(ScenarioAction.Widget, ReloadReason?)

    /// Whether a widget would get a location now, and if not, which condition fails.
    case explanation(ScenarioAction.Widget, Bool, Explanation.Condition?)
    case budget(ScenarioAction.Widget, Int)

    /// The state of the latest reload of a widget that a program asked for.
    ///
    /// `nil` if no program has asked for one.
    case ticket(ScenarioAction.Widget, TicketCondition?)
    case receivers(areOn: Bool)
    case question(String?)
    case authorization(ScenarioAction.App, AuthorizationStatus)
}

package struct DecisionPattern: Hashable, Sendable {
    package var name: String
    package var widget: ScenarioAction.Widget?
    package var app: ScenarioAction.App?
    package var evidence: [String: String] = [:]

    /// Evidence that must have another value.
    package var otherThan: [String: String] = [:]
}
