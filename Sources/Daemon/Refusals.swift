import LocationModel
import WaymarkEngine
import WaymarkInterfaces

extension ServiceRefusal {
    /// Creates the error of a claimed app identity that contradicts the system's attribution of the program.
    init(_ mismatch: AppMismatch) {
        self = .appMismatch(
            claimed: mismatch.claimed.rawValue,
            apps: mismatch.actual.map(\.rawValue),
            reason: mismatch.text
        )
    }

    /// Creates the error that tells a refusal of the engine.
    init(_ refusal: Refusal) {
        self =
            switch refusal {
            case .notPermitted: .permissionDenied
            case .servesWidgets: .servesWidgets(reason: refusal.text)
            case .unknownSession(let session): .unknownSession(session: session.description)
            case .unknownWidget(let widget): .unknownWidget(widget: widget.description)
            case .unknownTicket(let ticket): .unknownTicket(ticket: ticket.description)
            case .unknownKind(let app, let kind): .unknownKind(app: app.rawValue, kind: kind.rawValue)
            case .notPushable(let app, let kind): .notPushable(app: app.rawValue, kind: kind?.rawValue)
            case .unsupportedFamily(let family, let supported):
                .unsupportedFamily(family: family, families: supported)
            case .invalidConfiguration(let mistake):
                .invalidConfiguration(property: mistake.property, reason: refusal.text)
            case .requestOver(let request, let end): .requestOver(request: request.description, why: end)
            case .notShared(let widget, _, let obstacle):
                .notShared(widget: widget.description, why: obstacle, reason: refusal.text)
            case .quotaExceeded(let quota, let limit, _):
                .quotaExceeded(quota: quota, limit: limit, reason: refusal.text)
            case .unknownApp(let app): .unknownApp(app: app.rawValue)
            case .unknownManifest(let app): .unknownManifest(app: app.rawValue)
            case .missingPurpose(let app, let key): .missingPurpose(app: app.rawValue, key: key)
            case .unknownPrompt(let prompt): .unknownPrompt(prompt: prompt.description)
            case .promptOver(let prompt, let end):
                .promptOver(prompt: prompt.description, why: .init(end))
            case .notAChoice(let choice, let question):
                .notAChoice(choice: choice, choices: question.choices)
            }
    }
}
