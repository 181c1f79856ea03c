// Generated from Sources/WaymarkInterfaces/Descriptions: do not edit, run `make interfaces`.
// swift-format-ignore-file
package import LocationModel
package import Varlink

package enum HostInterface: NamedInterface {
    package static let name = "io.waymark.Host"
    package static let text = String(decoding: PackageResources.io_waymark_Host_varlink, as: UTF8.self)
    package struct Entry: JSONStructure {
        package var date: String
        package var content: RawJSON
        package init(date: String, content: RawJSON) { self.date = date; self.content = content }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            date = try json.required("date"); content = try json.required("content")
        }
        package func write(_ json: inout JSONWriter) { json.member("content", content); json.member("date", date) }
    }
    package typealias WidgetStatus = LocationModel.WidgetCondition
    package struct WidgetView: JSONStructure {
        package var widget: String
        package var app: String
        package var kind: String
        package var user: Int
        package var status: WidgetStatus
        package var entry: Entry?
        package init(
            widget: String, app: String, kind: String, user: Int, status: WidgetStatus, entry: Entry? = nil
        ) {
            self.widget = widget; self.app = app; self.kind = kind; self.user = user; self.status = status;
            self.entry = entry
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            widget = try json.required("widget"); app = try json.required("app"); kind = try json.required("kind");
            user = try json.required("user"); status = try json.required("status"); entry = try json.optional("entry")
        }
        package func write(_ json: inout JSONWriter) {
            json.member("app", app); json.member("entry", entry); json.member("kind", kind);
            json.member("status", status); json.member("user", user); json.member("widget", widget)
        }
    }
    package struct Place: MethodParameters {
        package static let method = "io.waymark.Host.Place"
        package struct Reply: JSONStructure {
            package var widget: String
            package init(widget: String) { self.widget = widget }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) { widget = try json.required("widget") }
            package func write(_ json: inout JSONWriter) { json.member("widget", widget) }
        }
        package var app: String
        package var kind: String
        package var user: Int?
        package var key: String?
        package init(
            app: String, kind: String, user: Int? = nil, key: String? = nil
        ) {
            self.app = app; self.kind = kind; self.user = user; self.key = key
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json.required("app"); kind = try json.required("kind"); user = try json.optional("user");
            key = try json.optional("key")
        }
        package func write(_ json: inout JSONWriter) {
            json.member("app", app); json.member("key", key); json.member("kind", kind); json.member("user", user)
        }
    }
    package struct Remove: MethodParameters {
        package static let method = "io.waymark.Host.Remove"
        package typealias Reply = EmptyReply
        package var widget: String
        package init(widget: String) { self.widget = widget }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) { widget = try json.required("widget") }
        package func write(_ json: inout JSONWriter) { json.member("widget", widget) }
    }
    package struct SetVisibility: MethodParameters {
        package static let method = "io.waymark.Host.SetVisibility"
        package typealias Reply = EmptyReply
        package var widget: String
        package var visible: Bool
        package var session: String?
        package init(
            widget: String, visible: Bool, session: String? = nil
        ) {
            self.widget = widget; self.visible = visible; self.session = session
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            widget = try json.required("widget"); visible = try json.required("visible");
            session = try json.optional("session")
        }
        package func write(_ json: inout JSONWriter) {
            json.member("session", session); json.member("visible", visible); json.member("widget", widget)
        }
    }
    package struct SetAppVisibility: MethodParameters {
        package static let method = "io.waymark.Host.SetAppVisibility"
        package typealias Reply = EmptyReply
        package var app: String
        package var visible: Bool
        package var session: String
        package var user: Int?
        package init(
            app: String, visible: Bool, session: String, user: Int? = nil
        ) {
            self.app = app; self.visible = visible; self.session = session; self.user = user
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json.required("app"); visible = try json.required("visible");
            session = try json.required("session"); user = try json.optional("user")
        }
        package func write(_ json: inout JSONWriter) {
            json.member("app", app); json.member("session", session); json.member("user", user);
            json.member("visible", visible)
        }
    }
    package struct Watch: MethodParameters {
        package static let method = "io.waymark.Host.Watch"
        package struct Reply: StreamedStructure {
            package enum Event: String, JSONWord { case session, widgets, widget, removed, keepAlive }
            package var sequence: Int
            package var event: Event
            package var dropped: Int?
            package var session: String?
            package var widgets: [WidgetView]?
            package var more: Bool?
            package var widget: WidgetView?
            package var removed: String?
            package init(
                sequence: Int, event: Event, dropped: Int? = nil, session: String? = nil, widgets: [WidgetView]? = nil,
                more: Bool? = nil, widget: WidgetView? = nil, removed: String? = nil
            ) {
                self.sequence = sequence; self.event = event; self.dropped = dropped; self.session = session;
                self.widgets = widgets; self.more = more; self.widget = widget; self.removed = removed
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                sequence = try json.required("sequence"); event = try json.required("event");
                dropped = try json.optional("dropped"); session = try json.optional("session");
                widgets = try json.optional("widgets"); more = try json.optional("more");
                widget = try json.optional("widget"); removed = try json.optional("removed")
            }
            package func writeContents(_ json: inout JSONWriter) {
                json.member("event", event); json.member("more", more); json.member("removed", removed);
                json.member("session", session); json.member("widget", widget); json.member("widgets", widgets)
            }
        }
        package var widgets: [String]?
        package init(widgets: [String]? = nil) { self.widgets = widgets }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) { widgets = try json.optional("widgets") }
        package func write(_ json: inout JSONWriter) { json.member("widgets", widgets) }
    }
    package struct UnknownSession: InterfaceError {
        package static let name = "io.waymark.Host.UnknownSession"
        package var session: String
        package init(session: String) { self.session = session }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) { session = try json.required("session") }
        package func write(_ json: inout JSONWriter) { json.member("session", session) }
    }
    package struct UnknownKind: InterfaceError {
        package static let name = "io.waymark.Host.UnknownKind"
        package var app: String
        package var kind: String
        package init(app: String, kind: String) { self.app = app; self.kind = kind }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json.required("app"); kind = try json.required("kind")
        }
        package func write(_ json: inout JSONWriter) { json.member("app", app); json.member("kind", kind) }
    }
    package struct UnknownWidget: InterfaceError {
        package static let name = "io.waymark.Host.UnknownWidget"
        package var widget: String
        package init(widget: String) { self.widget = widget }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) { widget = try json.required("widget") }
        package func write(_ json: inout JSONWriter) { json.member("widget", widget) }
    }
    package struct QuotaExceeded: InterfaceError {
        package static let name = "io.waymark.Host.QuotaExceeded"
        package typealias Quota = LocationModel.Quota
        package var quota: Quota
        package var limit: Int
        package var reason: String?
        package init(
            quota: Quota, limit: Int, reason: String? = nil
        ) {
            self.quota = quota; self.limit = limit; self.reason = reason
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            quota = try json.required("quota"); limit = try json.required("limit"); reason = try json.optional("reason")
        }
        package func write(_ json: inout JSONWriter) {
            json.member("limit", limit); json.member("quota", quota); json.member("reason", reason)
        }
    }
    package struct StateNotSaved: InterfaceError {
        package static let name = "io.waymark.Host.StateNotSaved"
        package var reason: String
        package init(reason: String) { self.reason = reason }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) { reason = try json.required("reason") }
        package func write(_ json: inout JSONWriter) { json.member("reason", reason) }
    }
}
