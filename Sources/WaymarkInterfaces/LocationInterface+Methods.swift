extension LocationInterface {
    /// Says that the app runs, and streams what it may know.
    ///
    /// The first reply carries session and authorization. Without more the answer is ExpectedMore.
    package struct Open: MethodParameters {
        package static let method = "io.waymark.Location.Open"

        /// The app: ASCII letters, digits, ".", "-" and "_".
        package var app: String

        /// Creates a value of its members.
        package init(app: String) {
            self.app = app
        }

        package enum CodingKeys: String, CodingKey, CaseIterable {
            case app
        }

        /// What a reply to Open carries.
        package struct Reply: Codable, Hashable, Sendable {
            package enum Event: String, Codable, Hashable, Sendable, CaseIterable {
                case session
                case authorization
                case requestEnded
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

            /// The authorization: in the first reply, and whenever it changed.
            package var authorization: Authorization?

            /// The question that waits for no answer any more.
            package var prompt: String?

            /// What the person was asked.
            package var question: Question?

            /// Creates a value of its members.
            package init(
                sequence: Int,
                event: Event,
                dropped: Int? = nil,
                session: String? = nil,
                authorization: Authorization? = nil,
                prompt: String? = nil,
                question: Question? = nil
            ) {
                self.sequence = sequence
                self.event = event
                self.dropped = dropped
                self.session = session
                self.authorization = authorization
                self.prompt = prompt
                self.question = question
            }
        }
    }

    /// Asks the person whether the app may know the location.
    ///
    /// Returns at once.
    package struct RequestAuthorization: MethodParameters {
        package static let method = "io.waymark.Location.RequestAuthorization"

        package enum Level: String, Codable, Hashable, Sendable, CaseIterable {
            case whenInUse
            case always
        }

        /// The session.
        package var session: String

        /// What for.
        package var level: Level

        /// Creates a value of its members.
        package init(session: String, level: Level) {
            self.session = session
            self.level = level
        }

        package enum CodingKeys: String, CodingKey, CaseIterable {
            case session
            case level
        }

        /// What a reply to RequestAuthorization carries.
        package struct Reply: Codable, Hashable, Sendable {
            /// What became of the request.
            package var outcome: Outcome

            /// The same in words, for a person.
            package var text: String

            /// The question, where the person is asked.
            package var prompt: String?

            /// Creates a value of its members.
            package init(outcome: Outcome, text: String, prompt: String? = nil) {
                self.outcome = outcome
                self.text = text
                self.prompt = prompt
            }
        }
    }

    /// Asks the person whether the app may know exactly while it is in use.
    ///
    /// Returns at once.
    package struct RequestTemporaryFullAccuracy: MethodParameters {
        package static let method = "io.waymark.Location.RequestTemporaryFullAccuracy"

        /// The session.
        package var session: String

        /// The key of the purpose in the app's manifest.
        package var purpose: String

        /// Creates a value of its members.
        package init(session: String, purpose: String) {
            self.session = session
            self.purpose = purpose
        }

        package enum CodingKeys: String, CodingKey, CaseIterable {
            case session
            case purpose
        }

        /// What a reply to RequestTemporaryFullAccuracy carries.
        package struct Reply: Codable, Hashable, Sendable {
            /// What became of the request.
            package var outcome: Outcome

            /// The same in words, for a person.
            package var text: String

            /// The question, where the person is asked.
            package var prompt: String?

            /// Creates a value of its members.
            package init(outcome: Outcome, text: String, prompt: String? = nil) {
                self.outcome = outcome
                self.text = text
                self.prompt = prompt
            }
        }
    }

    /// No open stream of this caller has this session.
    package struct UnknownSession: InterfaceError {
        package static let name = "io.waymark.Location.UnknownSession"

        package var session: String

        /// Creates a value of its members.
        package init(session: String) {
            self.session = session
        }
    }

    /// The app's manifest does not say what it wants the location for, so nobody is asked.
    package struct MissingPurpose: InterfaceError {
        package static let name = "io.waymark.Location.MissingPurpose"

        package var app: String

        /// The key that the manifest lacks, as it stands there.
        package var key: String

        /// Creates a value of its members.
        package init(app: String, key: String) {
            self.app = app
            self.key = key
        }
    }

    /// The system says that the program is another app, by the sandbox or the unit that it runs in.
    package struct AppMismatch: InterfaceError {
        package static let name = "io.waymark.Location.AppMismatch"

        /// The app that the program says it is.
        package var claimed: String

        /// The apps that it may be.
        package var apps: [String]

        /// What tells so and what to do, for a person.
        package var reason: String

        /// Creates a value of its members.
        package init(claimed: String, apps: [String], reason: String) {
            self.claimed = claimed
            self.apps = apps
            self.reason = reason
        }
    }

    /// What was decided is in force, but could not be saved, and a restart would lose it.
    ///
    /// It is saved as soon as that works.
    package struct StateNotSaved: InterfaceError {
        package static let name = "io.waymark.Location.StateNotSaved"

        /// What prevents it, for a person.
        package var reason: String

        /// Creates a value of its members.
        package init(reason: String) {
            self.reason = reason
        }
    }
}
