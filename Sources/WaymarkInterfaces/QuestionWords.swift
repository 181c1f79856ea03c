package import LocationModel
import UserInput

/// A question as every agent puts it: on a terminal, in a notification, on a page.
///
/// The texts of apps in it are harmless.
package struct QuestionWords: Hashable, Sendable {
    package struct Answer: Hashable, Sendable {
        package let choice: PromptChoice
        package let label: String
        package let meaning: String
    }

    package let question: String

    /// The app that asks, with the evidence that it is that app.
    package let who: String
    package let why: String?

    /// The end of what is asked for, if it has one.
    package let end: String?
    package let answers: [Answer]

    /// Words a question.
    ///
    /// - Parameters:
    ///   - prompt: The question.
    ///   - date: Returns a date for a person.
    package init(_ prompt: SettingsInterface.Prompt, date: (UTCInstant) -> String) {
        let name = prompt.name.harmless
        question = prompt.text.harmless
        who = prompt.who
        why = prompt.purpose.map { "\(name) says: “\($0.harmless)”" }
        end = prompt.proposal?.until.flatMap { UTCInstant($0) }
            .map { "Until \(date($0)). After that you are asked again." }
        answers = prompt.choices.map { choice in
            Answer(choice: choice, label: choice.words, meaning: choice.meaning(for: prompt.question, name))
        }
    }
}

extension SettingsInterface.Prompt {
    fileprivate var who: String {
        if let proposal {
            let asker =
                "Proposed by a program of yours, such as the permissions page. Allow it only if you wanted it."
            return proposal.subject == .app ? "\(asker) The app is \(app.harmless)." : asker
        }
        // Its name may be that of another app, so its identifier stands beside it.
        let app = "\(name.harmless) (\(app.harmless))"
        if let claimant { return "\(claimant.harmless.capitalizedAtStart) claims to be \(app)." }
        return verificationText.map { "Asked by \(app), \($0.harmless)." } ?? "Asked by \(app)."
    }
}

extension String {
    fileprivate var capitalizedAtStart: String { prefix(1).uppercased() + dropFirst() }
}

extension PromptChoice {
    fileprivate func meaning(for question: LocationInterface.Question, _ name: String) -> String {
        switch (question, self) {
        case (.proposal, .allow): "this counts from now on"
        case (.proposal, _): "everything stays as it is"
        case (.widgets, .allow): "its widgets know while you see them, and for a while after"
        case (.widgets, _): "only \(name) itself knows"
        case (.temporaryFullAccuracy, .allow): "until you stop using it"
        case (.temporaryFullAccuracy, _): "it knows the area only"
        case (.unusedPermission, .allow): "as before"
        case (.always, .allowWhileUsing): "while you use it; you are asked again when it wants more"
        case (_, .allowWhileUsing): "while you use it or see its widgets"
        case (_, .allowOnce): "until you stop using it; then it has to ask again"
        case (_, .allowAlways): "also when you do not use it"
        case (_, .keepWhileUsing): "not when you do not use it"
        case (_, .allow): "as asked"
        case (_, .deny): "it gets no location and does not ask again"
        }
    }
}
