import LocationModel
import Varlink
import WaymarkEngine
import WaymarkInterfaces

// The methods of io.waymark.Host.
extension Daemon {
    func place(_ request: Request) throws(CallFailure) {
        let parameters = try request.parameters(HostInterface.Place.self)
        let app = try appKey(parameters.app, parameters.user, request)
        guard let kind = WidgetKind(parameters.kind) else { throw .standard(.invalidParameter("kind")) }
        put(.place(KindKey(app: app, kind: kind)), for: request, HostInterface.Place.self) { answer in
            if case .widget(let widget) = answer { .init(widget: widget.description) } else { nil }
        }
    }

    func remove(_ request: Request) throws(CallFailure) {
        let parameters = try request.parameters(HostInterface.Remove.self)
        put(.remove(try widget(parameters.widget)), for: request, HostInterface.Remove.self) {
            $0 == .done ? Nothing() : nil
        }
    }

    func setVisibility(_ request: Request) throws(CallFailure) {
        let parameters = try request.parameters(HostInterface.SetVisibility.self)
        let session = parameters.session.map { SessionIdentifier($0) }
        if case .some(nil) = session { throw .standard(.invalidParameter("session")) }
        let command = Command.setVisibility(
            try widget(parameters.widget),
            visible: parameters.visible,
            session: session ?? nil
        )
        put(command, for: request, HostInterface.SetVisibility.self) { $0 == .done ? Nothing() : nil }
    }

    func setAppVisibility(_ request: Request) throws(CallFailure) {
        let parameters = try request.parameters(HostInterface.SetAppVisibility.self)
        let command = Command.setAppVisibility(
            try appKey(parameters.app, parameters.user, request),
            visible: parameters.visible,
            session: try session(parameters.session)
        )
        put(command, for: request, HostInterface.SetAppVisibility.self) { $0 == .done ? Nothing() : nil }
    }

    func watch(_ request: Request) throws(CallFailure) {
        let parameters = try request.parameters(HostInterface.Watch.self)
        var widgets: Set<WidgetIdentifier>?
        if let named = parameters.widgets {
            var identifiers: Set<WidgetIdentifier> = []
            for (index, text) in named.enumerated() {
                identifiers.insert(try widget(text, parameter: "widgets[\(index)]"))
            }
            widgets = identifiers
        }
        try open(HostInterface.Watch.self, for: request) { session, call in
            .hostConnected(session, by: request.caller, widgets: widgets, call: call)
        }
    }

    /// Reads the identifier of a widget.
    func widget(_ text: String, parameter: String = "widget") throws(CallFailure) -> WidgetIdentifier {
        guard let widget = WidgetIdentifier(text) else { throw .standard(.invalidParameter(parameter)) }
        return widget
    }
}
