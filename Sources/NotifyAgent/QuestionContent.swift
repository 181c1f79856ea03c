import LinuxSystem
import LocationModel
import WaymarkInterfaces

/// A button of a question, and what pressing it answers.
struct QuestionButton: Hashable {
    let choice: SettingsInterface.Choice

    /// How exactly the app may know, where the button says so.
    var accuracy: AccuracyAuthorization?

    /// What names it on the bus.
    var key: String { choice.rawValue + (accuracy.map { ".\($0.rawValue)" } ?? "") }

    /// What it says.
    var label: String { choice.words + (accuracy.map { ", \($0.words)" } ?? "") }
}

extension SettingsInterface.Prompt {
    /// A button for each choice, and one more for the other accuracy where the person may choose that.
    ///
    /// It comes last: desktops that show three buttons show the three choices.
    var buttons: [QuestionButton] {
        var buttons = choices.map { QuestionButton(choice: $0) }
        if let accuracy, choices.contains(.allowWhileUsing) {
            buttons.append(
                QuestionButton(choice: .allowWhileUsing, accuracy: accuracy == .full ? .reduced : .full)
            )
        }
        return buttons
    }

    /// The notification that asks.
    ///
    /// - Parameters:
    ///   - person: The user who sees it; a question for somebody else says for whom it is.
    ///   - capabilities: What the server can do.
    /// - Returns: The notification.
    func content(for person: UInt32, _ capabilities: Set<String>) -> NotificationContent {
        var paragraphs: [String] = []
        if let purpose { paragraphs.append("\(name): “\(purpose)”") }
        if let accuracy { paragraphs.append("It would know \(accuracy.words).") }
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
