import WaymarkInterfaces

/// An error reply of the service.
struct RefusedCall {
    /// The error's name.
    let error: String

    /// The error's parameters.
    let members: [String: JSONValue]

    /// The error's parameters as received.
    let parameters: [UInt8]

    /// Returns the text of a parameter, or an empty text.
    func text(_ name: String) -> String {
        guard case .string(let text)? = members[name] else { return "" }
        return text.harmless
    }

    /// Returns the texts of a parameter that is a list.
    func texts(_ name: String) -> [String] {
        guard case .array(let values)? = members[name] else { return [] }
        return values.compactMap { if case .string(let text) = $0 { text.harmless } else { nil } }
    }
}

extension Failure {
    /// Translates an error reply into a message for the command line.
    init(_ refused: RefusedCall) {
        if let failure = Failure(aboutSettings: refused) {
            self = failure
            return
        }
        switch refused.error {
        case HostInterface.UnknownWidget.name, InspectInterface.UnknownWidget.name:
            self = .notFound(
                "there is no widget '\(refused.text("widget"))'; 'waymarkctl widgets' lists the existing ones"
            )
        case HostInterface.UnknownKind.name:
            self = .notFound(
                "no provider has registered the kind '\(refused.text("kind"))' of '\(refused.text("app"))'; "
                    + "start the provider once; 'waymarkctl apps' lists the registered kinds"
            )
        case "org.varlink.service.PermissionDenied":
            self = .refused("permission denied; only root can access another user's apps and widgets")
        case "org.varlink.service.InvalidParameter":
            self = .refused("the service does not accept the value of '\(refused.text("parameter"))'")
        default:
            let text = String(decoding: refused.parameters, as: UTF8.self).harmless
            self = .refused(
                "the service answered \(refused.error.harmless)" + (text == "{}" ? "" : " \(text)")
            )
        }
    }

    private init?(aboutSettings refused: RefusedCall) {
        switch refused.error {
        case SettingsInterface.UnknownPrompt.name:
            self = .notFound("there is no question '\(refused.text("prompt"))' for this user")
        case SettingsInterface.PromptOver.name:
            let why = SettingsInterface.PromptEnd(rawValue: refused.text("why"))?.words
            self = .refused("the question is no longer pending: \(why ?? "it ended")")
        case SettingsInterface.NotAChoice.name:
            self = .refused(
                "the question does not offer '\(refused.text("choice"))', only "
                    + refused.texts("choices").joined(separator: ", ")
            )
        case SettingsInterface.UnknownSession.name:
            self = .unreachable("the service no longer knows this agent; start it again")
        case SettingsInterface.BadManifest.name:
            self = .refused(
                "the manifest has mistakes:\n" + refused.texts("mistakes").joined(separator: "\n")
            )
        case SettingsInterface.TooManyManifests.name:
            self = .refused(
                "this user has reached the limit of registered manifests; withdraw one with "
                    + "'waymarkctl manifest withdraw'"
            )
        case SettingsInterface.UnknownManifest.name:
            self = .notFound("this user has not registered a manifest of '\(refused.text("app"))'")
        case SettingsInterface.RekeyFailed.name: self = .refused(refused.text("reason"))
        case SettingsInterface.StateNotSaved.name, HostInterface.StateNotSaved.name:
            self = .refused(
                "the decision is in force but not yet saved: \(refused.text("reason")); the service keeps trying"
            )
        default: return nil
        }
    }
}
