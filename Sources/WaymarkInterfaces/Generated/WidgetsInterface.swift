// Generated from Sources/WaymarkInterfaces/Descriptions: do not edit, run `make interfaces`.
// swift-format-ignore-file
package import LocationModel
package import Varlink

package enum WidgetsInterface: NamedInterface {
    package static let name = "io.waymark.Widgets"
    package static let text = String(decoding: PackageResources.io_waymark_Widgets_varlink, as: UTF8.self)
    package typealias KindDeclaration = SettingsInterface.KindDeclaration
    package typealias Location = LocationInterface.Location
    package typealias LocationSource = LocationInterface.LocationSource
    package typealias AuthorizationStatus = LocationInterface.AuthorizationStatus
    package typealias AccuracyAuthorization = LocationInterface.AccuracyAuthorization
    package typealias WidgetGrant = LocationInterface.WidgetGrant
    package struct Authorization: JSONStructure {
        package var status: AuthorizationStatus
        package var accuracy: AccuracyAuthorization
        package var widgets: WidgetGrant
        package var isAuthorizedForWidgetUpdates: Bool
        package init(
            status: AuthorizationStatus, accuracy: AccuracyAuthorization, widgets: WidgetGrant,
            isAuthorizedForWidgetUpdates: Bool
        ) {
            self.status = status; self.accuracy = accuracy; self.widgets = widgets;
            self.isAuthorizedForWidgetUpdates = isAuthorizedForWidgetUpdates
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            status = try json.required("status"); accuracy = try json.required("accuracy");
            widgets = try json.required("widgets");
            isAuthorizedForWidgetUpdates = try json.required("isAuthorizedForWidgetUpdates")
        }
        package func write(_ json: inout JSONWriter) {
            json.member("accuracy", accuracy); json.member("isAuthorizedForWidgetUpdates", isAuthorizedForWidgetUpdates);
            json.member("status", status); json.member("widgets", widgets)
        }
    }
    package typealias ReloadReason = LocationModel.ReloadReason
    package typealias LocationAbsence = LocationModel.LocationAbsence
    package struct Reload: JSONStructure {
        package var request: String
        package var widget: String
        package var kind: String
        package var reason: ReloadReason
        package var deadline: String
        package var isAuthorizedForWidgetUpdates: Bool
        package var location: Location?
        package var locationAbsence: LocationAbsence?
        package init(
            request: String, widget: String, kind: String, reason: ReloadReason, deadline: String,
            isAuthorizedForWidgetUpdates: Bool, location: Location? = nil, locationAbsence: LocationAbsence? = nil
        ) {
            self.request = request; self.widget = widget; self.kind = kind; self.reason = reason;
            self.deadline = deadline; self.isAuthorizedForWidgetUpdates = isAuthorizedForWidgetUpdates;
            self.location = location; self.locationAbsence = locationAbsence
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            request = try json.required("request"); widget = try json.required("widget");
            kind = try json.required("kind"); reason = try json.required("reason");
            deadline = try json.required("deadline");
            isAuthorizedForWidgetUpdates = try json.required("isAuthorizedForWidgetUpdates");
            location = try json.optional("location"); locationAbsence = try json.optional("locationAbsence")
        }
        package func write(_ json: inout JSONWriter) {
            json.member("deadline", deadline); json.member("isAuthorizedForWidgetUpdates", isAuthorizedForWidgetUpdates);
            json.member("kind", kind); json.member("location", location);
            json.member("locationAbsence", locationAbsence); json.member("reason", reason);
            json.member("request", request); json.member("widget", widget)
        }
    }
    package typealias Entry = HostInterface.Entry
    package enum ReloadPolicy: String, JSONWord { case atEnd, after, never }
    package struct Serve: MethodParameters {
        package static let method = "io.waymark.Widgets.Serve"
        package struct Reply: StreamedStructure {
            package enum Event: String, JSONWord { case session, reload, authorization, stop, keepAlive }
            package var sequence: Int
            package var event: Event
            package var dropped: Int?
            package var session: String?
            package var authorization: Authorization?
            package var reload: Reload?
            package init(
                sequence: Int, event: Event, dropped: Int? = nil, session: String? = nil,
                authorization: Authorization? = nil, reload: Reload? = nil
            ) {
                self.sequence = sequence; self.event = event; self.dropped = dropped; self.session = session;
                self.authorization = authorization; self.reload = reload
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                sequence = try json.required("sequence"); event = try json.required("event");
                dropped = try json.optional("dropped"); session = try json.optional("session");
                authorization = try json.optional("authorization"); reload = try json.optional("reload")
            }
            package func writeContents(_ json: inout JSONWriter) {
                json.member("authorization", authorization); json.member("event", event); json.member("reload", reload);
                json.member("session", session)
            }
        }
        package var app: String
        package var kinds: [KindDeclaration]
        package init(app: String, kinds: [KindDeclaration]) { self.app = app; self.kinds = kinds }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json.required("app"); kinds = try json.required("kinds")
        }
        package func write(_ json: inout JSONWriter) { json.member("app", app); json.member("kinds", kinds) }
    }
    package struct DeliverTimeline: MethodParameters {
        package static let method = "io.waymark.Widgets.DeliverTimeline"
        package typealias Reply = EmptyReply
        package var session: String
        package var request: String
        package var entries: [Entry]
        package var policy: ReloadPolicy
        package var after: String?
        package init(
            session: String, request: String, entries: [Entry], policy: ReloadPolicy, after: String? = nil
        ) {
            self.session = session; self.request = request; self.entries = entries; self.policy = policy;
            self.after = after
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            session = try json.required("session"); request = try json.required("request");
            entries = try json.required("entries"); policy = try json.required("policy");
            after = try json.optional("after")
        }
        package func write(_ json: inout JSONWriter) {
            json.member("after", after); json.member("entries", entries); json.member("policy", policy);
            json.member("request", request); json.member("session", session)
        }
    }
    package struct FailTimeline: MethodParameters {
        package static let method = "io.waymark.Widgets.FailTimeline"
        package struct Reply: JSONStructure {
            package var retryAfterSeconds: Double
            package init(retryAfterSeconds: Double) { self.retryAfterSeconds = retryAfterSeconds }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                retryAfterSeconds = try json.required("retryAfterSeconds")
            }
            package func write(_ json: inout JSONWriter) { json.member("retryAfterSeconds", retryAfterSeconds) }
        }
        package var session: String
        package var request: String
        package var message: String
        package init(
            session: String, request: String, message: String
        ) {
            self.session = session; self.request = request; self.message = message
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            session = try json.required("session"); request = try json.required("request");
            message = try json.required("message")
        }
        package func write(_ json: inout JSONWriter) {
            json.member("message", message); json.member("request", request); json.member("session", session)
        }
    }
    package struct ReloadTimelines: MethodParameters {
        package static let method = "io.waymark.Widgets.ReloadTimelines"
        package struct Reply: JSONStructure {
            package var widgets: [String]
            package init(widgets: [String]) { self.widgets = widgets }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) { widgets = try json.required("widgets") }
            package func write(_ json: inout JSONWriter) { json.member("widgets", widgets) }
        }
        package var session: String
        package var kind: String?
        package var widget: String?
        package init(
            session: String, kind: String? = nil, widget: String? = nil
        ) {
            self.session = session; self.kind = kind; self.widget = widget
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            session = try json.required("session"); kind = try json.optional("kind");
            widget = try json.optional("widget")
        }
        package func write(_ json: inout JSONWriter) {
            json.member("kind", kind); json.member("session", session); json.member("widget", widget)
        }
    }
    package struct UnknownSession: InterfaceError {
        package static let name = "io.waymark.Widgets.UnknownSession"
        package var session: String
        package init(session: String) { self.session = session }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) { session = try json.required("session") }
        package func write(_ json: inout JSONWriter) { json.member("session", session) }
    }
    package struct RequestOver: InterfaceError {
        package static let name = "io.waymark.Widgets.RequestOver"
        package typealias Why = LocationModel.RequestEnd
        package var request: String
        package var why: Why
        package init(request: String, why: Why) { self.request = request; self.why = why }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            request = try json.required("request"); why = try json.required("why")
        }
        package func write(_ json: inout JSONWriter) { json.member("request", request); json.member("why", why) }
    }
    package struct UnknownKind: InterfaceError {
        package static let name = "io.waymark.Widgets.UnknownKind"
        package var kind: String
        package init(kind: String) { self.kind = kind }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) { kind = try json.required("kind") }
        package func write(_ json: inout JSONWriter) { json.member("kind", kind) }
    }
    package struct UnknownWidget: InterfaceError {
        package static let name = "io.waymark.Widgets.UnknownWidget"
        package var widget: String
        package init(widget: String) { self.widget = widget }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) { widget = try json.required("widget") }
        package func write(_ json: inout JSONWriter) { json.member("widget", widget) }
    }
    package struct AppMismatch: InterfaceError {
        package static let name = "io.waymark.Widgets.AppMismatch"
        package var claimed: String
        package var apps: [String]
        package var reason: String
        package init(
            claimed: String, apps: [String], reason: String
        ) {
            self.claimed = claimed; self.apps = apps; self.reason = reason
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            claimed = try json.required("claimed"); apps = try json.required("apps");
            reason = try json.required("reason")
        }
        package func write(_ json: inout JSONWriter) {
            json.member("apps", apps); json.member("claimed", claimed); json.member("reason", reason)
        }
    }
    package struct QuotaExceeded: InterfaceError {
        package static let name = "io.waymark.Widgets.QuotaExceeded"
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
        package static let name = "io.waymark.Widgets.StateNotSaved"
        package var reason: String
        package init(reason: String) { self.reason = reason }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) { reason = try json.required("reason") }
        package func write(_ json: inout JSONWriter) { json.member("reason", reason) }
    }
}
