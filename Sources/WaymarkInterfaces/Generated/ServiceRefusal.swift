// Generated from Sources/WaymarkInterfaces/Descriptions: do not edit, run `make interfaces`.
// swift-format-ignore-file
public import LocationModel
import UserInput
package import Varlink

/// An error that the service answered a call with.
@nonexhaustive public enum ServiceRefusal: Error, Hashable, Sendable {
    /// No open stream of this caller has this session.
    case unknownSession(session: String)
    /// The change is in force but could not be saved, so a restart would lose it. The service keeps trying to save it.
    case stateNotSaved(reason: String)
    /// The call would exceed a quota of the user. Nothing was changed.
    case quotaExceeded(quota: Quota, limit: Int, reason: String?)
    /// The configuration names no such feed.
    case unknownFeed(feed: String)
    /// Another program brings this feed.
    case feedTaken(feed: String)
    /// The position is none of now, and was not taken: it is over 60 s old, over 60 s ahead of this machine's clock, or older
    /// than the one before.
    case fixNotTaken(reason: String)
    /// Neither a manifest nor a provider of this user has declared the kind.
    case unknownKind(app: String, kind: String)
    /// The kind has no layout for the family.
    case unsupportedFamily(family: WidgetFamily, families: [WidgetFamily])
    /// The kind does not accept the configuration.
    case invalidConfiguration(property: String?, reason: String)
    /// The click gives the widget no location.
    case notShared(widget: String, why: ShareObstacle, reason: String)
    /// The caller has no such widget.
    case unknownWidget(widget: String)
    /// Nothing is known of the app: the person has not decided about it, no manifest declares it, and no program of it is
    /// connected.
    case unknownApp(app: String)
    /// The app's manifest states no purpose for the location, so nobody is asked.
    case missingPurpose(app: String, key: String)
    /// The program, or one that it was started by, holds a Serve stream of io.waymark.Widgets: it serves widgets, and is not the
    /// app itself. An open stream of the app ends with it when the program begins to serve.
    case servesWidgets(reason: String)
    /// The sandbox or unit of the program shows that it is another app.
    case appMismatch(claimed: String, apps: [String], reason: String)
    /// The area is none that can be monitored, or the beacons are none. Nothing was changed.
    case conditionUnsupported(parameter: String, reason: String)
    /// The question does not exist, or this caller may not answer it.
    case unknownPrompt(prompt: String)
    /// The question is closed.
    case promptOver(prompt: String, why: PromptEnd)
    /// The question does not offer this answer.
    case notAChoice(choice: PromptChoice, choices: [PromptChoice])
    /// The manifest has mistakes and was rejected.
    case badManifest(mistakes: [String])
    /// The user has registered no manifest of this app.
    case unknownManifest(app: String)
    /// The sealing key could not be changed.
    case rekeyFailed(reason: String)
    /// The service was not started with --simulated.
    case notSimulated
    /// Another location was set meanwhile.
    case superseded(revision: Int)
    /// The request is not waiting for an answer.
    case requestOver(request: String, why: RequestEnd)
    /// The manifest of the app does not permit pushes: no kind of it that has a widget, or not the given one, is Pushable=.
    case notPushable(app: String, kind: String?)
    /// There is no such ticket any more, or it is not the caller's.
    case unknownTicket(ticket: String)
    /// The service does not implement this interface.
    case interfaceNotFound(interface: String)
    /// The interface has no such method.
    case methodNotFound(method: String)
    /// The interface has the method, but the service does not implement it.
    case methodNotImplemented(method: String)
    /// This parameter is missing, unknown, of the wrong type, or out of range.
    case invalidParameter(parameter: String)
    /// The caller may not do this.
    case permissionDenied
    /// The method has to be called with 'more' set to true.
    case expectedMore
    /// The method has to be called with 'upgrade' set to true.
    case expectedUpgrade
    /// An error that this version does not know: its full name, and its members as a JSON object.
    case other(name: String, evidence: String)
}

