package import LocationModel

/// Why a call is refused.
package enum Refusal: Error, Hashable, Sendable {
    /// The caller may not act for the user concerned.
    case notPermitted

    /// There is no such stream, or it is not the caller's.
    case unknownSession(SessionIdentifier)

    /// There is no such widget, or it is not the caller's.
    case unknownWidget(WidgetIdentifier)

    /// No provider has registered the kind, or the session does not serve it.
    case unknownKind(AppIdentifier, WidgetKind)

    /// The request is not waiting for an answer.
    case requestOver(RequestIdentifier, RequestEnd)

    /// The user, or of requests for a location also the app, has as much of something as may be.
    case quotaExceeded(Quota, limit: Int)

    /// The person brought along no manifest of this app.
    case unknownManifest(AppIdentifier)

    /// The app's manifest does not say what it wants the location for.
    case missingPurpose(AppIdentifier, PurposeText)

    /// There is no such question, or it is not for the caller to answer.
    case unknownPrompt(PromptIdentifier)

    /// The question waits for no answer any more.
    case promptOver(PromptIdentifier, PromptEnd)

    /// The question does not have this answer.
    case notAChoice(PromptChoice, PromptQuestion)
}
