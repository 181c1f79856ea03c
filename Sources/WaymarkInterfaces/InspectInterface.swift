/// The types of `io.waymark.Inspect`, whose description says what each means.
package enum InspectInterface {
    /// A receiver and how it is doing.
    package struct Receiver: Codable, Hashable, Sendable {
        /// Its state.
        package enum State: String, Codable, Hashable, Sendable, CaseIterable {
            case off
            case absent
            case connecting
            case acquiring
            case fixed
            case lost
            case ended
        }

        /// Its place in the configuration.
        package var number: Int

        /// The URL it was configured with.
        package var name: String

        /// Its state.
        package var state: State

        /// Why it is in this state, in one word.
        package var reason: String?

        /// The same for a person.
        package var reasonText: String?

        /// How long it has been in this state.
        package var sinceSeconds: Double

        /// Why it is absent.
        package var problem: String?

        /// When it will be tried again, where it is absent.
        package var retryAfterSeconds: Double?

        /// The age of its last fix.
        package var lastFixAgeSeconds: Double?

        /// The radius that it states to hold the truth with 68 % probability, smoothed.
        package var accuracyMeters: Double?

        /// Whether it is the one whose fixes are used.
        package var followed: Bool

        /// How long it has been on since the service started.
        package var onSeconds: Double

        /// Creates a value of its members.
        package init(
            number: Int,
            name: String,
            state: State,
            reason: String? = nil,
            reasonText: String? = nil,
            sinceSeconds: Double,
            problem: String? = nil,
            retryAfterSeconds: Double? = nil,
            lastFixAgeSeconds: Double? = nil,
            accuracyMeters: Double? = nil,
            followed: Bool,
            onSeconds: Double
        ) {
            self.number = number
            self.name = name
            self.state = state
            self.reason = reason
            self.reasonText = reasonText
            self.sinceSeconds = sinceSeconds
            self.problem = problem
            self.retryAfterSeconds = retryAfterSeconds
            self.lastFixAgeSeconds = lastFixAgeSeconds
            self.accuracyMeters = accuracyMeters
            self.followed = followed
            self.onSeconds = onSeconds
        }
    }

    /// A widget that may use fixes now.
    package struct ReceiverUser: Codable, Hashable, Sendable {
        /// What entitles it.
        package enum Ground: String, Codable, Hashable, Sendable, CaseIterable {
            case inView
            case inUseWindow
            case alwaysNow
            case always
        }

        /// The widget.
        package var widget: String

        /// Its app.
        package var app: String

        /// The user it belongs to.
        package var user: Int

        /// What entitles it.
        package var ground: Ground

        /// Creates a value of its members.
        package init(widget: String, app: String, user: Int, ground: Ground) {
            self.widget = widget
            self.app = app
            self.user = user
            self.ground = ground
        }
    }

    /// A placed widget and how it stands.
    package struct Widget: Codable, Hashable, Sendable {
        /// The widget.
        package var widget: String

        /// Its app.
        package var app: String

        /// Its kind.
        package var kind: String

        /// The user it belongs to.
        package var user: Int

        /// Whether a host has it in view.
        package var visible: Bool

        /// Whether it counts as in use: in view, or in view not longer ago than the in-use window.
        package var inUse: Bool

        /// How long it will still count as in use, where it is out of view.
        package var inUseForSeconds: Double?

        /// Why it will be reloaded at its next view, where it will.
        package var pendingReload: String?

        /// When its timeline was delivered, RFC 3339 in UTC.
        package var timelineDelivered: String?

        /// When the clock will reload it next.
        package var nextReloadAfterSeconds: Double?

        /// Creates a value of its members.
        package init(
            widget: String,
            app: String,
            kind: String,
            user: Int,
            visible: Bool,
            inUse: Bool,
            inUseForSeconds: Double? = nil,
            pendingReload: String? = nil,
            timelineDelivered: String? = nil,
            nextReloadAfterSeconds: Double? = nil
        ) {
            self.widget = widget
            self.app = app
            self.kind = kind
            self.user = user
            self.visible = visible
            self.inUse = inUse
            self.inUseForSeconds = inUseForSeconds
            self.pendingReload = pendingReload
            self.timelineDelivered = timelineDelivered
            self.nextReloadAfterSeconds = nextReloadAfterSeconds
        }
    }

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

    /// One of the conditions that a reload with a location depends on.
    package struct Check: Codable, Hashable, Sendable {
        /// The condition.
        package var check: String

        /// Whether it holds.
        package var holds: Bool

        /// Why, for a person.
        package var text: String

        /// Creates a value of its members.
        package init(check: String, holds: Bool, text: String) {
            self.check = check
            self.holds = holds
            self.text = text
        }
    }

    /// Tells how the service is doing.
    package struct GetStatus: MethodParameters {
        package static let method = "io.waymark.Inspect.GetStatus"

        /// Creates a value of its members.
        package init() {}

        /// The members a call may have: none.
        package typealias CodingKeys = NoMembers

        /// What a reply to GetStatus carries.
        package struct Reply: Codable, Hashable, Sendable {
            /// The version.
            package var version: String

            /// The uptime seconds.
            package var uptimeSeconds: Double

            /// The receivers wanted.
            package var receiversWanted: Bool

            /// The receivers on.
            package var receiversOn: Bool

            /// The receivers since seconds.
            package var receiversSinceSeconds: Double

            /// The receivers pause seconds.
            package var receiversPauseSeconds: Double?

            /// The receivers reason.
            package var receiversReason: String

            /// The receiver users.
            package var receiverUsers: [ReceiverUser]

            /// The receivers.
            package var receivers: [Receiver]

            /// The apps.
            package var apps: Int

            /// The widgets.
            package var widgets: Int

            /// The sessions.
            package var sessions: Int

            /// The in use window seconds.
            package var inUseWindowSeconds: Double

            /// The significant distance meters.
            package var significantDistanceMeters: Double

            /// The significant interval seconds.
            package var significantIntervalSeconds: Double

            /// The last significant change age seconds.
            package var lastSignificantChangeAgeSeconds: Double?

            /// Creates a value of its members.
            package init(
                version: String,
                uptimeSeconds: Double,
                receiversWanted: Bool,
                receiversOn: Bool,
                receiversSinceSeconds: Double,
                receiversPauseSeconds: Double? = nil,
                receiversReason: String,
                receiverUsers: [ReceiverUser],
                receivers: [Receiver],
                apps: Int,
                widgets: Int,
                sessions: Int,
                inUseWindowSeconds: Double,
                significantDistanceMeters: Double,
                significantIntervalSeconds: Double,
                lastSignificantChangeAgeSeconds: Double? = nil
            ) {
                self.version = version
                self.uptimeSeconds = uptimeSeconds
                self.receiversWanted = receiversWanted
                self.receiversOn = receiversOn
                self.receiversSinceSeconds = receiversSinceSeconds
                self.receiversPauseSeconds = receiversPauseSeconds
                self.receiversReason = receiversReason
                self.receiverUsers = receiverUsers
                self.receivers = receivers
                self.apps = apps
                self.widgets = widgets
                self.sessions = sessions
                self.inUseWindowSeconds = inUseWindowSeconds
                self.significantDistanceMeters = significantDistanceMeters
                self.significantIntervalSeconds = significantIntervalSeconds
                self.lastSignificantChangeAgeSeconds = lastSignificantChangeAgeSeconds
            }
        }
    }

    /// Lists the widgets of the caller.
    package struct ListWidgets: MethodParameters {
        package static let method = "io.waymark.Inspect.ListWidgets"

        /// Creates a value of its members.
        package init() {}

        /// The members a call may have: none.
        package typealias CodingKeys = NoMembers

        /// What a reply to ListWidgets carries.
        package struct Reply: Codable, Hashable, Sendable {
            /// The widgets.
            package var widgets: [Widget]

            /// Creates a value of its members.
            package init(widgets: [Widget]) {
                self.widgets = widgets
            }
        }
    }

    /// Explains a widget: whether it would be reloaded with a location now and what stands in the way, and
    /// what was decided.
    package struct Explain: MethodParameters {
        package static let method = "io.waymark.Inspect.Explain"

        /// The widget.
        package var widget: String

        /// Creates a value of its members.
        package init(widget: String) {
            self.widget = widget
        }

        package enum CodingKeys: String, CodingKey, CaseIterable {
            case widget
        }

        /// What a reply to Explain carries.
        package struct Reply: Codable, Hashable, Sendable {
            /// The widget.
            package var widget: Widget

            /// The checks.
            package var checks: [Check]

            /// The summary.
            package var summary: String

            /// The decisions.
            package var decisions: [Decision]

            /// Creates a value of its members.
            package init(widget: Widget, checks: [Check], summary: String, decisions: [Decision]) {
                self.widget = widget
                self.checks = checks
                self.summary = summary
                self.decisions = decisions
            }
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

    /// Streams how receivers are doing: first all of them, then each as its state changes or another one is followed.
    ///
    /// Without more the answer is ExpectedMore.
    package struct WatchReceivers: MethodParameters {
        package static let method = "io.waymark.Inspect.WatchReceivers"

        /// Creates a value of its members.
        package init() {}

        /// The members a call may have: none.
        package typealias CodingKeys = NoMembers

        /// What a reply to WatchReceivers carries.
        package struct Reply: Codable, Hashable, Sendable {
            /// Counts the events of this stream, from 1.
            package var sequence: Int

            /// How many events were dropped, because this client was slow.
            package var dropped: Int?

            /// The receivers that changed; none in an event that only says that the service lives.
            package var receivers: [Receiver]

            /// Creates a value of its members.
            package init(sequence: Int, dropped: Int? = nil, receivers: [Receiver]) {
                self.sequence = sequence
                self.dropped = dropped
                self.receivers = receivers
            }
        }
    }

    /// The caller has no such widget.
    package struct UnknownWidget: InterfaceError {
        package static let name = "io.waymark.Inspect.UnknownWidget"

        /// The widget.
        package var widget: String

        /// Creates a value of its members.
        package init(widget: String) {
            self.widget = widget
        }
    }
}
