package import LocationModel
package import WaymarkEngine

/// What a scenario expects.
package enum Expectation: Hashable, Sendable {
    /// How often something is expected.
    package enum Count: Hashable, Sendable {
        case some
        case exactly(Int)
        case atMost(Int)
    }

    /// Decisions, from now on and for a time; those of this very moment count.
    case decisions(DecisionPattern, Count, within: Duration)

    /// How a widget stands with the location.
    case status(ScenarioAction.Widget, WidgetCondition)

    /// The reason of a widget's pending reload, or none.
    case pending(ScenarioAction.Widget, ReloadReason?)

    /// Whether a widget would get a location now, and if not, which condition fails.
    case explanation(ScenarioAction.Widget, Bool, Explanation.Condition?)

    /// The charged reloads that a widget has left.
    case budget(ScenarioAction.Widget, Int)

    /// What has become of the latest reload of a widget that a program asked for.
    ///
    /// `nil` if no program has asked for one.
    case ticket(ScenarioAction.Widget, TicketCondition?)

    /// Whether receivers are on.
    case receivers(areOn: Bool)

    /// The question that waits, or none.
    case question(String?)

    /// The effective authorization of an app.
    case authorization(ScenarioAction.App, AuthorizationStatus)
}

/// A pattern for decisions.
package struct DecisionPattern: Hashable, Sendable {
    /// The name of the decision.
    package var name: String

    /// The widget that it is about, if that matters.
    package var widget: ScenarioAction.Widget?

    /// The app that it is about, if that matters.
    package var app: ScenarioAction.App?

    /// The words of the evidence that matter.
    package var evidence: [String: String] = [:]

    /// Evidence that must have another value.
    package var otherThan: [String: String] = [:]
}
