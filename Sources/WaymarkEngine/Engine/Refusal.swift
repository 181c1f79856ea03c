package import LocationModel

package enum Refusal: Error, Hashable, Sendable {
    /// The caller may not act for the user concerned.
    case notPermitted

    /// The program, or one that it was started by, serves widgets, so it is not the app itself.
    case servesWidgets

    /// There is no such stream, or it is not the caller's.
    case unknownSession(SessionIdentifier)

    /// There is no such widget, or it is not the caller's.
    case unknownWidget(WidgetIdentifier)

    /// There is no such ticket any more, or it is not the caller's.
    case unknownTicket(TicketIdentifier)

    /// Neither a provider nor a manifest declares the kind, or the session does not serve it.
    case unknownKind(AppIdentifier, WidgetKind)

    /// The manifest of the app does not permit pushes for the kind, or, with `nil`, for any that has a widget.
    case notPushable(AppIdentifier, WidgetKind?)
    case unsupportedFamily(WidgetFamily, supported: [WidgetFamily])

    case invalidConfiguration(ConfigurationMistake)
    case requestOver(RequestIdentifier, RequestEnd)

    /// A click gives the widget no location with this accuracy.
    case notShared(WidgetIdentifier, AccuracyAuthorization, ShareObstacle)

    /// The user has reached the quota; for location requests it may also be the app.
    ///
    /// With `users`, the limit is what the user has, and the rest is kept for others while so many have some.
    case quotaExceeded(Quota, limit: Int, users: Int? = nil)

    case unknownApp(AppIdentifier)
    case unknownManifest(AppIdentifier)

    /// The app's manifest does not state the purpose of the location with this key.
    case missingPurpose(AppIdentifier, key: String)

    /// The question does not exist, or the caller may not answer it.
    case unknownPrompt(PromptIdentifier)
    case promptOver(PromptIdentifier, PromptEnd)

    case notAChoice(PromptChoice, PromptQuestion)
}
