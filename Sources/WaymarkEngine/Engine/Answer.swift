package import LocationModel

/// The result of a call.
package enum Answer: Hashable, Sendable {
    /// The call is done, without a further result.
    case done

    /// The app after the decision.
    case app(AppSummary)

    /// The outcome of registering a manifest.
    case registered(AppManifest, AppCatalogue.Registration)

    /// The outcome of an app's request.
    case request(RequestOutcome)

    /// The widget that was placed.
    case widget(WidgetIdentifier)

    /// The reloads that were accepted.
    case reloads([AskedReload])

    /// What an app monitors now.
    case monitoring(MonitorState)

    /// The delay until the failed request is repeated.
    case retry(after: Duration)

    /// What a kind looks like in a gallery.
    case snapshot(Snapshot)

    /// The location, or the reason for its absence.
    case location(LocationOutcome)
}
