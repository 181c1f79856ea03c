// The methods of io.waymark.Widgets, each known by its parameters.
extension WidgetsInterface {
    /// Registers kinds and streams what the service asks.
    ///
    /// The first reply carries session and authorization. Without more the answer is ExpectedMore.
    package struct Serve: MethodParameters {
        package static let method = "io.waymark.Widgets.Serve"

        /// The app that the kinds belong to: ASCII letters, digits, ".", "-" and "_".
        package var app: String

        /// The kinds that this provider serves, at least one.
        package var kinds: [KindDeclaration]

        /// Creates a value of its members.
        package init(app: String, kinds: [KindDeclaration]) {
            self.app = app
            self.kinds = kinds
        }

        package enum CodingKeys: String, CodingKey, CaseIterable {
            case app
            case kinds
        }

        /// What a reply to Serve carries.
        package struct Reply: Codable, Hashable, Sendable {
            /// What the event is; keepAlive says nothing but that the service lives.
            package enum Event: String, Codable, Hashable, Sendable, CaseIterable {
                case session
                case reload
                case authorization
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

            /// The request, in a reload.
            package var reload: Reload?

            /// Creates a value of its members.
            package init(
                sequence: Int,
                event: Event,
                dropped: Int? = nil,
                session: String? = nil,
                authorization: Authorization? = nil,
                reload: Reload? = nil
            ) {
                self.sequence = sequence
                self.event = event
                self.dropped = dropped
                self.session = session
                self.authorization = authorization
                self.reload = reload
            }
        }
    }

    /// Answers a request with a timeline, which is safe once this returns.
    package struct DeliverTimeline: MethodParameters {
        package static let method = "io.waymark.Widgets.DeliverTimeline"

        /// The session.
        package var session: String

        /// The request.
        package var request: String

        /// 1 to 256 entries, 64 KiB encoded.
        package var entries: [Entry]

        /// When to ask again.
        package var policy: ReloadPolicy

        /// The date for the policy after, RFC 3339.
        package var after: String?

        /// Creates a value of its members.
        package init(
            session: String,
            request: String,
            entries: [Entry],
            policy: ReloadPolicy,
            after: String? = nil
        ) {
            self.session = session
            self.request = request
            self.entries = entries
            self.policy = policy
            self.after = after
        }

        package enum CodingKeys: String, CodingKey, CaseIterable {
            case session
            case request
            case entries
            case policy
            case after
        }

        /// The reply carries nothing.
        package typealias Reply = Nothing
    }

    /// Answers a request with a failure.
    ///
    /// The last good timeline stays; the request is repeated later.
    package struct FailTimeline: MethodParameters {
        package static let method = "io.waymark.Widgets.FailTimeline"

        /// The session.
        package var session: String

        /// The request.
        package var request: String

        /// What went wrong, for a person.
        package var message: String

        /// Creates a value of its members.
        package init(session: String, request: String, message: String) {
            self.session = session
            self.request = request
            self.message = message
        }

        package enum CodingKeys: String, CodingKey, CaseIterable {
            case session
            case request
            case message
        }

        /// What a reply to FailTimeline carries.
        package struct Reply: Codable, Hashable, Sendable {
            /// When it will be repeated.
            package var retryAfterSeconds: Double

            /// Creates a value of its members.
            package init(retryAfterSeconds: Double) {
                self.retryAfterSeconds = retryAfterSeconds
            }
        }
    }

    /// Asks for new timelines: of one widget, of one kind, or of all kinds of the session.
    package struct ReloadTimelines: MethodParameters {
        package static let method = "io.waymark.Widgets.ReloadTimelines"

        /// The session.
        package var session: String

        /// Only this kind.
        package var kind: String?

        /// Only this widget.
        package var widget: String?

        /// Creates a value of its members.
        package init(session: String, kind: String? = nil, widget: String? = nil) {
            self.session = session
            self.kind = kind
            self.widget = widget
        }

        package enum CodingKeys: String, CodingKey, CaseIterable {
            case session
            case kind
            case widget
        }

        /// What a reply to ReloadTimelines carries.
        package struct Reply: Codable, Hashable, Sendable {
            /// The widgets whose reload was accepted.
            package var widgets: [String]

            /// Creates a value of its members.
            package init(widgets: [String]) {
                self.widgets = widgets
            }
        }
    }
}
