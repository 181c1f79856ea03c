package import LocationModel

/// A question to a person that waits for an answer.
package struct Prompt: Hashable, Sendable {
    package let identifier: PromptIdentifier
    package let app: AppKey
    package let question: PromptQuestion

    /// The accuracy that an app without a manifest wants; counts if the answer does not choose one.
    package let suggestedAccuracy: AccuracyAuthorization?
    package let askedAt: Moment
}

/// The open stream of an agent, which asks people questions.
struct Agent: Equatable, Sendable {
    let caller: Caller

    /// Whether nothing can be allowed through it.
    let refusesOnly: Bool
}

package enum AppEvent: Hashable, Sendable {
    /// The stream is open, with the app's current authorization.
    case session(Authorization)
    case authorization(Authorization)
    case requestEnded(PromptIdentifier, PromptQuestion)
}

package enum AgentEvent: Hashable, Sendable {
    /// The stream is open, with the waiting questions.
    case session([Prompt])
    case prompt(Prompt)
    case promptEnded(PromptIdentifier, PromptEnd)
}
