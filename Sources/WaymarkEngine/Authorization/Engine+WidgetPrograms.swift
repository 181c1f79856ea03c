import LocationModel

// A program that serves widgets is not the app itself. Its connections, and those of what it has started, are its widgets'
// for as long as it serves: they make no app "in use", and get no location but the one that comes with a request for a
// timeline.
extension Engine {
    /// Refuses a caller that may not act as an app: another user, another app's sandbox, or a program that serves widgets.
    mutating func admit(_ caller: Caller, asApp app: AppKey) throws(Refusal) {
        guard caller.mayActFor(app) else { throw .notPermitted }
        guard let origin = caller.origin, let provider = providers.session(including: origin, of: app.user)
        else {
            return
        }
        // Once is enough for the author, however often the program tries.
        if providers.noteRefusal(of: app, by: provider) {
            record(.authorization(.servesWidgets(provider)), about: JournalSubject(app: app))
        }
        throw .servesWidgets
    }

    /// Ends what the process of a new provider, or one that it has started, has open as an app.
    mutating func endAppConnections(of process: ProviderProcess, servingOn provider: SessionIdentifier) {
        guard let user = providers[provider]?.app.user else { return }
        for (connection, app) in appProcesses.connections(of: process, user) {
            if providers.noteRefusal(of: app, by: provider) {
                record(.authorization(.servesWidgets(provider)), about: JournalSubject(app: app))
            }
            let wasInUse = appUse.use(of: app, at: now.instant).isInUse
            switch connection {
            case .stream(let session):
                disconnect(session)
                emit(.endStream(session, .servesWidgets))
            case .request(let request): refuse(request, .servesWidgets)
            }
            // Its widgets do not inherit the moment for which an app still counts as in use.
            if wasInUse { appUse.endGrace(of: app, at: now.instant) }
        }
    }
}
