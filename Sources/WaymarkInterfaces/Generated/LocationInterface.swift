// Generated from Sources/WaymarkInterfaces/Descriptions: do not edit, run `make interfaces`.
// swift-format-ignore-file
package import LocationModel
package import Varlink

package enum LocationInterface: NamedInterface {
    package static let name = "io.waymark.Location"
    package static let text = String(decoding: PackageResources.io_waymark_Location_varlink, as: UTF8.self)
    package typealias AuthorizationStatus = LocationModel.AuthorizationStatus
    package typealias AccuracyAuthorization = LocationModel.AccuracyAuthorization
    package typealias WidgetGrant = LocationModel.WidgetGrant
    package enum Service: String, JSONWord { case regions, heading }
    package struct Authorization: JSONStructure {
        package var status: AuthorizationStatus
        package var accuracy: AccuracyAuthorization
        package var widgets: WidgetGrant
        package var isAuthorizedForWidgetUpdates: Bool
        package var unavailableServices: [Service]
        package init(
            status: AuthorizationStatus, accuracy: AccuracyAuthorization, widgets: WidgetGrant,
            isAuthorizedForWidgetUpdates: Bool, unavailableServices: [Service]
        ) {
            self.status = status; self.accuracy = accuracy; self.widgets = widgets;
            self.isAuthorizedForWidgetUpdates = isAuthorizedForWidgetUpdates;
            self.unavailableServices = unavailableServices
        }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            status = try json.required("status"); accuracy = try json.required("accuracy");
            widgets = try json.required("widgets");
            isAuthorizedForWidgetUpdates = try json.required("isAuthorizedForWidgetUpdates");
            unavailableServices = try json.required("unavailableServices")
        }
        package func write(_ json: inout JSONWriter) {
            json.member("accuracy", accuracy); json.member("isAuthorizedForWidgetUpdates", isAuthorizedForWidgetUpdates);
            json.member("status", status); json.member("unavailableServices", unavailableServices);
            json.member("widgets", widgets)
        }
    }
    package enum Question: String, JSONWord { case whenInUse, always, alwaysUpgrade, provisionalAlways, usageReminder, temporaryFullAccuracy, widgets }
    package enum Outcome: String, JSONWord { case authorizationRequestInProgress, noAgent, notInUse, alreadyDetermined, allowedOnce, alwaysWasAsked, restricted, servicesOff, notAuthorized, alreadyFullAccuracy }
    package struct Open: MethodParameters {
        package static let method = "io.waymark.Location.Open"
        package struct Reply: JSONStructure {
            package enum Event: String, JSONWord { case session, authorization, requestEnded, keepAlive }
            package var sequence: Int
            package var event: Event
            package var dropped: Int?
            package var session: String?
            package var authorization: Authorization?
            package var prompt: String?
            package var question: Question?
            package init(
                sequence: Int, event: Event, dropped: Int? = nil, session: String? = nil,
                authorization: Authorization? = nil, prompt: String? = nil, question: Question? = nil
            ) {
                self.sequence = sequence; self.event = event; self.dropped = dropped; self.session = session;
                self.authorization = authorization; self.prompt = prompt; self.question = question
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                sequence = try json.required("sequence"); event = try json.required("event");
                dropped = try json.optional("dropped"); session = try json.optional("session");
                authorization = try json.optional("authorization"); prompt = try json.optional("prompt");
                question = try json.optional("question")
            }
            package func write(_ json: inout JSONWriter) {
                json.member("authorization", authorization); json.member("dropped", dropped);
                json.member("event", event); json.member("prompt", prompt); json.member("question", question);
                json.member("sequence", sequence); json.member("session", session)
            }
        }
        package var app: String
        package init(app: String) { self.app = app }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) { app = try json.required("app") }
        package func write(_ json: inout JSONWriter) { json.member("app", app) }
    }
    package struct RequestAuthorization: MethodParameters {
        package static let method = "io.waymark.Location.RequestAuthorization"
        package enum Level: String, JSONWord { case whenInUse, always }
        package struct Reply: JSONStructure {
            package var outcome: Outcome
            package var text: String
            package var prompt: String?
            package init(
                outcome: Outcome, text: String, prompt: String? = nil
            ) {
                self.outcome = outcome; self.text = text; self.prompt = prompt
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                outcome = try json.required("outcome"); text = try json.required("text");
                prompt = try json.optional("prompt")
            }
            package func write(_ json: inout JSONWriter) {
                json.member("outcome", outcome); json.member("prompt", prompt); json.member("text", text)
            }
        }
        package var session: String
        package var level: Level
        package init(session: String, level: Level) { self.session = session; self.level = level }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            session = try json.required("session"); level = try json.required("level")
        }
        package func write(_ json: inout JSONWriter) { json.member("level", level); json.member("session", session) }
    }
    package struct RequestTemporaryFullAccuracy: MethodParameters {
        package static let method = "io.waymark.Location.RequestTemporaryFullAccuracy"
        package typealias Reply = RequestAuthorization.Reply
        package var session: String
        package var purpose: String
        package init(session: String, purpose: String) { self.session = session; self.purpose = purpose }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            session = try json.required("session"); purpose = try json.required("purpose")
        }
        package func write(_ json: inout JSONWriter) {
            json.member("purpose", purpose); json.member("session", session)
        }
    }
    package struct UnknownSession: InterfaceError {
        package static let name = "io.waymark.Location.UnknownSession"
        package var session: String
        package init(session: String) { self.session = session }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) { session = try json.required("session") }
        package func write(_ json: inout JSONWriter) { json.member("session", session) }
    }
    package struct MissingPurpose: InterfaceError {
        package static let name = "io.waymark.Location.MissingPurpose"
        package var app: String
        package var key: String
        package init(app: String, key: String) { self.app = app; self.key = key }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) {
            app = try json.required("app"); key = try json.required("key")
        }
        package func write(_ json: inout JSONWriter) { json.member("app", app); json.member("key", key) }
    }
    package struct AppMismatch: InterfaceError {
        package static let name = "io.waymark.Location.AppMismatch"
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
    package struct StateNotSaved: InterfaceError {
        package static let name = "io.waymark.Location.StateNotSaved"
        package var reason: String
        package init(reason: String) { self.reason = reason }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) { reason = try json.required("reason") }
        package func write(_ json: inout JSONWriter) { json.member("reason", reason) }
    }
}
