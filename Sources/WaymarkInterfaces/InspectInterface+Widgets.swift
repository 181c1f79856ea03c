// How widgets stand, and why.
extension InspectInterface {
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
}
