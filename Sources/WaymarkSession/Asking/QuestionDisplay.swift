import LinuxSystem
import LocationModel
import MessageBus
import WaymarkInterfaces

/// The open questions, of which one at a time has a notification.
///
/// One program may have many. A question whose notification was closed without an answer is shown again later.
struct QuestionDisplay {
    typealias Notification = NotificationServer.Identifier
    typealias Prompt = SettingsInterface.Prompt

    private struct Question {
        let prompt: Prompt

        /// The time to show the question, while no question has a notification.
        var dueAt: ContinuousClock.Instant

        /// The delays before it is shown again after it was closed without an answer.
        var pauses: BackOff
        var notification: Notification?
    }

    /// The longest time between two notifications of one question.
    private static let longestPause: Duration = .seconds(6 * 3600)

    /// The delay after the server refused to show a question.
    private static let failurePause: Duration = .seconds(10)

    private let pauses: BackOff
    private var questions: [Question] = []

    /// Creates a display; the pause before a question comes back doubles each further time.
    init(againAfter firstPause: Duration) { pauses = BackOff(first: firstPause, longest: Self.longestPause) }

    private var notification: Notification? { questions.compactMap(\.notification).first }

    var nextDeadline: ContinuousClock.Instant? {
        notification == nil ? questions.map(\.dueAt).min() : nil
    }

    func due(at now: ContinuousClock.Instant) -> Prompt? {
        notification == nil ? questions.first { $0.dueAt <= now }?.prompt : nil
    }

    private func index(of prompt: String) -> Int? { questions.firstIndex { $0.prompt.prompt == prompt } }

    // MARK: The service

    mutating func ask(_ prompt: Prompt, at now: ContinuousClock.Instant) {
        guard index(of: prompt.prompt) == nil else { return }
        questions.append(Question(prompt: prompt, dueAt: now, pauses: pauses))
    }

    /// Removes a question that has ended, and returns the notification that shows it.
    mutating func end(_ prompt: String) -> Notification? {
        index(of: prompt).flatMap { questions.remove(at: $0).notification }
    }

    /// Removes all questions, because the service or the server went away, and returns the notification that shows one.
    mutating func endAll() -> Notification? {
        defer { questions = [] }
        return notification
    }

    // MARK: The desktop

    mutating func show(_ prompt: Prompt, as notification: Notification) {
        if let index = index(of: prompt.prompt) { questions[index].notification = notification }
    }

    mutating func fail(_ prompt: Prompt, at now: ContinuousClock.Instant) {
        if let index = index(of: prompt.prompt) { questions[index].dueAt = now + Self.failurePause }
    }

    /// Records that a notification was closed without an answer; its question is shown again later.
    mutating func close(_ notification: Notification, at now: ContinuousClock.Instant) {
        guard let index = questions.firstIndex(where: { $0.notification == notification }) else { return }
        questions[index].notification = nil
        questions[index].dueAt = now + questions[index].pauses.next()
    }

    /// Records that a button was pressed; returns the answer, in no session yet, and removes the question.
    mutating func press(_ notification: Notification, key: String) -> SettingsInterface.AnswerPrompt? {
        guard let index = questions.firstIndex(where: { $0.notification == notification }),
            let button = questions[index].prompt.buttons.first(where: { $0.key == key })
        else { return nil }
        let prompt = questions.remove(at: index).prompt
        return .init(
            session: "",
            prompt: prompt.prompt,
            choice: button.choice,
            // The accuracy that the person saw counts, even if the app's manifest has changed since.
            accuracy: button.accuracy ?? prompt.accuracy
        )
    }
}

struct QuestionButton: Hashable {
    let choice: PromptChoice
    var accuracy: AccuracyAuthorization?
    var key: String { choice.rawValue + (accuracy.map { ".\($0.rawValue)" } ?? "") }
    var label: String { choice.words + (accuracy.map { ", \($0.words)" } ?? "") }
}

extension SettingsInterface.Prompt {
    /// A button for each choice, and one for the other accuracy if the person may choose it.
    ///
    /// The accuracy comes last, so that desktops that show three buttons show the three choices.
    var buttons: [QuestionButton] {
        var buttons = choices.map { QuestionButton(choice: $0) }
        if let accuracy, choices.contains(.allowWhileUsing) {
            buttons.append(
                QuestionButton(choice: .allowWhileUsing, accuracy: accuracy == .full ? .reduced : .full)
            )
        }
        return buttons
    }

    /// Returns the notification that asks the question; one for another user than the person names that user.
    func content(for person: UInt32, _ capabilities: Set<String>) -> NotificationContent {
        let words = QuestionWords(self) { WallClock.localDate($0.nanosecondsSince1970) }
        // A summary may be cut off, and each word of a proposal counts.
        var paragraphs = (proposal == nil ? [] : [words.question]) + [words.who]
        paragraphs += [words.why, words.end].compactMap(\.self)
        if let accuracy { paragraphs.append("It would know \(accuracy.words).") }
        paragraphs += words.answers.map { "\($0.label): \($0.meaning)." }
        if user != Int(person) {
            let name = UInt32(exactly: user).map { UserDatabase.name(of: $0) } ?? "\(user)"
            paragraphs.append("This is for the user \(name).")
        }
        return NotificationContent(
            summary: text,
            paragraphs: paragraphs,
            buttons: buttons.map { ($0.key, $0.label) },
            for: capabilities
        )
    }
}
