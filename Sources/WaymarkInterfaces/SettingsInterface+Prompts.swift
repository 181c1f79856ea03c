package import LocationModel

// What a person is asked.
extension SettingsInterface {
    /// What a person is asked.
    package enum Question: String, Codable, Hashable, Sendable, CaseIterable {
        /// Whether the app may know the location while it is in use.
        case whenInUse

        /// The same, of an app that would like to know at any time.
        case always

        /// Whether an app that may know while it is in use may always know.
        case alwaysUpgrade

        /// Whether an app may really always know, now that it matters for the first time.
        case provisionalAlways

        /// Whether an app that makes use of always may go on doing so.
        case usageReminder

        /// Whether the app may know exactly while it is in use.
        case temporaryFullAccuracy

        /// Whether the app's widgets share its authorization.
        case widgets
    }

    /// What a person can answer; a question has two or three of these.
    package typealias Choice = PromptChoice

    /// A question that waits for an answer.
    package struct Prompt: Codable, Hashable, Sendable {
        /// Names it in the answer.
        package var prompt: String

        /// The app that it is about.
        package var app: String

        /// The user who is asked.
        package var user: Int

        /// What people call the app.
        package var name: String

        /// What is asked.
        package var question: Question

        /// The same in words, for a person.
        package var text: String

        /// What the app says it wants the location for, in the language of the agent.
        package var purpose: String?

        /// What can be answered.
        package var choices: [Choice]

        /// How exactly the app would know, where the answer may say otherwise.
        package var accuracy: AccuracyAuthorization?

        /// When it was asked, RFC 3339 in UTC.
        package var askedAt: String

        /// Creates a value of its members.
        package init(
            prompt: String,
            app: String,
            user: Int,
            name: String,
            question: Question,
            text: String,
            purpose: String? = nil,
            choices: [Choice],
            accuracy: AccuracyAuthorization? = nil,
            askedAt: String
        ) {
            self.prompt = prompt
            self.app = app
            self.user = user
            self.name = name
            self.question = question
            self.text = text
            self.purpose = purpose
            self.choices = choices
            self.accuracy = accuracy
            self.askedAt = askedAt
        }
    }

    /// Why a question waits for no answer any more.
    package enum PromptEnd: String, Codable, Hashable, Sendable, CaseIterable {
        /// The person answered it, through this or another agent.
        case answered

        /// The person decided in the settings.
        case decidedInSettings

        /// The app is not in use any more.
        case useEnded

        /// An answer would not change anything any more.
        case pointless
    }
}