extension ServiceRefusal: CustomStringConvertible {
    /// What failed, on what, and what to do.
    public var description: String {
        switch self {
        case .unknownSession(let session): "the service no longer knows the session '\(session.harmless)': its stream has ended"
        case .stateNotSaved(let reason): "the decision is in force but not yet saved: \(reason.harmless); the service keeps trying"
        case .quotaExceeded(let quota, _, let reason): reason?.harmless ?? "too many \(quota.rawValue)"
        case .unknownFeed(let feed): "no receiver feed://\(feed.harmless) is configured"
        case .feedTaken(let feed): "another program brings the feed '\(feed.harmless)' already"
        case .fixNotTaken(let reason): reason.harmless
        case .unknownKind(let app, let kind): "there is no kind '\(kind.harmless)' of '\(app.harmless)'; 'waymarkctl kinds' lists those of manifests and of providers that have run once"
        case .unsupportedFamily(let family, let families): "the kind has no layout for the family '\(family.rawValue)', only for \(families.map(\.rawValue).joined(separator: ", "))"
        case .invalidConfiguration(_, let reason): reason.harmless
        case .notShared(_, _, let reason): reason.harmless
        case .unknownWidget(let widget): "there is no widget '\(widget.harmless)'; 'waymarkctl widgets' lists the existing ones"
        case .unknownApp(let app): "nothing is known of the app '\(app.harmless)'; 'waymarkctl apps' lists those that are known"
        case .missingPurpose(let app, let key): "no manifest of '\(app.harmless)' that the service knows says what the location is for, with \(key.harmless)"
        case .servesWidgets(let reason): reason.harmless
        case .appMismatch(_, _, let reason): reason.harmless
        case .conditionUnsupported(_, let reason): reason.harmless
        case .unknownPrompt(let prompt): "there is no question '\(prompt.harmless)' for this user"
        case .promptOver(_, let why): "the question is no longer pending: \(why.words)"
        case .notAChoice(let choice, let choices): "the question does not offer '\(choice.rawValue)', only \(choices.map(\.rawValue).joined(separator: ", "))"
        case .badManifest(let mistakes): "the manifest has mistakes: \(mistakes.map(\.harmless).joined(separator: "; "))"
        case .unknownManifest(let app): "this user has not registered a manifest of '\(app.harmless)'"
        case .rekeyFailed(let reason): reason.harmless
        case .notSimulated: "this service has real receivers; start one of your own with 'waymarkd --simulated --socket PATH --state DIR'"
        case .superseded: "the walk ended, because another location was set or simulating was stopped"
        case .requestOver(let request, let why): "the request '\(request.harmless)' waits for no answer: \(why.rawValue)"
        case .notPushable(let app, _): "a push may not reload these widgets of '\(app.harmless)': the manifest does not say Pushable=yes in its [Kind NAME]"
        case .unknownTicket(let ticket): "there is no ticket '\(ticket.harmless)' any more: of those that are over, the latest 256 are known"
        case .interfaceNotFound(let interface): "the service does not know \(interface.harmless): it is older than this program; upgrade it, or restart it after an upgrade"
        case .methodNotFound(let method): "the service does not know \(method.harmless): it is older than this program; upgrade it, or restart it after an upgrade"
        case .methodNotImplemented(let method): "the service does not know \(method.harmless): it is older than this program; upgrade it, or restart it after an upgrade"
        case .invalidParameter(let parameter): "the service does not accept the value of '\(parameter.harmless)'"
        case .permissionDenied: "permission denied: it is not for this user to call"
        case .expectedMore: "the method streams, and was called for one reply"
        case .expectedUpgrade: "the method upgrades its connection, and was called without"
        case .other(let name, let evidence):
            "the service answered \(name.harmless)" + (evidence == "{}" ? "" : " \(evidence.harmless)")
        }
    }

    /// Returns the reply to a call of an interface that ends with this error.
    package func reply(in interface: String) -> Reply {
        switch self {
        case .unknownSession(let session): .failure("\(interface).UnknownSession") { $0.member("session", session) }
        case .stateNotSaved(let reason): .failure("\(interface).StateNotSaved") { $0.member("reason", reason) }
        case .quotaExceeded(let quota, let limit, let reason): .failure("\(interface).QuotaExceeded") { $0.member("limit", limit); $0.member("quota", quota); $0.member("reason", reason) }
        case .unknownFeed(let feed): .failure("\(interface).UnknownFeed") { $0.member("feed", feed) }
        case .feedTaken(let feed): .failure("\(interface).FeedTaken") { $0.member("feed", feed) }
        case .fixNotTaken(let reason): .failure("\(interface).FixNotTaken") { $0.member("reason", reason) }
        case .unknownKind(let app, let kind): .failure("\(interface).UnknownKind") { $0.member("app", app); $0.member("kind", kind) }
        case .unsupportedFamily(let family, let families): .failure("\(interface).UnsupportedFamily") { $0.member("families", families); $0.member("family", family) }
        case .invalidConfiguration(let property, let reason): .failure("\(interface).InvalidConfiguration") { $0.member("property", property); $0.member("reason", reason) }
        case .notShared(let widget, let why, let reason): .failure("\(interface).NotShared") { $0.member("reason", reason); $0.member("why", why); $0.member("widget", widget) }
        case .unknownWidget(let widget): .failure("\(interface).UnknownWidget") { $0.member("widget", widget) }
        case .unknownApp(let app): .failure("\(interface).UnknownApp") { $0.member("app", app) }
        case .missingPurpose(let app, let key): .failure("\(interface).MissingPurpose") { $0.member("app", app); $0.member("key", key) }
        case .servesWidgets(let reason): .failure("\(interface).ServesWidgets") { $0.member("reason", reason) }
        case .appMismatch(let claimed, let apps, let reason): .failure("\(interface).AppMismatch") { $0.member("apps", apps); $0.member("claimed", claimed); $0.member("reason", reason) }
        case .conditionUnsupported(let parameter, let reason): .failure("\(interface).ConditionUnsupported") { $0.member("parameter", parameter); $0.member("reason", reason) }
        case .unknownPrompt(let prompt): .failure("\(interface).UnknownPrompt") { $0.member("prompt", prompt) }
        case .promptOver(let prompt, let why): .failure("\(interface).PromptOver") { $0.member("prompt", prompt); $0.member("why", why) }
        case .notAChoice(let choice, let choices): .failure("\(interface).NotAChoice") { $0.member("choice", choice); $0.member("choices", choices) }
        case .badManifest(let mistakes): .failure("\(interface).BadManifest") { $0.member("mistakes", mistakes) }
        case .unknownManifest(let app): .failure("\(interface).UnknownManifest") { $0.member("app", app) }
        case .rekeyFailed(let reason): .failure("\(interface).RekeyFailed") { $0.member("reason", reason) }
        case .notSimulated: .failure("\(interface).NotSimulated")
        case .superseded(let revision): .failure("\(interface).Superseded") { $0.member("revision", revision) }
        case .requestOver(let request, let why): .failure("\(interface).RequestOver") { $0.member("request", request); $0.member("why", why) }
        case .notPushable(let app, let kind): .failure("\(interface).NotPushable") { $0.member("app", app); $0.member("kind", kind) }
        case .unknownTicket(let ticket): .failure("\(interface).UnknownTicket") { $0.member("ticket", ticket) }
        case .interfaceNotFound(let interface): .failure("org.varlink.service.InterfaceNotFound") { $0.member("interface", interface) }
        case .methodNotFound(let method): .failure("org.varlink.service.MethodNotFound") { $0.member("method", method) }
        case .methodNotImplemented(let method): .failure("org.varlink.service.MethodNotImplemented") { $0.member("method", method) }
        case .invalidParameter(let parameter): .failure("org.varlink.service.InvalidParameter") { $0.member("parameter", parameter) }
        case .permissionDenied: .failure("org.varlink.service.PermissionDenied")
        case .expectedMore: .failure("org.varlink.service.ExpectedMore")
        case .expectedUpgrade: .failure("org.varlink.service.ExpectedUpgrade")
        case .other(let name, _): .failure(name)
        }
    }

