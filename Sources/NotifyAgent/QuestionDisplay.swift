import WaymarkInterfaces

/// Which questions wait for the person, which notification shows each, and when one that was closed comes again.
struct QuestionDisplay {
    typealias Notification = NotificationServer.Identifier
    typealias Prompt = SettingsInterface.Prompt

    /// What the person answered.
    struct Answer: Hashable {
        let prompt: Prompt
        let button: QuestionButton
    }

    private struct Question {
        var prompt: Prompt
        var notification: Notification?

        /// When it is to be shown, while it is not.
        var dueAt: ContinuousClock.Instant

        /// How long it stays away when it is closed without an answer.
        var pause: Duration
    }

    /// The longest time between two notifications of one question.
    private static let longestPause: Duration = .seconds(6 * 3600)

    /// How long to wait after a server would not show something.
    private static let failurePause: Duration = .seconds(10)

    private let firstPause: Duration
    private var questions: [Question] = []

    /// Creates a display of nothing.
    ///
    /// - Parameter firstPause: How long a question stays away that was closed without an answer; twice as long each
    ///   further time.
    init(againAfter firstPause: Duration) { self.firstPause = firstPause }

    /// When something will have to be shown that is not.
    var nextDeadline: ContinuousClock.Instant? {
        questions.filter { $0.notification == nil }.map(\.dueAt).min()
    }

    /// The notifications that are there.
    var notifications: [Notification] { questions.compactMap(\.notification) }

    /// Returns the question that is to be shown now.
    func due(at now: ContinuousClock.Instant) -> Prompt? {
        questions.first { $0.notification == nil && $0.dueAt <= now }?.prompt
    }

    // MARK: The service

    /// Takes in a question.
    mutating func ask(_ prompt: Prompt, at now: ContinuousClock.Instant) {
        guard !questions.contains(where: { $0.prompt.prompt == prompt.prompt }) else { return }
        questions.append(Question(prompt: prompt, notification: nil, dueAt: now, pause: firstPause))
    }

    /// Forgets a question that waits no longer, and returns what shows it.
    mutating func end(_ prompt: String) -> Notification? {
        guard let index = questions.firstIndex(where: { $0.prompt.prompt == prompt }) else { return nil }
        return questions.remove(at: index).notification
    }

    /// Forgets all questions, because the service that asked them is away, and returns what shows them.
    mutating func endAll() -> [Notification] {
        defer { questions = [] }
        return notifications
    }

    // MARK: The desktop

    /// A question is shown.
    mutating func show(_ prompt: Prompt, as notification: Notification) {
        change(prompt.prompt) { $0.notification = notification }
    }

    /// The server would not show a question.
    mutating func fail(_ prompt: Prompt, at now: ContinuousClock.Instant) {
        change(prompt.prompt) { $0.dueAt = now + Self.failurePause }
    }

    /// A notification was closed without an answer: its question comes again later.
    mutating func close(_ notification: Notification, at now: ContinuousClock.Instant) {
        guard let index = questions.firstIndex(where: { $0.notification == notification }) else { return }
        questions[index].notification = nil
        questions[index].dueAt = now + questions[index].pause
        questions[index].pause = min(questions[index].pause * 2, Self.longestPause)
    }

    /// A button was pressed: the question is answered, and not shown again.
    mutating func press(_ notification: Notification, key: String) -> Answer? {
        guard let index = questions.firstIndex(where: { $0.notification == notification }),
            let button = questions[index].prompt.buttons.first(where: { $0.key == key })
        else { return nil }
        return Answer(prompt: questions.remove(at: index).prompt, button: button)
    }

    /// Nothing is shown any more, because the server went away.
    mutating func loseServer(at now: ContinuousClock.Instant) {
        for index in questions.indices where questions[index].notification != nil {
            questions[index].notification = nil
            questions[index].dueAt = now
        }
    }

    private mutating func change(_ prompt: String, _ body: (inout Question) -> Void) {
        guard let index = questions.firstIndex(where: { $0.prompt.prompt == prompt }) else { return }
        body(&questions[index])
    }
}
