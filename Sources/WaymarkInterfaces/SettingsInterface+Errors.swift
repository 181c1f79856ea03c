extension SettingsInterface {
    package typealias UnknownSession = CommonErrors<Self>.UnknownSession
    package typealias StateNotSaved = CommonErrors<Self>.StateNotSaved

    /// There is no such question, or it is not for this caller to answer.
    package struct UnknownPrompt: InterfaceError {
        package static let name = "io.waymark.Settings.UnknownPrompt"

        package var prompt: String

        /// Creates a value of its members.
        package init(prompt: String) {
            self.prompt = prompt
        }
    }

    /// The question waits for no answer any more.
    package struct PromptOver: InterfaceError {
        package static let name = "io.waymark.Settings.PromptOver"

        package var prompt: String

        /// Why not.
        package var why: PromptEnd

        /// Creates a value of its members.
        package init(prompt: String, why: PromptEnd) {
            self.prompt = prompt
            self.why = why
        }
    }

    /// The question does not have this answer.
    package struct NotAChoice: InterfaceError {
        package static let name = "io.waymark.Settings.NotAChoice"

        /// The answer.
        package var choice: Choice

        /// Those that it has.
        package var choices: [Choice]

        /// Creates a value of its members.
        package init(choice: Choice, choices: [Choice]) {
            self.choice = choice
            self.choices = choices
        }
    }

    /// The manifest has mistakes, and was not taken.
    package struct BadManifest: InterfaceError {
        package static let name = "io.waymark.Settings.BadManifest"

        /// The mistakes, each with its line, for a person.
        package var mistakes: [String]

        /// Creates a value of its members.
        package init(mistakes: [String]) {
            self.mistakes = mistakes
        }
    }

    /// The user has registered as many manifests as anybody may.
    package struct TooManyManifests: InterfaceError {
        package static let name = "io.waymark.Settings.TooManyManifests"

        package var limit: Int

        /// Creates a value of its members.
        package init(limit: Int) {
            self.limit = limit
        }
    }

    /// The user has registered no manifest of this app.
    package struct UnknownManifest: InterfaceError {
        package static let name = "io.waymark.Settings.UnknownManifest"

        package var app: String

        /// Creates a value of its members.
        package init(app: String) {
            self.app = app
        }
    }

    /// The sealing key cannot be changed.
    package struct RekeyFailed: InterfaceError {
        package static let name = "io.waymark.Settings.RekeyFailed"

        /// What prevents it and what to do, for a person.
        package var reason: String

        /// Creates a value of its members.
        package init(reason: String) {
            self.reason = reason
        }
    }
}
