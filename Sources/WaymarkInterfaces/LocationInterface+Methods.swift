// The methods of io.waymark.Location, each known by its parameters.
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

        package typealias Reply = RequestReply
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

        package typealias Reply = RequestReply
    }
}
