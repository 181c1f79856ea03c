import LocationModel

extension Engine {
    /// Returns what an app may know.
    package func authorization(of app: AppKey) -> Authorization {
        Authorization(state.grants[app] ?? Grant())
    }

    /// Returns an app as the person sees it.
    package func summary(of app: AppKey) -> AppSummary {
        var kinds: [WidgetKind: KindDeclaration] = [:]
        for (key, declaration) in state.kinds where key.app == app { kinds[key.kind] = declaration }
        return AppSummary(
            app: app,
            authorization: authorization(of: app),
            kinds: kinds,
            verification: providers.sessions(of: app).last.flatMap { providers[$0]?.verification }
        )
    }

    mutating func authorize(
        _ app: AppKey,
        _ status: AuthorizationStatus,
        widgets: WidgetGrant?,
        by caller: Caller
    ) throws(Refusal) -> Answer {
        guard caller.mayActFor(app.user) else { throw .notPermitted }
        let before = authorization(of: app)
        let after = Authorization(Grant(status: status, widgets: widgets ?? before.grant.widgets))
        guard after != before else { return .app(summary(of: app)) }
        commit(.grant(app, after.grant))
        record(.authorization(from: before.grant, to: after.grant), about: JournalSubject(app: app))
        for session in providers.sessions(of: app) { emit(.tellProvider(session, .authorization(after))) }
        let concernsWidgets = after.isAuthorizedForWidgetUpdates != before.isAuthorizedForWidgetUpdates
        for widget in placed[app] where state.widgets[widget].map({ wantsLocation($0.kind) }) ?? false {
            guard concernsWidgets else {
                // A widget that is not in use may know the location from now on, or not any more.
                release(widget)
                continue
            }
            reloads[widget]?.fixAwaitedUntil = nil
            // What is shown was made under the old authorization, and so is what a provider makes just now.
            owe(widget, .authorizationChanged)
            tellHosts(of: widget)
        }
        return .app(summary(of: app))
    }
}
