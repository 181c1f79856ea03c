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
    case anotherApp(AppMismatch)

    /// It was carried out but could not be saved.
    case notSaved(reason: String, interface: String)

    var reply: Reply {
        switch self {
        case .standard(let error): .failure(error)
        case .anotherApp(let mismatch):
            .failure(
                WidgetsInterface.AppMismatch(
                    claimed: mismatch.claimed.rawValue,
                    apps: mismatch.actual.map(\.rawValue),
                    reason: mismatch.text
                )
            )
        case .notSaved(let reason, let interface):
            switch interface {
            case InterfaceText.widgets.name: .failure(WidgetsInterface.StateNotSaved(reason: reason))
            case InterfaceText.host.name: .failure(HostInterface.StateNotSaved(reason: reason))
            default: .failure(SettingsInterface.StateNotSaved(reason: reason))
            }
        case .refused(let refusal, let interface): refusal.reply(in: interface)
        }
    }
}

extension Refusal {
    fileprivate func reply(in interface: String) -> Reply {
        switch (self, interface) {
        case (.notPermitted, _): .failure(.permissionDenied)
        case (.unknownSession(let session), InterfaceText.widgets.name):
            .failure(WidgetsInterface.UnknownSession(session: session.description))
        case (.unknownSession(let session), _):
            .failure(HostInterface.UnknownSession(session: session.description))
        case (.unknownWidget(let widget), InterfaceText.widgets.name):
            .failure(WidgetsInterface.UnknownWidget(widget: widget.description))
        case (.unknownWidget(let widget), InterfaceText.inspect.name):
            .failure(InspectInterface.UnknownWidget(widget: widget.description))
        case (.unknownWidget(let widget), _):
            .failure(HostInterface.UnknownWidget(widget: widget.description))
        case (.unknownKind(_, let kind), InterfaceText.widgets.name):
            .failure(WidgetsInterface.UnknownKind(kind: kind.rawValue))
        case (.unknownKind(let app, let kind), _):
            .failure(HostInterface.UnknownKind(app: app.rawValue, kind: kind.rawValue))
        case (.requestOver(let request, let end), _):
            .failure(WidgetsInterface.RequestOver(request: request.description, why: .init(end)))
        }
    }
}

extension Reply {
    fileprivate static func failure<Failure: InterfaceError>(_ error: Failure) -> Reply {
        .failure(Failure.name, MessageCoding.encode(error))
    }
}
