// What the service decides.
extension InspectInterface {
    /// One decision of the service.
    package struct Decision: Codable, Hashable, Sendable {
        /// Counts decisions since the service started.
        package var number: Int

        /// When it was taken, RFC 3339 in UTC.
        package var time: String

        /// What was decided.
        package var decision: String

        /// The widget it concerns.
        package var widget: String?

        /// The app it concerns.
        package var app: String?

        /// The user it concerns.
        package var user: Int?

        /// The decision and its reasons, for a person.
        package var text: String

        /// The reasons in figures and words, for a program.
        package var evidence: JSONValue

        /// Creates a value of its members.
        package init(
            number: Int,
            time: String,
            decision: String,
            widget: String? = nil,
            app: String? = nil,
            user: Int? = nil,
            text: String,
            evidence: JSONValue
        ) {
            self.number = number
            self.time = time
            self.decision = decision
            self.widget = widget
            self.app = app
            self.user = user
            self.text = text
            self.evidence = evidence
        }
    }

    /// Streams decisions: first those remembered, then each as it is taken.
    ///
    /// Without more the answer is ExpectedMore.
    package struct WatchDecisions: MethodParameters {
        package static let method = "io.waymark.Inspect.WatchDecisions"

        /// Only those that concern this widget.
        package var widget: String?

        /// Creates a value of its members.
        package init(widget: String? = nil) {
            self.widget = widget
        }

        package enum CodingKeys: String, CodingKey, CaseIterable {
            case widget
        }

        /// What a reply to WatchDecisions carries.
        package struct Reply: Codable, Hashable, Sendable {
            /// Counts the events of this stream, from 1.
            package var sequence: Int

            /// How many decisions were dropped, because this client was slow.
            package var dropped: Int?

            /// The decisions; empty in an event that only says that the service lives.
            package var decisions: [Decision]

            /// Creates a value of its members.
            package init(sequence: Int, dropped: Int? = nil, decisions: [Decision]) {
                self.sequence = sequence
                self.dropped = dropped
                self.decisions = decisions
            }
        }
    }
}
