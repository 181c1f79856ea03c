import LocationModel
import Varlink
import WaymarkEngine
import WaymarkInterfaces

// The methods of io.waymark.Host.
extension Daemon {
    func place(_ parameters: HostInterface.Place, _ request: Request) throws(CallFailure) {
        let kind = KindKey(
            app: try request.app(parameters.app, of: parameters.user),
            kind: try parsed(parameters.kind, as: "kind", WidgetKind.init)
        )
        let key = try parsed(parameters.key, as: "key", HostKey.init)
        put(.place(kind, key: key), for: request, HostInterface.Place.self) { answer in
            if case .widget(let widget) = answer { .init(widget: widget.description) } else { nil }
        }
    }

    func remove(_ parameters: HostInterface.Remove, _ request: Request) throws(CallFailure) {
        put(.remove(try parsed(parameters.widget, as: "widget", WidgetIdentifier.init)), for: request)
    }

    func setVisibility(_ parameters: HostInterface.SetVisibility, _ request: Request) throws(CallFailure) {
        let command = Command.setVisibility(
            try parsed(parameters.widget, as: "widget", WidgetIdentifier.init),
            visible: parameters.visible,
            session: try parsed(parameters.session, as: "session", SessionIdentifier.init)
        )
        put(command, for: request)
    }

    func setAppVisibility(
        _ parameters: HostInterface.SetAppVisibility,
        _ request: Request
    ) throws(CallFailure) {
        let command = Command.setAppVisibility(
            try request.app(parameters.app, of: parameters.user),
            visible: parameters.visible,
            session: try parsed(parameters.session, as: "session", SessionIdentifier.init)
        )
        put(command, for: request)
    }

    func watch(_ parameters: HostInterface.Watch, _ request: Request) throws(CallFailure) {
        var widgets: Set<WidgetIdentifier>?
        if let named = parameters.widgets {
            var identifiers: Set<WidgetIdentifier> = []
            for (index, text) in named.enumerated() {
                identifiers.insert(try parsed(text, as: "widgets[\(index)]", WidgetIdentifier.init))
            }
            widgets = identifiers
        }
        try open(HostInterface.Watch.self, for: request) { session, call in
            .hostConnected(session, by: request.caller, widgets: widgets, call: call)
        }
    }
}
