import LocationModel

extension Engine {
    /// Ends what the process of a new provider, or one that it has started, has open as an app.
    mutating func endAppConnections(of process: ProviderProcess, servingOn provider: SessionIdentifier) {
        guard let user = machine.presence.providers[provider]?.app.user else { return }
        for (connection, app) in machine.presence.connections(of: process, user) {
            machine.presence.recordRefusal(of: app, by: provider, &turn)
            let wasInUse = machine.presence.use(of: app, at: now.instant).isInUse
            switch connection {
            case .stream(let session):
                disconnect(session)
                emit(.endStream(session, .servesWidgets))
            case .request(let request): refuse(request, .servesWidgets)
            }
            // Its widgets do not inherit the moment for which an app still counts as in use.
            if wasInUse { machine.presence.endGrace(of: app, turn) }
        }
    }
}
