import Waymark
import WaymarkInterfaces

extension Failure {
    /// Says what the service refused in terms of the command line.
    init(_ refused: RefusedCall) {
        func text(_ name: String) -> String { refused.text(name)?.harmless ?? "" }
        switch refused.error {
        case HostInterface.UnknownWidget.name, InspectInterface.UnknownWidget.name:
            self = .notFound(
                "there is no widget '\(text("widget"))'; 'waymarkctl widgets' lists those there are"
            )
        case HostInterface.UnknownKind.name:
            self = .notFound(
                "no provider has registered the kind '\(text("kind"))' of '\(text("app"))'; "
                    + "start it once, 'waymarkctl apps' lists what is registered"
            )
        case "org.varlink.service.PermissionDenied":
            self = .refused("permission denied: a user handles what is its own, root what is anybody's")
        case "org.varlink.service.InvalidParameter":
            self = .refused("the service does not accept '\(text("parameter"))' as it was given")
        case LocationInterface.AppMismatch.name: self = .refused(text("reason"))
        case LocationInterface.TooManyRequests.name:
            self = .refused("as many requests for a location wait as may: try again later")
        case SettingsInterface.UnknownPrompt.name:
            self = .notFound("no question '\(text("prompt"))' waits for this user")
        case SettingsInterface.PromptOver.name:
            let why = SettingsInterface.PromptEnd(rawValue: text("why"))?.words
            self = .refused("the question waits no longer: \(why ?? "it ended")")
        case SettingsInterface.NotAChoice.name:
            let choices = refused.evidence(of: SettingsInterface.NotAChoice.self)?.choices ?? []
            self = .refused(
                "the question has no answer '\(text("choice"))', but "
                    + choices.map(\.rawValue).joined(separator: ", ")
            )
        case SettingsInterface.UnknownSession.name:
            self = .unreachable("the service does not know this agent any more: start it again")
        case SettingsInterface.BadManifest.name:
            let mistakes = refused.evidence(of: SettingsInterface.BadManifest.self)?.mistakes ?? []
            self = .refused("the manifest has mistakes:\n" + mistakes.map(\.harmless).joined(separator: "\n"))
        case SettingsInterface.TooManyManifests.name:
            self = .refused(
                "this user has registered as many manifests as anybody may: 'waymarkctl manifest withdraw' "
                    + "one that is not needed"
            )
        case SettingsInterface.UnknownManifest.name:
            self = .notFound("this user has registered no manifest of '\(text("app"))'")
        case SettingsInterface.RekeyFailed.name: self = .refused(text("reason"))
        case SettingsInterface.StateNotSaved.name, HostInterface.StateNotSaved.name:
            self = .refused(
                "decided and in force, but not on the disk yet: \(text("reason")); the service tries again"
            )
        default: self = .refused("the service answered \("\(refused)".harmless)")
        }
    }
}
