package import LocationModel

extension Engine {
    /// Returns the authorization of an app.
    package func authorization(of app: AppKey) -> Authorization {
        appAuthorization(of: app).effective(
            limits: limits(of: app),
            defaultAccuracy: manifest(of: app)?.defaultAccuracy ?? .full
        )
    }

    /// Returns the summary of an app for the settings.
    package func summary(of app: AppKey) -> AppSummary {
        let declarations = registered[app].map { kind in
            (kind, KindDeclaration(wantsLocation: wantsLocation(KindKey(app: app, kind: kind))))
        }
        return AppSummary(
            app: app,
            authorization: authorization(of: app),
            kinds: Dictionary(uniqueKeysWithValues: declarations),
            verification: machine.presence.providers.sessions(of: app).last.flatMap { machine.presence.providers[$0]?.verification },
            isInUse: machine.presence.use(of: app, at: now.instant).isInUse,
            prompts: prompts.about(app),
            monitors: services(monitoredBy: app),
            regionCount: regions.count(of: app)
        )
    }

    /// Returns the first `limit` apps that `caller` may know of, or the first after another, ordered by user and name.
    package func apps(
        visibleTo caller: Caller,
        after last: AppKey? = nil,
        limit: Int = .max
    ) -> [AppSummary] {
        knownApps(of: caller.scope, after: last, limit: limit)
            .filter { caller.mayActFor($0) }.map { summary(of: $0) }
    }

    /// Returns the number of apps that `caller`, who is not sandboxed, may know of, and of questions about them.
    package func appCounts(visibleTo caller: Caller) -> (apps: Int, prompts: Int) {
        guard let user = caller.scope else {
            let other = machine.presence.connectedApps.all.count { !savedApps[$0.user].contains($0.element) }
            return (savedApps.count + other, prompts.count)
        }
        let apps = knownApps(of: user)
        return (apps.count, apps.reduce(0) { $0 + prompts.about($1).count })
    }

    // MARK: The person's settings

    mutating func authorize(
        _ app: AppKey,
        _ change: SettingsChange,
        by caller: Caller
    ) throws(Refusal) -> Answer {
        guard caller.mayDecideFor(app.user) else { throw .notPermitted }
        try admit(app)
        let date = now.utc
        // These questions end because of the settings, not because the change makes them pointless.
        endPromptsDecided(by: change, of: app)
        self.change(app, because: .settings) { $0.choose(change, at: date) }
        return .app(summary(of: app))
    }

    mutating func reset(
        user: UserIdentifier,
        app: AppIdentifier?,
        by caller: Caller
    ) throws(Refusal) -> Answer {
        guard caller.mayDecideFor(user) else { throw .notPermitted }
        let apps = app.map { [AppKey(user: user, app: $0)] } ?? knownApps(of: user)
        for app in apps {
            for prompt in prompts.about(app) { end(prompt, .decidedInSettings) }
            change(app, because: .reset) { $0 = AppAuthorization() }
            forgetUnusedKinds(of: app)
            for service in services(monitoredBy: app) { stop(service, for: app, .reset) }
            removeRegions(of: app)
        }
        return .done
    }

    mutating func forget(_ app: AppKey, by caller: Caller) throws(Refusal) -> Answer {
        guard caller.mayDecideFor(app.user) else { throw .notPermitted }
        for widget in widgets.byApp[app] { _ = try remove(widget, by: caller) }
        _ = try reset(user: app.user, app: app.app, by: caller)
        if saved.manifestTexts[app] != nil { _ = try withdrawManifest(of: app, by: caller) }
        commit(.grant(app, nil))
        forgetProgram(of: app)
        return .done
    }

    /// Forgets the kinds of an app that have no widget and no provider.
    private mutating func forgetUnusedKinds(of app: AppKey) {
        let served = machine.presence.providers.sessions(of: app).reduce(into: Set<WidgetKind>()) {
            $0.formUnion(machine.presence.providers[$1]?.kinds ?? [])
        }
        for kind in registered[app] where !served.contains(kind) {
            let key = KindKey(app: app, kind: kind)
            if !widgets.contains(key) { commit(.kind(key, nil)) }
        }
    }

    mutating func switchServices(
        isOn: Bool,
        user: UserIdentifier?,
        by caller: Caller
    ) throws(Refusal) -> Answer {
        guard caller.mayDecideFor(user ?? .root) else { throw .notPermitted }
        var after = saved.services
        after.set(isOn: isOn, for: user)
        guard after != saved.services else { return .done }
        changeTogether(because: .servicesSwitch) { engine in
            engine.commit(.services(isOn: isOn, user: user))
            engine.record(.authorization(.servicesSwitched(isOn: isOn)), about: JournalSubject(user: user))
        }
        return .done
    }

    // MARK: Manifests

    /// Returns the manifest of an app, if a valid one is known.
    package func manifest(of app: AppKey) -> AppManifest? {
        catalogue.manifest(of: app.app, for: app.user)
    }

    /// Changes manifests, and reloads the widgets whose want of a location changes.
    mutating func changeManifests(_ change: (inout Engine) -> Void) {
        let wanting = Set(widgets.identifiers.filter { wantsLocation($0) })
        let needing = Set(widgets.identifiers.compactMap { app(of: $0) }).union(monitoringApps).sorted()
        let programs = needing.map { program(of: $0) }
        changeTogether(because: .manifest, change)
        for widget in widgets.identifiers where wantsLocation(widget) != wanting.contains(widget) {
            owe(widget, .authorizationChanged)
            tellHosts(of: widget)
            if let app = app(of: widget) {
                endPointlessPrompts(of: app)
                askAboutWidgets(of: app)
            }
        }
        for (app, earlier) in zip(needing, programs) where program(of: app) != earlier {
            launches.forgetFailures(of: app)
            releaseNeeds(of: app)
        }
    }

