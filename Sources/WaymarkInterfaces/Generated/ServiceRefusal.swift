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
    case promptOver(prompt: String, why: SettingsInterface.PromptEnd)
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

    /// The name of the error without its interface, such as `UnknownWidget`.
    package var name: String {
        switch self {
        case .unknownSession: "UnknownSession"
        case .stateNotSaved: "StateNotSaved"
        case .quotaExceeded: "QuotaExceeded"
        case .unknownFeed: "UnknownFeed"
        case .feedTaken: "FeedTaken"
        case .fixNotTaken: "FixNotTaken"
        case .unknownKind: "UnknownKind"
        case .unsupportedFamily: "UnsupportedFamily"
        case .invalidConfiguration: "InvalidConfiguration"
        case .notShared: "NotShared"
        case .unknownWidget: "UnknownWidget"
        case .unknownApp: "UnknownApp"
        case .missingPurpose: "MissingPurpose"
        case .servesWidgets: "ServesWidgets"
        case .appMismatch: "AppMismatch"
        case .conditionUnsupported: "ConditionUnsupported"
        case .unknownPrompt: "UnknownPrompt"
        case .promptOver: "PromptOver"
        case .notAChoice: "NotAChoice"
        case .badManifest: "BadManifest"
        case .unknownManifest: "UnknownManifest"
        case .rekeyFailed: "RekeyFailed"
        case .notSimulated: "NotSimulated"
        case .superseded: "Superseded"
        case .requestOver: "RequestOver"
        case .notPushable: "NotPushable"
        case .unknownTicket: "UnknownTicket"
        case .interfaceNotFound: "InterfaceNotFound"
        case .methodNotFound: "MethodNotFound"
        case .methodNotImplemented: "MethodNotImplemented"
        case .invalidParameter: "InvalidParameter"
        case .permissionDenied: "PermissionDenied"
        case .expectedMore: "ExpectedMore"
        case .expectedUpgrade: "ExpectedUpgrade"
        case .other(let name, _): name
        }
    }

    /// The full name, of an error that an interface declares or that every service has.
    package func fullName(in interface: String) -> String {
        switch self {
        case .interfaceNotFound, .methodNotFound, .methodNotImplemented, .invalidParameter, .permissionDenied, .expectedMore, .expectedUpgrade: "org.varlink.service.\(name)"
        default: "\(interface).\(name)"
        }
    }

    /// Reads an error by its full name.
    package static func known(_ name: String, _ json: inout JSONMembers) throws(ParameterProblem) -> Self? {
        switch name.split(separator: ".").last {
        case "UnknownSession": .unknownSession(session: try json.required("session"))
        case "StateNotSaved": .stateNotSaved(reason: try json.required("reason"))
        case "QuotaExceeded": .quotaExceeded(quota: try json.required("quota"), limit: try json.required("limit"), reason: try json.optional("reason"))
        case "UnknownFeed": .unknownFeed(feed: try json.required("feed"))
        case "FeedTaken": .feedTaken(feed: try json.required("feed"))
        case "FixNotTaken": .fixNotTaken(reason: try json.required("reason"))
        case "UnknownKind": .unknownKind(app: try json.required("app"), kind: try json.required("kind"))
        case "UnsupportedFamily": .unsupportedFamily(family: try json.required("family"), families: try json.required("families"))
        case "InvalidConfiguration": .invalidConfiguration(property: try json.optional("property"), reason: try json.required("reason"))
        case "NotShared": .notShared(widget: try json.required("widget"), why: try json.required("why"), reason: try json.required("reason"))
        case "UnknownWidget": .unknownWidget(widget: try json.required("widget"))
        case "UnknownApp": .unknownApp(app: try json.required("app"))
        case "MissingPurpose": .missingPurpose(app: try json.required("app"), key: try json.required("key"))
        case "ServesWidgets": .servesWidgets(reason: try json.required("reason"))
        case "AppMismatch": .appMismatch(claimed: try json.required("claimed"), apps: try json.required("apps"), reason: try json.required("reason"))
        case "ConditionUnsupported": .conditionUnsupported(parameter: try json.required("parameter"), reason: try json.required("reason"))
        case "UnknownPrompt": .unknownPrompt(prompt: try json.required("prompt"))
        case "PromptOver": .promptOver(prompt: try json.required("prompt"), why: try json.required("why"))
        case "NotAChoice": .notAChoice(choice: try json.required("choice"), choices: try json.required("choices"))
        case "BadManifest": .badManifest(mistakes: try json.required("mistakes"))
        case "UnknownManifest": .unknownManifest(app: try json.required("app"))
        case "RekeyFailed": .rekeyFailed(reason: try json.required("reason"))
        case "NotSimulated": .notSimulated
        case "Superseded": .superseded(revision: try json.required("revision"))
        case "RequestOver": .requestOver(request: try json.required("request"), why: try json.required("why"))
        case "NotPushable": .notPushable(app: try json.required("app"), kind: try json.optional("kind"))
        case "UnknownTicket": .unknownTicket(ticket: try json.required("ticket"))
        case "InterfaceNotFound": .interfaceNotFound(interface: try json.required("interface"))
        case "MethodNotFound": .methodNotFound(method: try json.required("method"))
        case "MethodNotImplemented": .methodNotImplemented(method: try json.required("method"))
        case "InvalidParameter": .invalidParameter(parameter: try json.required("parameter"))
        case "PermissionDenied": .permissionDenied
        case "ExpectedMore": .expectedMore
        case "ExpectedUpgrade": .expectedUpgrade
        default: nil
        }
    }
}

