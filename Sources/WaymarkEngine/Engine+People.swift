package import LocationModel

// What concerns people and several other components.
extension Engine {
    // MARK: Queries

    /// Returns the authorization of an app.
    package func authorization(of app: AppKey) -> Authorization { machine.people.authorization(of: app) }

    /// Returns the manifest of an app, if a valid one is known.
    package func manifest(of app: AppKey) -> AppManifest? { machine.people.manifest(of: app) }

    /// The manifests and declarations of apps.
    package var catalogue: AppCatalogue { machine.people.catalogue }

    /// Whether location services are on.
    package var services: ServicesSwitch { machine.people.services }

    /// Returns what the app's manifest says of a kind, and else its provider.
    package func details(of kind: KindKey) -> KindDetails { machine.people.details(of: kind) }

    /// Returns the waiting questions that `caller` may answer, in the order of asking.
    package func prompts(for caller: Caller) -> [Prompt] { machine.people.prompts(for: caller) }

    /// Returns the number of agents that can ask `caller`, or, for root, anybody.
    package func agentCount(for caller: Caller) -> Int { machine.people.agents.count(around: caller) }

    /// Returns whether anybody has named an app: a decision, a manifest, or a program of it.
    package func knows(_ app: AppKey) -> Bool { machine.people.knows(app, machine.presence) }

    /// Returns the number of apps that `caller`, who is not sandboxed, may know of, and of questions about them.
    package func appCounts(visibleTo caller: Caller) -> (apps: Int, prompts: Int) {
        machine.people.counts(visibleTo: caller, machine.presence)
    }

    /// Returns whether `caller` may know that the machine moves, and how far.
    package func mayKnowOfMovement(_ caller: Caller) -> Bool { machine.people.mayKnowOfMovement(caller) }

    /// Returns the kinds of one user that can be placed, in the order of app and kind.
    package func placeableKinds(
        of user: UserIdentifier,
        app: AppIdentifier? = nil,
        after last: (app: AppIdentifier, kind: WidgetKind)? = nil,
        limit: Int
    ) -> [PlaceableKind] {
        machine.people.placeableKinds(of: user, app: app, after: last, limit: limit, machine.presence)
    }

    /// Returns a page of the locations given to the apps of those whom `caller` may decide for, newest first.
    package func accesses(
        visibleTo caller: Caller,
        of app: AppIdentifier? = nil,
        after place: AccessPlace? = nil,
        limit: Int = AccessLog.capacity
    ) -> AccessPage {
        machine.people.accesses.page(visibleTo: caller, of: app, after: place, limit: limit)
    }

    /// Returns the summary of an app for the settings.
    package func summary(of app: AppKey) -> AppSummary {
        let (people, presence) = (machine.people, machine.presence)
        let declarations = people.kinds[app].map { kind in
            (kind, KindDeclaration(wantsLocation: people.wantsLocation(KindKey(app: app, kind: kind))))
        }
        return AppSummary(
            app: app,
            authorization: people.authorization(of: app),
            kinds: Dictionary(uniqueKeysWithValues: declarations),
            verification: presence.providers.sessions(of: app).last
                .flatMap { presence.providers[$0]?.verification },
            isInUse: presence.use(of: app, at: now.instant).isInUse,
            prompts: people.prompts.about(app),
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
        machine.people.knownApps(of: caller.scope, machine.presence, after: last, limit: limit)
            .filter { caller.mayActFor($0) }.map { summary(of: $0) }
    }

    // MARK: Calls

    mutating func reset(
        user: UserIdentifier,
        app: AppIdentifier?,
        by caller: Caller
    ) throws(Refusal) {
        guard caller.mayDecideFor(user) else { throw .notPermitted }
        let apps =
            app.map { [AppKey(user: user, app: $0)] }
            ?? machine.people.knownApps(of: user, machine.presence)
        for app in apps {
            machine.people.reset(app, machine.presence, &turn)
            drain()
            machine.people.forgetUnusedKinds(of: app, machine.presence, &turn)
            for service in services(monitoredBy: app) { stop(service, for: app, .reset) }
            removeRegions(of: app)
        }
    }

    mutating func forget(_ app: AppKey, by caller: Caller) throws(Refusal) {
        guard caller.mayDecideFor(app.user) else { throw .notPermitted }
        for widget in widgets.byApp[app] { _ = try remove(widget, by: caller) }
        try reset(user: app.user, app: app.app, by: caller)
        if machine.people.manifestTexts[app] != nil {
            try changeManifests { people, turn throws(Refusal) in
                try people.withdrawManifest(of: app, by: caller, &turn)
            }
        }
        machine.people.forget(app, &turn)
        forgetProgram(of: app)
    }

    /// Changes manifests, and reloads the widgets whose want of a location changes.
    mutating func changeManifests<Result>(
        _ change: (inout People, inout Turn) throws(Refusal) -> Result
    ) throws(Refusal) -> Result {
        let wanting = Set(widgets.identifiers.filter { wantsLocation($0) })
        let needing = Set(widgets.identifiers.compactMap { app(of: $0) }).union(monitoringApps).sorted()
        let programs = needing.map { machine.people.program(of: $0) }
        let result = try machine.people.changeAll(because: .manifest, machine.presence, &turn, change)
        drain()
        for widget in widgets.identifiers where wantsLocation(widget) != wanting.contains(widget) {
            owe(widget, .authorizationChanged)
            tellHosts(of: widget)
            if let app = app(of: widget) {
                machine.people.endPointlessPrompts(of: app, machine.presence, &turn)
                machine.people.askAboutWidgets(of: app, &turn)
            }
        }
        for (app, earlier) in zip(needing, programs) where machine.people.program(of: app) != earlier {
            launches.forgetFailures(of: app)
            releaseNeeds(of: app)
        }
        return result
    }

    // MARK: Notices

    /// Gives an app's widgets the location they may know while the app itself is in use.
    mutating func useBegan(of app: AppKey) {
        let isAuthorized = authorization(of: app).status.isAuthorized
        for widget in widgets.byApp[app]
        where isAuthorized || widgets[widget]?.reload.chargeableAt != nil { release(widget) }
    }

    /// Ends what an app, and its widgets, could have until the end of its use.
    mutating func useEnded(of app: AppKey) {
        machine.people.endUse(of: app, machine.presence, &turn)
        drain()
        machine.people.endPromptsOfUse(of: app, machine.presence, &turn)
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

    mutating func announce(_ app: AppKey, from before: Authorization, because cause: AuthorizationCause) {
        let announced = machine.people.announce(app, from: before, because: cause, machine.presence, &turn)
        guard let after = announced else { return }
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
        machine.people.askAboutWidgets(of: app, &turn)
    }

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
