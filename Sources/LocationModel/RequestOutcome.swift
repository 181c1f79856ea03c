/// The outcome of an app's request for an authorization.
@nonexhaustive public enum RequestOutcome: String, Hashable, Sendable, Codable, CaseIterable {
    /// The person is being asked; the stream reports the end of the request.
    case authorizationRequestInProgress

    /// No agent can ask the person yet. The question waits for an agent or for a decision in the settings.
    case noAgent

    /// No question: the app is not in use.
    case notInUse

    /// No question: the person has already decided.
    case alreadyDetermined

    /// No question: the app is allowed once and can ask for more next time.
    case allowedOnce

    /// No question: the app has used its one request for always.
    case alwaysWasAsked

    /// No question: the administrator does not allow it.
    case restricted

    /// No question: location services are switched off.
    case servicesOff

    /// No question: the app is not authorized at all.
    case notAuthorized

    /// No question: the app already has full accuracy.
    case alreadyFullAccuracy
}
