package import LocationModel

// What agents ask and answer.
extension SettingsInterface {
    /// Opens a stream as an agent.
    ///
    /// Its first reply has the session and all questions that wait; each new one follows, and each that waits
    /// no longer, but for those that this agent answers. Without more the answer is ExpectedMore.
    package struct Agent: MethodParameters {
        package static let method = "io.waymark.Settings.Agent"

        /// The language of the texts, as in LANG; the manifests' own where absent.
        package var locale: String?

        /// Creates a value of its members.
        package init(locale: String? = nil) {
            self.locale = locale
        }

        package enum CodingKeys: String, CodingKey, CaseIterable {
            case locale
        }

        /// What a reply to Agent carries.
        package struct Reply: Codable, Hashable, Sendable {
            package enum Event: String, Codable, Hashable, Sendable, CaseIterable {
                case session
                case prompt
                case promptEnded
                case keepAlive
            }

            /// Counts the events of this stream, from 1.
            package var sequence: Int

            /// What the event is; keepAlive says nothing but that the service lives.
            package var event: Event

            /// How many older events about the same subjects were dropped, because this client was slow.
            package var dropped: Int?

            /// The session, in the first reply.
            package var session: String?

            /// All questions that wait, in the first reply.
            package var prompts: [Prompt]?

            /// The question to put before the person.
            package var prompt: Prompt?

            /// The question that waits no longer.
            package var ended: String?

            /// Why it waits no longer.
            package var why: PromptEnd?

            /// Creates a value of its members.
            package init(
                sequence: Int,
                event: Event,
                dropped: Int? = nil,
                session: String? = nil,
                prompts: [Prompt]? = nil,
                prompt: Prompt? = nil,
                ended: String? = nil,
                why: PromptEnd? = nil
            ) {
                self.sequence = sequence
                self.event = event
                self.dropped = dropped
                self.session = session
                self.prompts = prompts
                self.prompt = prompt
                self.ended = ended
                self.why = why
            }
        }
    }

    /// Answers a question.
    ///
    /// The decision is safe, and in force, once this returns.
    package struct AnswerPrompt: MethodParameters {
        package static let method = "io.waymark.Settings.AnswerPrompt"

        /// The agent's session.
        package var session: String

        /// The question.
        package var prompt: String

        /// One of its choices.
        package var choice: Choice

        /// How exactly the app may know, where the question says that this may be chosen.
        package var accuracy: AccuracyAuthorization?

        /// Creates a value of its members.
        package init(
            session: String,
            prompt: String,
            choice: Choice,
            accuracy: AccuracyAuthorization? = nil
        ) {
            self.session = session
            self.prompt = prompt
            self.choice = choice
            self.accuracy = accuracy
        }

        package enum CodingKeys: String, CodingKey, CaseIterable {
            case session
            case prompt
            case choice
            case accuracy
        }

        /// What a reply to AnswerPrompt carries.
        package struct Reply: Codable, Hashable, Sendable {
            /// The app as it stands now.
            package var app: App

            /// Creates a value of its members.
            package init(app: App) {
                self.app = app
            }
        }
    }
}
