import LocationModel

/// What was decided about who may know the location, and what led there.
package enum AuthorizationDecision: Hashable, Sendable {
    /// What an app may know has changed.
    case changed(from: Authorization, to: Authorization, AuthorizationCause)

    /// An app asked for something.
    case requested(AuthorizationRequest, RequestOutcome)

    /// A question was put to the person, through as many agents as given.
    case asked(PromptIdentifier, PromptQuestion, agents: Int)

    /// A question waits for no answer any more.
    case questionEnded(PromptIdentifier, PromptQuestion, PromptEnd)

    /// An app has connected, and is in use.
    case appConnected(SessionIdentifier)

    /// A stream of an app has ended.
    case appDisconnected(SessionIdentifier)

    /// An app is not in use any more.
    case useEnded

    /// An agent has connected.
    case agentConnected(SessionIdentifier)

    /// An agent has gone.
    case agentDisconnected(SessionIdentifier)

    /// Location services were switched, for everybody unless it concerns a user.
    case servicesSwitched(isOn: Bool)
}
