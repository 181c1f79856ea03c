import Glibc
import LocationModel
import Manifests
import UserInput
import Waymark
import WaymarkInterfaces

/// Returns what to do about a manifest of an app in the person's own folder, which may not be registered; empty without one.
private func unregisteredManifest(of app: String) -> String {
    guard let app = AppIdentifier(app), let folder = ManifestFolder.ofPerson() else { return "" }
    let path = "\(folder.path)/\(app).app"
    guard unsafe access(path, F_OK) == 0 else { return "" }
    return "; \(path.harmless) counts once it is registered: waymarkctl manifest register"
}

extension Failure {
    /// A value that the service does not accept, with what one looks like.
    static func invalidValue(of parameter: String) -> Self {
        let advice =
            switch parameter.prefix(while: { $0 != "[" }) {
            case "app", "kind", "key", "monitor", "identifier", "fullAccuracyPurpose":
                "; it is ASCII letters, digits, '.', '-' and '_', such as org.example.Weather"
            case "widget", "widgets": "; it is 'w' and a number; 'waymarkctl widgets' lists the existing ones"
            case "ticket", "tickets": "; it is the 't' and number that 'waymarkctl push' printed"
            default: ""
            }
        return .refused("the service does not accept the value of '\(parameter)'\(advice)")
    }

    /// Translates an error reply into a message for the command line.
    init(_ refused: RefusedCall) {
        func text(_ name: String) -> String { refused.text(name)?.harmless ?? "" }
        if refused.isOfOlderVersion {
            self = .refused("\(ServiceError.refused(refused))")
            return
        }
        switch refused.error {
        case HostInterface.UnknownWidget.name, InspectInterface.UnknownWidget.name:
            self = .notFound(
                "there is no widget '\(text("widget"))'; 'waymarkctl widgets' lists the existing ones"
            )
        case InspectInterface.UnknownApp.name:
            self = .notFound(
                "nobody has named the app '\(text("app"))' yet; 'waymarkctl apps' lists those that are known"
            )
        case HostInterface.UnknownKind.name:
            self = .notFound(
                "there is no kind '\(text("kind"))' of '\(text("app"))'; 'waymarkctl kinds' lists those of manifests "
                    + "and of providers that have run once" + unregisteredManifest(of: text("app"))
            )
        case HostInterface.UnsupportedFamily.name:
            let families = refused.evidence(of: HostInterface.UnsupportedFamily.self)?.families ?? []
            self = .refused(
                "the kind has no layout for the family '\(text("family"))', only for "
                    + families.map(\.rawValue).joined(separator: ", ")
            )
        case HostInterface.InvalidConfiguration.name: self = .refused(text("reason"))
        case WidgetsInterface.UnknownKind.name:
            self = .notFound(
                "no provider has registered the kind '\(text("kind"))'; 'waymarkctl apps' lists the registered kinds"
            )
        case WidgetsInterface.UnknownTicket.name:
            self = .notFound(
                "there is no ticket '\(text("ticket"))' any more: of those that are over, the latest 256 are known"
            )
        case WidgetsInterface.NotPushable.name:
            let what = refused.text("kind").map { "the kind '\($0.harmless)'" } ?? "any widget"
            self = .refused(
                "a push may not reload \(what) of '\(text("app"))': the manifest does not say Pushable=yes in its "
                    + "[Kind NAME]"
            )
        case "org.varlink.service.PermissionDenied":
            self = .refused("permission denied; only root can access another user's apps and widgets")
        case "org.varlink.service.InvalidParameter":
            self = .invalidValue(of: text("parameter"))
        case LocationInterface.AppMismatch.name, LocationInterface.ServesWidgets.name,
            MonitorInterface.ServesWidgets.name:
            self = .refused(text("reason"))
        case LocationInterface.MissingPurpose.name:
            self = .refused(
                "no manifest of '\(text("app"))' that the service knows says what the location is for, with "
                    + text("key") + unregisteredManifest(of: text("app"))
            )
        case HostInterface.QuotaExceeded.name, LocationInterface.QuotaExceeded.name,
            SettingsInterface.QuotaExceeded.name, MonitorInterface.QuotaExceeded.name:
            self = .refused(refused.text("reason")?.harmless ?? "too many \(text("quota"))")
        case MonitorInterface.ConditionUnsupported.name: self = .refused(text("reason"))
        case SettingsInterface.UnknownPrompt.name:
            self = .notFound("there is no question '\(text("prompt"))' for this user")
        case SettingsInterface.PromptOver.name:
            let why = SettingsInterface.PromptEnd(rawValue: text("why"))?.words
            self = .refused("the question is no longer pending: \(why ?? "it ended")")
        case SettingsInterface.NotAChoice.name:
            let choices = refused.evidence(of: SettingsInterface.NotAChoice.self)?.choices ?? []
            self = .refused(
                "the question does not offer '\(text("choice"))', only "
                    + choices.map(\.rawValue).joined(separator: ", ")
            )
        case SettingsInterface.UnknownSession.name:
            self = .unreachable("the service no longer knows this agent; start it again")
        case SettingsInterface.BadManifest.name:
            let mistakes = refused.evidence(of: SettingsInterface.BadManifest.self)?.mistakes ?? []
            self = .refused("the manifest has mistakes:\n" + mistakes.map(\.harmless).joined(separator: "\n"))
        case SettingsInterface.UnknownManifest.name:
            self = .notFound("this user has not registered a manifest of '\(text("app"))'")
        case SimulationInterface.NotSimulated.name:
            self = .refused(
                "this service has real receivers; start one of your own with 'waymarkd --simulated --socket PATH "
                    + "--state DIR', and name its socket with --socket"
            )
        case SimulationInterface.Superseded.name:
            self = .refused("the walk ended, because another location was set or simulating was stopped")
        case SettingsInterface.RekeyFailed.name: self = .refused(text("reason"))
        case SettingsInterface.StateNotSaved.name, HostInterface.StateNotSaved.name:
            self = .refused(
                "the decision is in force but not yet saved: \(text("reason")); the service keeps trying"
            )
        default: self = .refused("the service answered \("\(refused)".harmless)")
        }
    }
}
