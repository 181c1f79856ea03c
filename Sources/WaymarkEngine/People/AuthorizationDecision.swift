package import LocationModel

package enum AuthorizationDecision: Hashable, Sendable, ComponentDecision {
    case changed(from: Authorization, to: Authorization, AuthorizationCause)
    case requested(request: AuthorizationRequest, outcome: RequestOutcome, PromptIdentifier?)
    case asked(PromptIdentifier, question: PromptQuestion, agents: Int)
    case questionEnded(
        PromptIdentifier,
        question: PromptQuestion,
        end: PromptEnd,
        PromptChoice? = nil,
        by: SessionIdentifier? = nil
    )
    case appConnected(SessionIdentifier)
    case appDisconnected(SessionIdentifier)
    case servesWidgets(SessionIdentifier)
    case useEnded
    case agentConnected(SessionIdentifier)
    case agentDisconnected(SessionIdentifier)
    case servicesSwitched(isOn: Bool)
    case paused(until: UTCInstant)
    case pauseEnded(after: Duration, because: AuthorizationCause)

    static let names = [
        "authorization", "authorizationRequested", "asked", "questionEnded", "appConnected",
        "appDisconnected", "servesWidgets", "appUseEnded", "agentConnected", "agentDisconnected",
        "servicesSwitched", "paused", "pauseEnded",
    ]

    var name: String {
        switch self {
        case .changed: "authorization"
        case .requested: "authorizationRequested"
        case .useEnded: "appUseEnded"
        default: caseName(of: self)
        }
    }

    var text: String {
        switch self {
        case .changed(let before, let after, let cause):
            before.text == after.text
                ? "still \(after.text): \(cause.text)" : "\(before.text) became \(after.text): \(cause.text)"
        case .requested(let request, let outcome, _): "asks for \(request.text): \(outcome.text)"
        case .asked(let prompt, let question, let agents):
            "\(prompt) asks\(question.subject == .proposal ? ", as a program of the person proposes" : ""), "
                + "through \(agents) \(agents == 1 ? "agent" : "agents"): \(question.text(about: "the app"))"
        case .questionEnded(let prompt, let question, _, let answer?, by: let agent?):
            "\(prompt) is over, answered \(answer.rawValue.dashed) through \(agent): "
                + question.text(about: "the app")
        case .questionEnded(let prompt, let question, let end, _, _):
            "\(prompt) is over, \(end.words): \(question.text(about: "the app"))"
        case .appConnected(let session): "the app connected as \(session) and is in use"
        case .appDisconnected(let session): "the app's stream \(session) ended"
        case .servesWidgets(let provider):
            "a program that serves widgets (\(provider)) wanted to be the app itself, and was refused"
        case .useEnded: "the app is not in use any more"
        case .agentConnected(let session): "agent \(session) connected"
        case .agentDisconnected(let session): "agent \(session) disconnected"
        case .servicesSwitched(let isOn): "location services were switched \(isOn ? "on" : "off")"
        case .paused(let end): "the person paused the location of all apps until \(end)"
        case .pauseEnded(let length, .settings):
            "the person ended the pause of all apps after \(length.words)"
        case .pauseEnded(let length, .timeOver): "the pause of all apps is over, after \(length.words)"
        case .pauseEnded(let length, let cause):
            "the pause of all apps ended after \(length.words): \(cause.text)"
        }
    }

    var evidence: [String: EvidenceValue] {
        switch self {
        case .changed(let before, let after, let cause):
            [
                "statusBefore": .word(before.status.rawValue), "status": .word(after.status.rawValue),
                "widgetsBefore": .word(before.grant.widgets.rawValue),
                "widgets": .word(after.grant.widgets.rawValue),
                "accuracyBefore": .word(before.accuracy.rawValue), "accuracy": .word(after.accuracy.rawValue),
                "cause": .word(caseName(of: cause)),
            ]
        case .servicesSwitched(let isOn): ["services": .word(isOn ? "on" : "off")]
        case .pauseEnded(let length, let cause):
            ["end": .word(cause == .timeOver ? "over" : "asked"), "lastedSeconds": .number(length.inSeconds)]
        default: carriedEvidence
        }
    }
}

package enum AuthorizationCause: Hashable, Encodable, Sendable {
    case settings
    case reset
    case answer(PromptIdentifier)

    /// The person confirmed what a program of the person had proposed.
    case proposal(PromptIdentifier, madeAt: UTCInstant)
    case useEnded
    case servicesSwitch
    case pause
    case timeOver

    /// The app has not used its permission for long, as was announced a week before.
    case unused
    case policy
    case manifest

    var text: String {
        switch self {
        case .settings: "the person changed the settings"
        case .reset: "the person reset the decisions"
        case .answer(let prompt): "the person answered \(prompt)"
        case .proposal(let prompt, let date):
            "the person confirmed \(prompt), which a program such as the permissions page proposed at \(date)"
        case .useEnded: "the app is not in use any more"
        case .servicesSwitch: "location services were switched"
        case .unused: "the app has not used it for long, and nobody said that it may keep it"
        case .timeOver: "the time for which the person allowed it is over"
        case .pause: "the person paused the location of all apps"
        case .policy: "the administrator changed the policy"
        case .manifest: "the app's manifest changed"
        }
    }
}
