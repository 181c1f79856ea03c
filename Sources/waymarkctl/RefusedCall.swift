import CommandLineTool
import Glibc
import LocationModel
import Manifests
import UserInput
import Waymark
import WaymarkInterfaces

/// Returns what to do about a manifest of an app in the person's own folder, which may not be registered as it is now;
/// empty without one.
private func unregisteredManifest(of app: String) -> String {
    guard let app = AppIdentifier(app), let folder = ManifestFolder.ofPerson() else { return "" }
    let path = "\(folder.path)/\(app).app"
    guard unsafe access(path, F_OK) == 0 else { return "" }
    return
        "; \(path.harmless) counts once it is registered, and again after each change: waymarkctl manifest register"
}

extension Failure {
    /// A value that the service does not accept, with what one looks like.
    static func invalidValue(of parameter: String) -> Self {
        let advice =
            switch parameter.prefix(while: { $0 != "[" }) {
            case "app", "kind", "key", "monitor", "identifier", "fullAccuracyPurpose":
                "; it is ASCII letters, digits, '.', '-' and '_', such as org.example.Weather"
            case "widget", "widgets": "; it is 'w' and a number; 'waymarkctl widgets' lists the existing ones"
            case "reason": "; it is a word such as wifi: at most 32 letters, digits, '.', '-' and '_'"
            case "ticket", "tickets": "; it is the 't' and number that 'waymarkctl push' printed"
            default: ""
            }
        return .refused("the service does not accept the value of '\(parameter)'\(advice)")
    }

    /// Translates an error reply into a message for the command line.
    init(_ refusal: ServiceRefusal) {
        switch refusal {
        case .unknownWidget, .unknownApp, .unknownTicket, .unknownPrompt, .unknownManifest, .unknownFeed:
            self = .notFound("\(refusal)")
        case .unknownKind(let app, _): self = .notFound("\(refusal)" + unregisteredManifest(of: app))
        case .missingPurpose(let app, _): self = .refused("\(refusal)" + unregisteredManifest(of: app))
        case .invalidParameter(let parameter): self = .invalidValue(of: parameter.harmless)
        case .permissionDenied:
            self = .refused("permission denied; only root can access another user's apps and widgets")
        case .unknownSession: self = .unreachable("the service no longer knows this agent; start it again")
        case .badManifest(let mistakes):
            self = .refused("the manifest has mistakes:\n" + mistakes.map(\.harmless).joined(separator: "\n"))
        case .notSimulated: self = .refused("\(refusal), and name its socket with --socket")
        default: self = .refused("\(refusal)")
        }
    }
}
