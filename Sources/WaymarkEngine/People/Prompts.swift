package import LocationModel

/// A question to a person that waits for an answer.
package struct Prompt: Hashable, Codable, Sendable {
    package let identifier: PromptIdentifier
    package let app: AppKey
    package let question: PromptQuestion

    /// The accuracy that an app without a manifest wants; counts if the answer does not choose one.
    package let suggestedAccuracy: AccuracyAuthorization?
    package let askedAt: Moment
}

struct Prompts: Hashable, Sendable {
    private var waiting: [PromptIdentifier: Prompt] = [:]
    private var numbers: Numbering

    /// The ends of the latest questions, kept so that a late answer can be recognized.
    private var ends = LatestOfUsers<PromptIdentifier, PromptEnd>()

    init(numbers: Numbering) { self.numbers = numbers }

    subscript(identifier: PromptIdentifier) -> Prompt? { waiting[identifier] }

    /// Returns how a question ended, if a caller may know; `nil` if it was never asked or ended long ago.
    func end(of identifier: PromptIdentifier, for caller: Caller) -> PromptEnd? {
        ends.first(at: identifier) { caller.mayDecideFor($0) }
    }

    /// Returns an app's questions in the order of asking.
    func about(_ app: AppKey) -> [Prompt] { waiting.isEmpty ? [] : all.filter { $0.app == app } }

    func isAsked(_ question: PromptQuestion, of app: AppKey) -> Bool {
        about(app).contains { $0.question == question }
    }

    var count: Int { waiting.count }

    /// All questions in the order of asking.
    var all: [Prompt] { waiting.values.sorted { $0.identifier < $1.identifier } }

    /// Asks a question, unless the same one or one about the same decision waits already.
    mutating func ask(
        _ question: PromptQuestion,
        of app: AppKey,
        suggesting accuracy: AccuracyAuthorization?,
        at now: Moment
    ) -> (Prompt, isNew: Bool) {
        if let asked = about(app).first(where: { $0.question.matter == question.matter }) {
            return (asked, false)
        }
        let identifier = PromptIdentifier(numbers.next(at: now.instant))
        let prompt = Prompt(
            identifier: identifier,
            app: app,
            question: question,
            suggestedAccuracy: accuracy,
            askedAt: now
        )
        waiting[prompt.identifier] = prompt
        return (prompt, true)
    }

    /// The time at which the first of the proposals lapses.
    var nextLapse: MonotonicInstant? { waiting.values.compactMap(\.lapsesAt).min() }

    /// Returns the proposals that lapse now, in the order of asking.
    func lapsed(at now: MonotonicInstant) -> [Prompt] {
        // A filter of the values makes the optimizer of Swift 6.3 crash.
        var lapsed: [Prompt] = []
        for (_, prompt) in waiting {
            if let end = prompt.lapsesAt, end <= now { lapsed.append(prompt) }
        }
        return lapsed.sorted { $0.identifier < $1.identifier }
    }

    mutating func end(_ identifier: PromptIdentifier, _ end: PromptEnd) {
        guard let prompt = waiting.removeValue(forKey: identifier) else { return }
        ends.add(end, at: identifier, of: prompt.app.user)
    }
}

extension PromptQuestion {
    fileprivate enum Matter {
        case status
        case accuracy
        case widgets
        case proposal
    }

    fileprivate var matter: Matter {
        switch self {
        case .whenInUse, .always, .alwaysUpgrade, .provisionalAlways, .usageReminder, .unusedPermission:
            .status
        case .temporaryFullAccuracy: .accuracy
        case .widgets: .widgets
        case .proposal: .proposal
        }
    }
}

package enum PromptEnd: Hashable, Codable, Sendable {
    case answered(PromptChoice, by: SessionIdentifier)
    case decidedInSettings
    case useEnded
    case pointless

    /// A newer proposal about the same came in its place.
    case replaced

    /// Nobody answered it in its time.
    case lapsed
}

/// The open streams of agents, which ask people questions.
struct AgentSessions: Hashable, Sendable {
    private struct Agent: Hashable {
        let caller: Caller

        /// Whether nothing can be allowed through it.
        let refusesOnly: Bool
    }

    private var agents: [SessionIdentifier: Agent] = [:]

    subscript(session: SessionIdentifier) -> Caller? { agents[session]?.caller }

    mutating func add(_ session: SessionIdentifier, _ caller: Caller, refusesOnly: Bool) {
        agents[session] = Agent(caller: caller, refusesOnly: refusesOnly)
    }

    mutating func remove(_ session: SessionIdentifier) -> Caller? {
        agents.removeValue(forKey: session)?.caller
    }

    /// Whether there is none through which something can be allowed.
    var isEmpty: Bool { agents.values.allSatisfy(\.refusesOnly) }

    /// Returns whether something can be allowed through an agent.
    func mayAllow(_ session: SessionIdentifier) -> Bool { agents[session]?.refusesOnly == false }

    /// Returns the number of agents through which `caller`, or anyone it decides for, can allow something.
    func count(around caller: Caller) -> Int {
        caller.mayDecideFor(.root)
            ? agents.values.count { !$0.refusesOnly } : count(for: caller.user)
    }

    /// Returns the number of agents through which a user can allow something.
    func count(for user: UserIdentifier) -> Int { sessions(for: user).count { mayAllow($0) } }

    /// Returns the agents that may ask a user, in the order of connection.
    func sessions(for user: UserIdentifier) -> [SessionIdentifier] {
        agents.filter { _, agent in
            [user, .root].contains(agent.caller.user) && agent.caller.mayDecideFor(user)
        }.keys.sorted()
    }
}

extension PromptEnd {
    package var text: String {
        switch self {
        case .answered(let choice, let session): "answered \(choice.rawValue.dashed) through \(session)"
        case .decidedInSettings: "decided in the settings"
        case .useEnded: "the app is not in use any more"
        case .pointless: "no answer would change anything any more"
        case .replaced: "a newer proposal replaced it"
        case .lapsed: "nobody answered it in its time"
        }
    }

    package var name: String {
        switch self {
        case .answered: "answered"
        case .decidedInSettings: "decidedInSettings"
        case .useEnded: "useEnded"
        case .pointless: "pointless"
        case .replaced: "replaced"
        case .lapsed: "lapsed"
        }
    }
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
