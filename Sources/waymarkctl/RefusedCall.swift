import Varlink
import WaymarkInterfaces

/// An error that the service answered a call with.
struct RefusedCall {
    /// Its name.
    let error: String

    /// What it says.
    let members: JSONObject

    /// The text of a member, or nothing.
    func text(_ name: String) -> String { members[name]?.text?.harmless ?? "" }

    /// The texts of a member that is a list.
    func texts(_ name: String) -> [String] {
        members[name].flatMap { try? [String](reading: $0) }?.map(\.harmless) ?? []
    }
}

extension Failure {
    /// Says what the service refused in terms of the command line.
    init(_ refused: RefusedCall) {
        if let failure = Failure(aboutSettings: refused) {
            self = failure
            return
        }
        switch refused.error {
        case HostInterface.UnknownWidget.name, InspectInterface.UnknownWidget.name:
            self = .notFound(
                "there is no widget '\(refused.text("widget"))'; 'waymarkctl widgets' lists those there are"
            )
        case HostInterface.UnknownKind.name:
            self = .notFound(
                "no provider has registered the kind '\(refused.text("kind"))' of '\(refused.text("app"))'; "
                    + "start it once, 'waymarkctl apps' lists what is registered"
            )
        case "org.varlink.service.PermissionDenied":
            self = .refused("permission denied: a user handles what is its own, root what is anybody's")
        case "org.varlink.service.InvalidParameter":
            self = .refused("the service does not accept '\(refused.text("parameter"))' as it was given")
        default:
            let text = String(decoding: refused.members.bytes, as: UTF8.self).harmless
            self = .refused(
                "the service answered \(refused.error.harmless)" + (text == "{}" ? "" : " \(text)")
            )
        }
    }

    private init?(aboutSettings refused: RefusedCall) {
        switch refused.error {
        case SettingsInterface.UnknownPrompt.name:
            self = .notFound("no question '\(refused.text("prompt"))' waits for this user")
        case SettingsInterface.PromptOver.name:
            let why = SettingsInterface.PromptEnd(rawValue: refused.text("why"))?.words
            self = .refused("the question waits no longer: \(why ?? "it ended")")
        case SettingsInterface.NotAChoice.name:
            self = .refused(
                "the question has no answer '\(refused.text("choice"))', but "
                    + refused.texts("choices").joined(separator: ", ")
            )
        case SettingsInterface.UnknownSession.name:
            self = .unreachable("the service does not know this agent any more: start it again")
        case SettingsInterface.BadManifest.name:
            self = .refused(
                "the manifest has mistakes:\n" + refused.texts("mistakes").joined(separator: "\n")
            )
        case SettingsInterface.TooManyManifests.name:
            self = .refused(
                "this user has registered as many manifests as anybody may: 'waymarkctl manifest withdraw' "
                    + "one that is not needed"
            )
        case SettingsInterface.UnknownManifest.name:
            self = .notFound("this user has registered no manifest of '\(refused.text("app"))'")
        case SettingsInterface.RekeyFailed.name: self = .refused(refused.text("reason"))
        case SettingsInterface.StateNotSaved.name, HostInterface.StateNotSaved.name:
            self = .refused(
                "decided and in force, but not on the disk yet: \(refused.text("reason")); the service tries again"
            )
        default: return nil
        }
    }
}
