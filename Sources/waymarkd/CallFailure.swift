import DecisionTexts
import LocationModel
import MessageCoding
import Varlink
import WaymarkEngine
import WaymarkInterfaces

/// Why a call fails, and how that is said in the words of the called interface.
enum CallFailure: Error {
    /// In a way that every service shares.
    case standard(StandardError)

    /// The engine refused it.
    case refused(Refusal, interface: String)

    /// A program says that it is an app that it is not.
    case anotherApp(AppMismatch, interface: String)

    /// A manifest has mistakes, told in words.
    case badManifest([String])

    /// The sealing key cannot be changed.
    case rekeyFailed(reason: String)

    /// It was carried out but could not be saved.
    case notSaved(reason: String, interface: String)

    var reply: Reply {
        switch self {
        case .standard(let error): .failure(error)
        case .refused(let refusal, let interface): refusal.reply(in: interface)
        case .anotherApp(let mismatch, let interface): mismatch.reply(in: interface)
        case .badManifest(let mistakes): .failure(SettingsInterface.BadManifest(mistakes: mistakes))
        case .rekeyFailed(let reason): .failure(SettingsInterface.RekeyFailed(reason: reason))
        case .notSaved(let reason, let interface):
            switch interface {
            case InterfaceText.widgets.name: .failure(WidgetsInterface.StateNotSaved(reason: reason))
            case InterfaceText.host.name: .failure(HostInterface.StateNotSaved(reason: reason))
            case InterfaceText.location.name: .failure(LocationInterface.StateNotSaved(reason: reason))
            default: .failure(SettingsInterface.StateNotSaved(reason: reason))
            }
        }
    }
}

extension AppMismatch {
    fileprivate func reply(in interface: String) -> Reply {
        let (claimed, apps) = (claimed.rawValue, actual.map(\.rawValue))
        return interface == InterfaceText.location.name
            ? .failure(LocationInterface.AppMismatch(claimed: claimed, apps: apps, reason: text))
            : .failure(WidgetsInterface.AppMismatch(claimed: claimed, apps: apps, reason: text))
    }
}

extension Refusal {
    fileprivate func reply(in interface: String) -> Reply {
        switch self {
        case .notPermitted: .failure(.permissionDenied)
        case .unknownSession(let session): Self.unknown(session.description, in: interface)
        case .unknownWidget(let widget): Self.unknown(widget, in: interface)
        case .unknownKind(let app, let kind):
            interface == InterfaceText.widgets.name
                ? .failure(WidgetsInterface.UnknownKind(kind: kind.rawValue))
                : .failure(HostInterface.UnknownKind(app: app.rawValue, kind: kind.rawValue))
        case .requestOver(let request, let end):
            .failure(WidgetsInterface.RequestOver(request: request.description, why: .init(end)))
        case .tooManyRequests(let limit): .failure(LocationInterface.TooManyRequests(limit: limit))
        case .tooManyManifests(let limit): .failure(SettingsInterface.TooManyManifests(limit: limit))
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

    private static func unknown(_ session: String, in interface: String) -> Reply {
        switch interface {
        case InterfaceText.widgets.name: .failure(WidgetsInterface.UnknownSession(session: session))
        case InterfaceText.location.name: .failure(LocationInterface.UnknownSession(session: session))
        case InterfaceText.settings.name: .failure(SettingsInterface.UnknownSession(session: session))
        default: .failure(HostInterface.UnknownSession(session: session))
        }
    }

    private static func unknown(_ widget: WidgetIdentifier, in interface: String) -> Reply {
        switch interface {
        case InterfaceText.widgets.name:
            .failure(WidgetsInterface.UnknownWidget(widget: widget.description))
        case InterfaceText.inspect.name:
            .failure(InspectInterface.UnknownWidget(widget: widget.description))
        default: .failure(HostInterface.UnknownWidget(widget: widget.description))
        }
    }
}

extension Reply {
    fileprivate static func failure<Failure: InterfaceError>(_ error: Failure) -> Reply {
        .failure(Failure.name, MessageCoding.encode(error))
    }
}
