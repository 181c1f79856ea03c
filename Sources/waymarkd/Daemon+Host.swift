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
        let command = Command.place(
            kind,
            family: parameters.family,
            configuration: try configuration(parameters.configuration),
            key: try parsed(parameters.key, as: "key", HostKey.init)
        )
        put(command, for: request, HostInterface.Place.self) { answer in
            if case .widget(let widget) = answer { .init(widget: widget.description) } else { nil }
        }
    }

    func configure(_ parameters: HostInterface.Configure, _ request: Request) throws(CallFailure) {
        let command = Command.configure(
            try parsed(parameters.widget, as: "widget", WidgetIdentifier.init),
            family: parameters.family,
            configuration: try configuration(parameters.configuration)
        )
        put(command, for: request)
    }

    /// Reads the values of a configuration.
    func configuration(_ given: RawJSON?) throws(CallFailure) -> ConfigurationValues? {
        guard let given else { return nil }
        do throws(ConfigurationMistake) {
            return try ConfigurationValues(given.object)
        } catch { throw .refused(.invalidConfiguration(error)) }
    }

    func remove(_ parameters: HostInterface.Remove, _ request: Request) throws(CallFailure) {
        put(.remove(try parsed(parameters.widget, as: "widget", WidgetIdentifier.init)), for: request)
    }

    func setVisibility(_ parameters: HostInterface.SetVisibility, _ request: Request) throws(CallFailure) {
        let widget = try parsed(parameters.widget, as: "widget", WidgetIdentifier.init)
        let session = try parsed(parameters.session, as: "session", SessionIdentifier.init)
        let command = Command.setVisibility(widget, visible: parameters.visible, session: session)
        put(command, for: request)
    }

    func setAppVisibility(
        _ parameters: HostInterface.SetAppVisibility,
        _ request: Request
    ) throws(CallFailure) {
        let app = try request.app(parameters.app, of: parameters.user)
        let session = try parsed(parameters.session, as: "session", SessionIdentifier.init)
        let command = Command.setAppVisibility(app, visible: parameters.visible, session: session)
        put(command, for: request)
    }

    func mostRelevant(
        _ parameters: HostInterface.MostRelevant,
        _ request: Request
    ) throws(CallFailure) -> HostInterface.MostRelevant.Reply {
        guard (1...Self.relevanceLimit).contains(parameters.widgets.count) else {
            throw .standard(.invalidParameter("widgets"))
        }
        var widgets: [WidgetIdentifier] = []
        for (index, text) in parameters.widgets.enumerated() {
            widgets.append(try parsed(text, as: "widgets[\(index)]", WidgetIdentifier.init))
        }
        do throws(Refusal) {
            let most = try ask { engine throws(Refusal) in
                try engine.mostRelevant(of: widgets, for: request.caller)
            }
            return .init(
                widget: most.widget?.description,
                score: most.score,
                until: most.until?.description
            )
        } catch { throw .refused(error) }
    }

    /// The most widgets that are compared in one call.
    private static let relevanceLimit = 64

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
            .hostConnected(
                session,
                by: request.caller,
                widgets: widgets,
                call: call,
                isAlwaysInView: parameters.alwaysInView ?? false
            )
        }
    }
}
