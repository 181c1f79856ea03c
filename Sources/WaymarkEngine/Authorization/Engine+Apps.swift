import LocationModel

extension Engine {
    mutating func connectApp(
        _ session: SessionIdentifier,
        _ app: AppKey,
        by caller: Caller,
        _ call: CallIdentifier
    ) {
        do throws(Refusal) {
            try admit(caller, asApp: app)
            try admit(to: .sessions, of: caller.user)
        } catch {
            return emit(.refuse(call, error))
        }
        turn.records.usage.open(session, of: caller.user)
        appProcesses.add(.stream(session), of: app, by: caller)
        appUse.connect(session, app, at: now.instant)
        record(.authorization(.appConnected(session)), about: JournalSubject(app: app))
        emit(.tellApp(session, .session(authorization(of: app))))
        useBegan(of: app)
    }

    mutating func disconnectApp(_ session: SessionIdentifier) {
        if let app = appUse[session] {
            record(.authorization(.appDisconnected(session)), about: JournalSubject(app: app))
        }
        let shown = appUse.disconnect(session, at: now.instant)
        for app in shown { useBegan(of: app) }
    }

    mutating func setAppVisibility(
        of app: AppKey,
        isVisible: Bool,
        session: SessionIdentifier,
        by caller: Caller
    ) throws(Refusal) -> Answer {
        guard let host = hosts[session], host.caller.user == caller.user else {
            throw .unknownSession(session)
        }
        guard caller.mayShowFor(app.user) else { throw .notPermitted }
        let limit = settings.quotas[.apps]
        if !isVisible && !appUse.isHidden(app, by: session) && appUse.hiddenCount(by: session) >= limit {
            throw .quotaExceeded(.apps, limit: limit)
        }
        let wasInUse = appUse.use(of: app, at: now.instant).isInUse
        appUse.setVisibility(of: app, isVisible: isVisible, by: session, at: now.instant)
        if !wasInUse, appUse.use(of: app, at: now.instant).isInUse { useBegan(of: app) }
        return .done
    }

    /// Gives an app's widgets the location they may know while the app itself is in use.
    mutating func useBegan(of app: AppKey) {
        let isAuthorized = authorization(of: app).status.isAuthorized
        for widget in widgets.byApp[app]
        where isAuthorized || widgets[widget]?.reload.chargeableAt != nil { release(widget) }
    }

    /// Ends the authorizations of apps that are no longer in use.
    mutating func endUses() {
        for app in appUse.expire(at: now.instant) {
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
}