extension ServiceRefusal: JSONWritable {
    /// Writes the members, in the order of their names.
    package func write(to json: inout JSONWriter) {
        json.object { json in
            switch self {
            case .unknownSession(let session): json.member("session", session)
            case .stateNotSaved(let reason): json.member("reason", reason)
            case .quotaExceeded(let quota, let limit, let reason): json.member("limit", limit); json.member("quota", quota); json.member("reason", reason)
            case .unknownFeed(let feed): json.member("feed", feed)
            case .feedTaken(let feed): json.member("feed", feed)
            case .fixNotTaken(let reason): json.member("reason", reason)
            case .unknownKind(let app, let kind): json.member("app", app); json.member("kind", kind)
            case .unsupportedFamily(let family, let families): json.member("families", families); json.member("family", family)
            case .invalidConfiguration(let property, let reason): json.member("property", property); json.member("reason", reason)
            case .notShared(let widget, let why, let reason): json.member("reason", reason); json.member("why", why); json.member("widget", widget)
            case .unknownWidget(let widget): json.member("widget", widget)
            case .unknownApp(let app): json.member("app", app)
            case .missingPurpose(let app, let key): json.member("app", app); json.member("key", key)
            case .servesWidgets(let reason): json.member("reason", reason)
            case .appMismatch(let claimed, let apps, let reason): json.member("apps", apps); json.member("claimed", claimed); json.member("reason", reason)
            case .conditionUnsupported(let parameter, let reason): json.member("parameter", parameter); json.member("reason", reason)
            case .unknownPrompt(let prompt): json.member("prompt", prompt)
            case .promptOver(let prompt, let why): json.member("prompt", prompt); json.member("why", why)
            case .notAChoice(let choice, let choices): json.member("choice", choice); json.member("choices", choices)
            case .badManifest(let mistakes): json.member("mistakes", mistakes)
            case .unknownManifest(let app): json.member("app", app)
            case .rekeyFailed(let reason): json.member("reason", reason)
            case .notSimulated: break
            case .superseded(let revision): json.member("revision", revision)
            case .requestOver(let request, let why): json.member("request", request); json.member("why", why)
            case .notPushable(let app, let kind): json.member("app", app); json.member("kind", kind)
            case .unknownTicket(let ticket): json.member("ticket", ticket)
            case .interfaceNotFound(let interface): json.member("interface", interface)
            case .methodNotFound(let method): json.member("method", method)
            case .methodNotImplemented(let method): json.member("method", method)
            case .invalidParameter(let parameter): json.member("parameter", parameter)
            case .permissionDenied: break
            case .expectedMore: break
            case .expectedUpgrade: break
            case .other: break
            }
        }
    }
}
