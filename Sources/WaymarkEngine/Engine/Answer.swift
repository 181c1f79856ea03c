package import LocationModel

package enum Answer: Hashable, Sendable {
    /// The call is done, without a further result.
    case done
    case app(AppSummary, confirming: PromptIdentifier? = nil)

    /// The question that the person has to confirm first, if any.
    case asked(PromptIdentifier?)
    case paused(LocationPause)
    case registered(AppManifest, ManifestOutcome)

    /// The outcome of a request for an authorization, with the question that now waits.
    case request(RequestOutcome, PromptIdentifier?)
    case widget(WidgetIdentifier)
    case reloads([AskedReload])
    case monitoring(MonitorState)
    case regions([RegionStatus])

    /// The delay until the failed request is repeated.
    case retry(after: Duration)

    case snapshot(Snapshot)
    case location(LocationOutcome)
}