    mutating func registerManifest(
        _ manifest: AppManifest,
        text: String,
        user: UserIdentifier,
        by caller: Caller
    ) throws(Refusal) -> Answer {
        guard caller.mayDecideFor(user) else { throw .notPermitted }
        let app = AppKey(user: user, app: manifest.identifier)
        if saved.manifestTexts[app] == nil { try admit(to: .manifests, of: user) }
        var changed = catalogue
        let outcome = changed.register(manifest, for: user)
        changeManifests { engine in
            if engine.saved.manifestTexts[app] != text { engine.commit(.manifest(app, text: text)) }
            engine.changeCatalogue { $0 = changed }
        }
        return .registered(outcome)
    }

    mutating func withdrawManifest(of app: AppKey, by caller: Caller) throws(Refusal) -> Answer {
        guard caller.mayDecideFor(app.user) else { throw .notPermitted }
        guard saved.manifestTexts[app] != nil else { throw .unknownManifest(app.app) }
        changeManifests { engine in
            engine.commit(.manifest(app, text: nil))
            engine.changeCatalogue { _ = $0.withdraw(app.app, for: app.user) }
        }
        return .done
    }

    // MARK: Authorization changes

    /// Makes a change that may concern every app, and announces the effect on each.
    mutating func changeTogether(
        because cause: AuthorizationCause,
        _ change: (inout Engine) -> Void
    ) {
        let apps = knownApps(of: nil)
        let before = apps.map { authorization(of: $0) }
        change(&self)
        for (app, before) in zip(apps, before) { announce(app, from: before, because: cause) }
    }

    /// Changes an app's authorization, saves its durable part, and notifies everybody concerned.
    mutating func change(
        _ app: AppKey,
        because cause: AuthorizationCause,
        _ change: (inout AppAuthorization) -> Void
    ) {
        let before = authorization(of: app)
        var changed = appAuthorization(of: app)
        change(&changed)
        if changed.grant != before.grant { commit(.grant(app, changed.grant)) }
        if changed.grant.widgets != before.grant.widgets {
            let isRefused = changed.grant.widgets == .refused
            if isRefused, machine.presence.use(of: app, at: now.instant).isInUse {
                refusedToWidgets.insert(app)
            } else {
                refusedToWidgets.remove(app)
            }
        }
        setLapsing(changed.isTemporary || changed.temporaryAccuracy != nil ? changed : nil, of: app)
        announce(app, from: before, because: cause)
    }

    private mutating func announce(
        _ app: AppKey,
        from before: Authorization,
        because cause: AuthorizationCause
    ) {
        let after = authorization(of: app)
        guard after != before else { return }
        record(.authorization(.changed(from: before, to: after, cause)), about: JournalSubject(app: app))
        endPointlessPrompts(of: app)
        if after.told != before.told {
            if after.isNewsForApp(since: before) {
                for session in machine.presence.sessions(of: app, as: .app) { emit(.tellApp(session, .authorization(after))) }
            }
            for session in machine.presence.providers.sessions(of: app) { emit(.tellProvider(session, .authorization(after))) }
        }
        let concernsWidgets = after.isAuthorizedForWidgetUpdates != before.isAuthorizedForWidgetUpdates
        for widget in widgets.byApp[app] {
            let timeline = widgets[widget]?.saved.timeline
            let isWithheld = timeline.map(after.withholds)
            let concernsContent = isWithheld != timeline.map(before.withholds)
            if concernsContent, isWithheld == true { record(.contentWithdrawn, about: widget) }
            let losesContent =
                before.permitsShownLocation && !after.permitsShownLocation
                && widgets[widget]?.knowsLocation == true
            guard concernsWidgets && wantsLocation(widget) || losesContent else {
                if concernsContent { tellHosts(of: widget) }
                // A widget that is not in use may have gained or lost the location.
                if wantsLocation(widget) { release(widget) }
                continue
            }
            update(widget) { $0.reload.fixAwaitedUntil = nil }
            // The current content was made under the old authorization, and so is a timeline in the making.
            owe(widget, .authorizationChanged)
            tellHosts(of: widget)
        }
        askAboutWidgets(of: app)
    }

    private func appAuthorization(of app: AppKey) -> AppAuthorization {
        var authorization = lapsing[app] ?? AppAuthorization()
        authorization.grant = saved.grants[app] ?? Grant()
        return authorization
    }

    private func limits(of app: AppKey) -> AuthorizationLimits {
        let limits = settings.policy.limits(of: app)
        return saved.services.isOff(for: app.user) ? limits.union(.servicesOff) : limits
    }

    /// Returns the apps of a user, or with `nil` of all, that have a decision, a registration or a connection.
    private func knownApps(
        of user: UserIdentifier?,
        after last: AppKey? = nil,
        limit: Int = .max
    ) -> [AppKey] {
        let start = last.map { (user: $0.user, element: $0.app) }
        let saved = savedApps.first(limit, of: user, after: start)
        let connected = machine.presence.connectedApps.first(limit, of: user, after: start)
        guard !connected.isEmpty else { return saved.map { AppKey(user: $0.user, app: $0.element) } }
        let both = Set((saved + connected).map { AppKey(user: $0.user, app: $0.element) })
        return Array(both.sorted().prefix(limit))
    }
}

/// The cause of a change of authorization.
package enum AuthorizationCause: Hashable, Sendable {
    /// The person changed the settings.
    case settings

    /// The person reset all decisions.
    case reset

    /// The person answered a question.
    case answer(PromptIdentifier)

    /// The app is no longer in use.
    case useEnded

    /// Location services were switched.
    case servicesSwitch

    /// The administrator changed the policy.
    case policy

    /// The app's manifest changed.
    case manifest
}
