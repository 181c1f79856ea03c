import LocationModel

extension Engine {
    mutating func connectApp(
        _ session: SessionIdentifier,
        _ app: AppKey,
        by caller: Caller,
        _ call: CallIdentifier
    ) {
        do throws(Refusal) {
            try machine.presence.open(session, as: .app, of: app, by: caller, &turn)
        } catch {
            return emit(.refuse(call, error))
        }
        record(.authorization(.appConnected(session)), about: JournalSubject(app: app))
        emit(.tellApp(session, .session(authorization(of: app))))
        useBegan(of: app)
    }

    mutating func disconnectApp(_ session: SessionIdentifier) {
        if let app = machine.presence.app(of: session, as: .app) {
            record(.authorization(.appDisconnected(session)), about: JournalSubject(app: app))
        }
    }

    mutating func setAppVisibility(
        of app: AppKey,
        isVisible: Bool,
        session: SessionIdentifier,
        by caller: Caller
    ) throws(Refusal) -> Answer {
        try machine.presence.setVisibility(of: app, isVisible: isVisible, on: session, by: caller, &turn)
        drain()
        return .done
    }

    /// Gives an app's widgets the location they may know while the app itself is in use.
    mutating func useBegan(of app: AppKey) {
        let isAuthorized = authorization(of: app).status.isAuthorized
        for widget in widgets.byApp[app]
        where isAuthorized || widgets[widget]?.reload.chargeableAt != nil { release(widget) }
    }

    /// Ends the authorizations of an app that is no longer in use.
    mutating func useEnded(of app: AppKey) {
        refusedToWidgets.remove(app)
        record(.authorization(.useEnded), about: JournalSubject(app: app))
        change(app, because: .useEnded) { $0.endUse() }
        for prompt in prompts.about(app) where prompt.question.endsWithUse { end(prompt, .useEnded) }
        let authorization = authorization(of: app)
        for widget in widgets.byApp[app] {
            let record = widgets[widget]
            let outstanding = record?.reload.outstanding
            let knewLocation = outstanding?.knowsLocation ?? record?.saved.timeline?.knewLocation
            if knewLocation == true, !authorization.permitsShownLocation {
                // Hosts do not show what was made during the use, or is being made.
                owe(widget, .authorizationChanged)
            } else {
                // A fix would not help a pending reload any more.
                release(widget)
            }
        }
    }
}
