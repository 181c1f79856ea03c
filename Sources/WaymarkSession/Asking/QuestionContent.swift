import LinuxSystem
import LocationModel
import MessageBus
import WaymarkInterfaces

struct QuestionButton: Hashable {
    let choice: SettingsInterface.Choice
    var accuracy: AccuracyAuthorization?

    /// The button's name on the bus.
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
        // A summary may be cut off, and a proposal counts as it is worded.
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
            buttons: buttons.map { .init(key: $0.key, label: $0.label) },
            for: capabilities
        )
    }
}
