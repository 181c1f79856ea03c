import LocationModel
import Varlink
import WaymarkEngine
import WaymarkInterfaces

// The methods of io.waymark.Host and io.waymark.Settings.
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

    func authorize(_ request: Request) throws(CallFailure) {
        let parameters = try request.parameters(SettingsInterface.Authorize.self)
        let app = try appKey(parameters.app, parameters.user, request)
        put(
            .authorize(app, parameters.status, widgets: parameters.widgets),
            for: request,
            SettingsInterface.Authorize.self
        ) { answer in
            if case .app(let app) = answer { .init(app: .init(app)) } else { nil }
        }
    }

    func listApps(_ request: Request) throws(CallFailure) {
        _ = try request.parameters(SettingsInterface.ListApps.self)
        let apps = engine.apps(visibleTo: request.caller)
        reply(to: request, SettingsInterface.ListApps.self, .init(apps: apps.map { .init($0) }))
    }

    private func appKey(_ name: String, _ user: Int?, _ request: Request) throws(CallFailure) -> AppKey {
        guard let app = AppIdentifier(name) else { throw .standard(.invalidParameter("app")) }
        guard let user else { return AppKey(user: request.caller.user, app: app) }
        guard let number = UInt32(exactly: user) else { throw .standard(.invalidParameter("user")) }
        return AppKey(user: UserIdentifier(number), app: app)
    }

    /// Reads the identifier of a widget.
    func widget(_ text: String, parameter: String = "widget") throws(CallFailure) -> WidgetIdentifier {
        guard let widget = WidgetIdentifier(text) else { throw .standard(.invalidParameter(parameter)) }
        return widget
    }
}