    /// Reads an error by its full name.
    package static func known(_ name: String, _ json: inout JSONMembers) throws(ParameterProblem) -> Self? {
        switch name.split(separator: ".").last {
        case "UnknownSession": .unknownSession(session: try json["session"])
        case "StateNotSaved": .stateNotSaved(reason: try json["reason"])
        case "QuotaExceeded": .quotaExceeded(quota: try json["quota"], limit: try json["limit"], reason: try json["reason"])
        case "UnknownFeed": .unknownFeed(feed: try json["feed"])
        case "FeedTaken": .feedTaken(feed: try json["feed"])
        case "FixNotTaken": .fixNotTaken(reason: try json["reason"])
        case "UnknownKind": .unknownKind(app: try json["app"], kind: try json["kind"])
        case "UnsupportedFamily": .unsupportedFamily(family: try json["family"], families: try json["families"])
        case "InvalidConfiguration": .invalidConfiguration(property: try json["property"], reason: try json["reason"])
        case "NotShared": .notShared(widget: try json["widget"], why: try json["why"], reason: try json["reason"])
        case "UnknownWidget": .unknownWidget(widget: try json["widget"])
        case "UnknownApp": .unknownApp(app: try json["app"])
        case "MissingPurpose": .missingPurpose(app: try json["app"], key: try json["key"])
        case "ServesWidgets": .servesWidgets(reason: try json["reason"])
        case "AppMismatch": .appMismatch(claimed: try json["claimed"], apps: try json["apps"], reason: try json["reason"])
        case "ConditionUnsupported": .conditionUnsupported(parameter: try json["parameter"], reason: try json["reason"])
        case "UnknownPrompt": .unknownPrompt(prompt: try json["prompt"])
        case "PromptOver": .promptOver(prompt: try json["prompt"], why: try json["why"])
        case "NotAChoice": .notAChoice(choice: try json["choice"], choices: try json["choices"])
        case "BadManifest": .badManifest(mistakes: try json["mistakes"])
        case "UnknownManifest": .unknownManifest(app: try json["app"])
        case "RekeyFailed": .rekeyFailed(reason: try json["reason"])
        case "NotSimulated": .notSimulated
        case "Superseded": .superseded(revision: try json["revision"])
        case "RequestOver": .requestOver(request: try json["request"], why: try json["why"])
        case "NotPushable": .notPushable(app: try json["app"], kind: try json["kind"])
        case "UnknownTicket": .unknownTicket(ticket: try json["ticket"])
        case "InterfaceNotFound": .interfaceNotFound(interface: try json["interface"])
        case "MethodNotFound": .methodNotFound(method: try json["method"])
        case "MethodNotImplemented": .methodNotImplemented(method: try json["method"])
        case "InvalidParameter": .invalidParameter(parameter: try json["parameter"])
        case "PermissionDenied": .permissionDenied
        case "ExpectedMore": .expectedMore
        case "ExpectedUpgrade": .expectedUpgrade
        default: nil
        }
    }
}
