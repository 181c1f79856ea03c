package import LocationModel

/// What a call brought about.
package enum Answer: Hashable, Sendable {
    /// It is done, and there is nothing to say.
    case done

    /// The app as it stands after the decision.
    case app(AppSummary)

    /// What became of a manifest that a person brought along.
    case registered(AppCatalogue.Registration)

    /// What became of an app's request.
    case request(RequestOutcome)

    /// The widget that was placed.
    case widget(WidgetIdentifier)

    /// The widgets whose reload was accepted.
    case widgets([WidgetIdentifier])

    /// When the failed request is repeated.
    case retry(after: Duration)

    /// The location, or why there is none.
    case location(LocationOutcome)
}
