import LocationModel

/// A decision about authorization, with its cause.
package enum AuthorizationDecision: Hashable, Sendable {
    /// The authorization of an app has changed.
    case changed(from: Authorization, to: Authorization, AuthorizationCause)

    /// An app has made a request.
    case requested(AuthorizationRequest, RequestOutcome)

    /// The person is asked a question, through `agents` agents.
    case asked(PromptIdentifier, PromptQuestion, agents: Int)

    /// A question has ended.
    case questionEnded(PromptIdentifier, PromptQuestion, PromptEnd)

    /// An app has connected and is in use.
    case appConnected(SessionIdentifier)

    /// A stream of an app has ended.
    case appDisconnected(SessionIdentifier)

    /// The program of a provider wanted to be the app itself, and was refused.
    case servesWidgets(SessionIdentifier)

    /// An app is no longer in use.
    case useEnded

    /// An agent has connected.
    case agentConnected(SessionIdentifier)

    /// An agent has disconnected.
    case agentDisconnected(SessionIdentifier)

    /// Location services were switched, for everybody unless the subject is a user.
    case servicesSwitched(isOn: Bool)
}
