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

/// The questions that wait for an answer.
struct Prompts: Hashable, Sendable {
    /// In the order of asking.
    var waiting: [Prompt] = []
    var numbers: Numbering

    /// The ends of the latest questions, kept so that a late answer can be recognized.
    var ends = LatestOfUsers<PromptIdentifier, PromptEnd>()

    subscript(identifier: PromptIdentifier) -> Prompt? { waiting.first { $0.identifier == identifier } }

    /// Returns how a question ended, if a caller may know; `nil` if it was never asked or ended long ago.
    func end(of identifier: PromptIdentifier, for caller: Caller) -> PromptEnd? {
        ends.first(at: identifier) { caller.mayDecideFor($0) }
    }

    /// Returns an app's questions in the order of asking.
    func about(_ app: AppKey) -> [Prompt] { waiting.filter { $0.app == app } }

    /// Returns the question that waits about the same decision.
    func asked(_ question: PromptQuestion, of app: AppKey) -> Prompt? {
        waiting.first { $0.app == app && $0.question.matter == question.matter }
    }
}

/// The open stream of an agent, which asks people questions.
struct Agent: Hashable, Sendable {
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
