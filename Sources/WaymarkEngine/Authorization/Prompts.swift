package import LocationModel

/// One question to a person that waits for the answer.
package struct Prompt: Hashable, Sendable {
    /// Names it in the answer.
    package let identifier: PromptIdentifier

    /// The app it is about.
    package let app: AppKey

    /// What the person is asked.
    package let question: PromptQuestion

    /// When it was asked.
    package let askedAt: Moment
}

/// The questions that wait for an answer.
struct Prompts: Hashable, Sendable {
    private struct Ended: Hashable {
        var app: AppKey
        var end: PromptEnd
    }

    private static let remembered = 1024

    private var waiting: [PromptIdentifier: Prompt] = [:]
    private var byApp: [AppKey: [PromptIdentifier]] = [:]
    private var numbers: Numbering

    /// How the latest questions that wait no longer ended, so that a late answer can be told.
    private var ends: [PromptIdentifier: Ended] = [:]
    private var endsInOrder: [PromptIdentifier] = []

    init(numbers: Numbering) { self.numbers = numbers }

    subscript(identifier: PromptIdentifier) -> Prompt? { waiting[identifier] }

    /// Returns how a question ended, or `nil` if it never was asked or that is long ago.
    func end(of identifier: PromptIdentifier) -> (app: AppKey, end: PromptEnd)? {
        ends[identifier].map { ($0.app, $0.end) }
    }

    /// Returns an app's questions in the order in which they were asked.
    func about(_ app: AppKey) -> [Prompt] { (byApp[app] ?? []).compactMap { waiting[$0] } }

    /// Returns all questions in the order in which they were asked.
    var all: [Prompt] { waiting.values.sorted { $0.identifier.rawValue < $1.identifier.rawValue } }

    /// Asks, unless the same question waits already, or another one about the same decision.
    mutating func ask(_ question: PromptQuestion, of app: AppKey, at now: Moment) -> (Prompt, isNew: Bool) {
        if let asked = about(app).first(where: { $0.question.matter == question.matter }) {
            return (asked, false)
        }
        let identifier = PromptIdentifier(numbers.next(at: now.instant))
        let prompt = Prompt(identifier: identifier, app: app, question: question, askedAt: now)
        waiting[prompt.identifier] = prompt
        byApp[app, default: []].append(prompt.identifier)
        return (prompt, true)
    }

    /// Ends a question.
    mutating func end(_ identifier: PromptIdentifier, _ end: PromptEnd) {
        guard let prompt = waiting.removeValue(forKey: identifier) else { return }
        byApp[prompt.app]?.removeAll { $0 == identifier }
        if byApp[prompt.app]?.isEmpty ?? false { byApp[prompt.app] = nil }
        ends[identifier] = Ended(app: prompt.app, end: end)
        endsInOrder.append(identifier)
        if endsInOrder.count > Self.remembered { ends[endsInOrder.removeFirst()] = nil }
    }
}

extension PromptQuestion {
    /// What a person decides by the answer.
    fileprivate enum Matter {
        case status
        case accuracy
        case widgets
    }

    fileprivate var matter: Matter {
        switch self {
        case .whenInUse, .always, .alwaysUpgrade, .provisionalAlways, .usageReminder: .status
        case .temporaryFullAccuracy: .accuracy
        case .widgets: .widgets
        }
    }
}

/// Why a question waits no longer.
package enum PromptEnd: Hashable, Sendable {
    /// The person answered, through the agent named.
    case answered(PromptChoice, by: SessionIdentifier)

    /// The person decided in the settings.
    case decidedInSettings

    /// The app is not in use any more.
    case useEnded

    /// It has nothing to ask for any more: a widget was removed, or a limit came into force.
    case pointless
}

/// The open streams of agents, which put questions before people.
struct AgentSessions: Hashable, Sendable {
    private var agents: [SessionIdentifier: Caller] = [:]

    subscript(session: SessionIdentifier) -> Caller? { agents[session] }

    mutating func add(_ session: SessionIdentifier, _ caller: Caller) { agents[session] = caller }

    mutating func remove(_ session: SessionIdentifier) -> Caller? { agents.removeValue(forKey: session) }

    /// Returns how many agents `caller` may know of.
    func count(visibleTo caller: Caller) -> Int { agents.values.count { caller.mayDecideFor($0.user) } }

    /// Returns how many agents can ask `caller` or those whom it decides for.
    func count(around caller: Caller) -> Int {
        agents.values.count { caller.mayDecideFor($0.user) || $0.mayDecideFor(caller.user) }
    }

    /// Returns the agents that may ask a user, in the order in which they connected.
    func sessions(for user: UserIdentifier) -> [SessionIdentifier] {
        agents.filter { $0.value.mayDecideFor(user) }.keys.sorted()
    }
}
