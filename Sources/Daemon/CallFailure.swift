import LocationModel
import Varlink
import WaymarkEngine
import WaymarkInterfaces

/// A reason why a call fails.
enum CallFailure: Error {
    /// An error that every service shares.
    case standard(StandardError)

    case refused(Refusal)

    /// A claimed app identity that contradicts the system's attribution of the program.
    case anotherApp(AppMismatch)

    /// A change that was carried out but not saved.
    case notSaved(reason: String)

    /// Another error that the called interface declares.
    case declared(any InterfaceError)

    /// Returns the failure as an error reply of the called interface.
    func reply(in interface: String) -> Reply {
        switch self {
        case .standard(let error): .failure(error)
        case .refused(let refusal): refusal.reply(in: interface)
        case .anotherApp(let mismatch):
            .failure(
                WidgetsInterface.AppMismatch(
                    claimed: mismatch.claimed.rawValue,
                    apps: mismatch.actual.map(\.rawValue),
                    reason: mismatch.text
                ),
                in: interface
            )
        case .notSaved(let reason): .failure(HostInterface.StateNotSaved(reason: reason), in: interface)
        case .declared(let error): .failure(error)
        }
    }
}

extension Refusal {
    fileprivate func reply(in interface: String) -> Reply {
        switch self {
        case .notPermitted: .failure(.permissionDenied)
        case .servesWidgets:
            .failure(LocationInterface.ServesWidgets(reason: text), in: interface)
        case .unknownSession(let session):
            .failure(HostInterface.UnknownSession(session: session.description), in: interface)
        case .unknownWidget(let widget):
            .failure(HostInterface.UnknownWidget(widget: widget.description), in: interface)
        case .unknownTicket(let ticket):
            .failure(WidgetsInterface.UnknownTicket(ticket: ticket.description))
        case .unknownKind(let app, let kind):
            .failure(HostInterface.UnknownKind(app: app.rawValue, kind: kind.rawValue), in: interface)
        case .notPushable(let app, let kind):
            .failure(WidgetsInterface.NotPushable(app: app.rawValue, kind: kind?.rawValue))
        case .unsupportedFamily(let family, let supported):
            .failure(HostInterface.UnsupportedFamily(family: family, families: supported))
        case .invalidConfiguration(let mistake):
            .failure(HostInterface.InvalidConfiguration(property: mistake.property, reason: text))
        case .requestOver(let request, let end):
            .failure(WidgetsInterface.RequestOver(request: request.description, why: end))
        case .notShared(let widget, _, let obstacle):
            .failure(
                HostInterface.NotShared(widget: widget.description, why: obstacle, reason: text)
            )
        case .quotaExceeded(let quota, let limit, _):
            .failure(
                HostInterface.QuotaExceeded(quota: quota, limit: limit, reason: text),
                in: interface
            )
        case .unknownApp(let app): .failure(InspectInterface.UnknownApp(app: app.rawValue))
        case .unknownManifest(let app): .failure(SettingsInterface.UnknownManifest(app: app.rawValue))
        case .missingPurpose(let app, let purpose):
            .failure(LocationInterface.MissingPurpose(app: app.rawValue, key: purpose.key))
        case .unknownPrompt(let prompt):
            .failure(SettingsInterface.UnknownPrompt(prompt: prompt.description))
        case .promptOver(let prompt, let end):
            .failure(SettingsInterface.PromptOver(prompt: prompt.description, why: .init(end)))
        case .notAChoice(let choice, let question):
            .failure(SettingsInterface.NotAChoice(choice: choice, choices: question.choices))
        }
    }
}

extension Reply {
    fileprivate static func failure<Failure: InterfaceError>(_ error: Failure) -> Reply {
        .failure(Failure.name, error)
    }

    /// Returns an error that several interfaces declare alike, as an error of the called interface.
    fileprivate static func failure<Failure: InterfaceError>(
        _ error: Failure,
        in interface: String
    ) -> Reply {
        .failure("\(interface).\(Failure.name.split(separator: ".").last ?? "")", error)
    }
}
