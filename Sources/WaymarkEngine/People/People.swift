import LocationModel

/// What people have decided about apps, what apps declare, and the questions that wait for an answer.
struct People: Equatable, Sendable {
    /// The decisions about apps; an app without one has no entry.
    private(set) var grants: [AppKey: Grant]
    private(set) var services: ServicesSwitch

    /// The latest pause of each user, which may be over.
    var pauses: [UserIdentifier: LocationPause]

    /// The last use of each app's permission.
    var grantUses: [AppKey: GrantUse]
    var ends = DatedEnds<End>()
    private(set) var accessLogs: [UserIdentifier: AccessLog]
    private(set) var manifestTexts: [AppKey: String]
    private(set) var catalogue: AppCatalogue
    private(set) var kinds: Kinds

    /// The questions that wait for an answer, in the order of asking.
    var prompts: [Prompt] = []
    var promptNumbers: Numbering

    /// The ends of the latest questions, kept so that a late answer can be recognized.
    var promptEnds = LatestOfUsers<PromptIdentifier, PromptEnd>()
    var agents: [SessionIdentifier: Agent] = [:]

    /// The authorizations that end with an app's use; they do not survive a restart.
    private(set) var lapsing: [AppKey: Authorization] = [:]

    /// The apps to whose widgets the person has refused the location until the present use ends.
    private(set) var refusedToWidgets: Set<AppKey> = []
    private(set) var policy: AuthorizationPolicy

    /// The time when a pause ended or the switch was turned on again, for a user's apps or with `nil` for
    /// everybody's.
    var resumptions: [UserIdentifier?: MonotonicInstant] = [:]
    private var monitoring: Set<AppKey>
    private var addressOnly = AddressOnly()

    init(
        restoring state: SavedState,
        catalogue: AppCatalogue,
        settings: EngineSettings,
        promptNumbers: Numbering,
        at now: Moment
    ) {
        grants = state.grants
        services = state.services
        pauses = state.pauses
        grantUses = state.grantUses
        accessLogs = state.accessLogs
        // A row holds several records, and the older ones may have left the log.
        for user in state.accessLogs.keys {
            accessLogs[user]?.cut(to: AccessLog.capacity(sharedBy: state.accessLogs.count))
        }
        manifestTexts = state.manifestTexts
        kinds = Kinds(state.kinds, placed: state.widgets.values.map(\.kind))
        monitoring = Set(state.monitoring.keys).union(state.regions.values.map(\.name.app))
            .union(state.anchors.keys)
        self.catalogue = catalogue
        policy = settings.policy
        self.promptNumbers = promptNumbers
        for (app, grant) in grants { ends.set(.grant(app), to: grant.span, at: now) }
        for (user, pause) in pauses where pause.endedAt == nil {
            ends.set(.pause(user), to: pause.span, at: now)
        }
        setUnusedEnds(after: settings.unusedPermissionEnds, at: now)
    }

    mutating func change(to settings: EngineSettings, _ presence: Presence, _ turn: inout Turn) {
        let before = authorizations(of: nil, presence)
        policy = settings.policy
        tell(nil, differingFrom: before, because: .policy, &turn)
        setUnusedEnds(after: settings.unusedPermissionEnds, at: turn.now)
    }

    func save(in state: inout SavedState) {
        state.grants = grants
        state.services = services
        state.pauses = pauses
        state.grantUses = grantUses
        state.accessLogs = accessLogs
        state.manifestTexts = manifestTexts
        state.kinds = kinds.declarations
    }

    // MARK: Authorization

    /// Returns the time since which neither a pause nor the switch has kept the location from a user's apps; `nil` for ever.
    func resumedAt(_ user: UserIdentifier) -> MonotonicInstant? {
        [resumptions[user], resumptions[nil]].compactMap(\.self).max()
    }

    func authorization(of app: AppKey) -> Authorization {
        var authorization = lapsing[app] ?? Authorization()
        authorization.grant = grants[app] ?? Grant()
        authorization.limits = policy.limits(of: app)
        if services.isOff(for: app.user) { authorization.limits.insert(.servicesOff) }
        authorization.defaultAccuracy = manifest(of: app)?.defaultAccuracy ?? .full
        return authorization
    }

    /// Returns why an app may not know the location, even if it is in use; `nil` if it may then.
    func absence(for app: AppKey) -> LocationAbsence? {
        let authorization = authorization(of: app)
        switch authorization.status {
        case .notDetermined:
            let isAsked = prompts.contains {
                $0.app == app && [.whenInUse, .always].contains($0.question)
            }
            return .notDetermined(isAsked: isAsked)
        case .restricted: return .restricted
        case .denied: return authorization.limits.contains(.servicesOff) ? .servicesOff : .denied
        case .authorizedWhenInUse, .authorizedAlways: return nil
        }
    }

    // MARK: Changes of authorization

    /// Changes an app's authorization, and saves its durable part.
    mutating func change(
        _ app: AppKey,
        because cause: AuthorizationCause,
        _ turn: inout Turn,
        _ change: (inout Authorization, _ now: UTCInstant) -> Void
    ) {
        let before = authorization(of: app)
        var changed = before
        change(&changed, turn.now.utc)
        if changed.grant != before.grant { setGrant(changed.grant, of: app, &turn) }
        lapsing[app] = changed.isTemporary || changed.temporaryAccuracy != nil ? changed : nil
        turn.touch(app)
        turn.tell(.authorizationMayDiffer(app, from: before, because: cause))
    }

    /// Returns the authorization of an app, or of every known one.
    func authorizations(of app: AppKey?, _ presence: Presence) -> [(AppKey, Authorization)] {
        (app.map { [$0] } ?? knownApps(of: nil, presence)).map { ($0, authorization(of: $0)) }
    }

    /// Announces a change that may affect an app, or every one; `before` has the authorizations before it.
    func tell(
        _ app: AppKey?,
        differingFrom before: [(AppKey, Authorization)],
        because cause: AuthorizationCause,
        _ turn: inout Turn
    ) {
        if let app { turn.touch(app) } else { turn.touchEveryApp() }
        for (app, before) in before {
            turn.tell(.authorizationMayDiffer(app, from: before, because: cause))
        }
    }

    /// Announces an app's authorization to the app and its providers, and returns it if it has changed.
    mutating func announce(
        _ app: AppKey,
        from before: Authorization,
        because cause: AuthorizationCause,
        _ presence: Presence,
        _ turn: inout Turn
    ) -> Authorization? {
        let after = authorization(of: app)
        guard after != before else { return nil }
        if after.grant.widgets != before.grant.widgets {
            if after.grant.widgets == .refused, presence.use(of: app, at: turn.now.instant) != nil {
                refusedToWidgets.insert(app)
            } else {
                refusedToWidgets.remove(app)
            }
        }
        turn.record(.authorization(.changed(from: before, to: after, cause)), about: app)
        endPointlessPrompts(of: app, &turn)
        // The confirmation of a provisional always concerns only its widgets.
        let isNewsForApp =
            after.status != before.status || after.accuracy != before.accuracy
            || after.grant.widgets != before.grant.widgets
        if isNewsForApp { turn.tell(.appTold(app, .authorization(after))) }
        if isNewsForApp || after.isAuthorizedForWidgetUpdates != before.isAuthorizedForWidgetUpdates {
            for session in presence.providers.sessions(of: app) {
                turn.emit(.tellProvider(session, .authorization(after)))
            }
        }
        return after
    }

    mutating func endUse(of app: AppKey, _ turn: inout Turn) {
        refusedToWidgets.remove(app)
        turn.record(.authorization(.useEnded), about: app)
        change(app, because: .useEnded, &turn) { authorization, _ in authorization.endUse() }
    }

    private mutating func setGrant(_ grant: Grant?, of app: AppKey, _ turn: inout Turn) {
        let before = grants[app]
        if before?.span != grant?.span { ends.set(.grant(app), to: grant?.span, at: turn.now) }
        keep(app, &turn) { $0.grants[app] = grant == Grant() ? nil : grant }
        turn.commit(.grant(app, grant))
        if grants[app] != before { recordDecision(about: app, &turn) }
    }

    // MARK: The person's settings

    mutating func authorize(
        _ app: AppKey,
        _ settings: SettingsChange,
        by caller: Caller,
        _ turn: inout Turn
    ) throws(Refusal) {
        try admit(app, turn)
        if settings.isOnce, lapsing[app] == nil {
            // It is saved nowhere and so counts for no quota, but takes memory until the app was in use.
            let (count, limit) = (lapsing.keys.count { $0.user == app.user }, turn.settings.quotas[.apps])
            if count >= limit { throw .quotaExceeded(.apps, limit: limit) }
        }
        var settings = settings
        settings.isByRoot = caller.user == .root
        decide(settings, about: app, because: .settings, &turn)
    }

    /// Makes the change that the person wants, and ends the questions that it answers.
    mutating func decide(
        _ settings: SettingsChange,
        about app: AppKey,
        because cause: AuthorizationCause,
        _ turn: inout Turn
    ) {
        // These questions end because of the settings, not because the change makes them pointless.
        endPrompts(about: app, .decidedInSettings, &turn) { prompt in
            switch prompt.question.subject {
            case .widgets: settings.widgets != nil
            case .accuracy: settings.accuracy != nil || settings.status != nil
            case .status: settings.status != nil || settings.isOnce
            // It was proposed for the earlier settings.
            case .proposal: true
            }
        }
        change(app, because: cause, &turn) { $0.choose(settings, at: $1) }
    }

    mutating func reset(_ app: AppKey, _ turn: inout Turn) {
        endPrompts(about: app, .decidedInSettings, &turn) { _ in true }
        change(app, because: .reset, &turn) { authorization, _ in authorization = Authorization() }
    }

    mutating func forget(_ app: AppKey, _ turn: inout Turn) { setGrant(nil, of: app, &turn) }

    mutating func switchServices(
        isOn: Bool,
        user: UserIdentifier?,
        because cause: AuthorizationCause = .servicesSwitch,
        _ presence: Presence,
        _ turn: inout Turn
    ) {
        if let user {
            endPrompts(about: .everyApp(of: user), .decidedInSettings, &turn) { $0.proposal == .switchOn }
        }
        var after = services
        after.set(isOn: isOn, for: user)
        guard after != services else { return }
        if isOn { resumptions[user] = turn.now.instant }
        let before = authorizations(of: nil, presence)
        services = after
        turn.commit(.services(isOn: isOn, user: user))
        turn.record(.authorization(.servicesSwitched(isOn: isOn)), about: user)
        tell(nil, differingFrom: before, because: cause, &turn)
    }

    // MARK: Manifests

    func manifest(of app: AppKey) -> AppManifest? { catalogue.manifest(of: app.app, for: app.user) }

    func program(of app: AppKey) -> AppProgram? { manifest(of: app)?.provider }

    mutating func register(
        _ manifest: AppManifest,
        text: String,
        for user: UserIdentifier,
        _ turn: inout Turn
    ) throws(Refusal) -> ManifestOutcome {
        let app = AppKey(user: user, app: manifest.identifier)
        if manifestTexts[app] == nil { try turn.admit(to: .manifests, of: user) }
        if manifestTexts[app] != text { setManifest(text, of: app, &turn) }
        return catalogue.register(manifest, for: user)
    }

    mutating func install(_ manifests: [AppManifest], broken: Set<AppIdentifier>) {
        _ = catalogue.install(manifests, broken: broken)
    }

    mutating func withdrawManifest(of app: AppKey, _ turn: inout Turn) throws(Refusal) {
        guard manifestTexts[app] != nil else { throw .unknownManifest(app.app) }
        setManifest(nil, of: app, &turn)
        _ = catalogue.withdraw(app.app, for: app.user)
    }

    private mutating func setManifest(_ text: String?, of app: AppKey, _ turn: inout Turn) {
        turn.count((text == nil ? 0 : 1) - (manifestTexts[app] == nil ? 0 : 1), .manifests, of: app.user)
        keep(app, &turn) { $0.manifestTexts[app] = text }
        turn.commit(.manifest(app, text: text))
    }

    // MARK: Kinds

    /// Registers a kind that its provider declares; `nil` forgets it.
    mutating func declare(_ kind: KindKey, _ declaration: KindDeclaration?, _ turn: inout Turn) {
        let change = (declaration == nil ? 0 : 1) - (kinds[kind] == nil ? 0 : 1)
        turn.count(change, .kinds, of: kind.app.user)
        keep(kind.app, &turn) { $0.kinds[kind] = declaration }
        turn.commit(.kind(kind, declaration))
    }

    /// Counts one more widget of a kind.
    mutating func addWidget(of kind: KindKey) { kinds.place(kind) }

    /// Counts one widget less of a kind.
    mutating func removeWidget(of kind: KindKey) { kinds.remove(kind) }

    // MARK: Known apps

    /// Whether something is kept for an app that counts for its user's quota: a decision or a kind.
    func isKept(_ app: AppKey) -> Bool { grants[app] != nil || kinds.contains(app) }

    /// Throws a refusal if the app is new and its user has reached the quota of apps.
    func admit(_ app: AppKey, _ turn: Turn) throws(Refusal) {
        if !isKept(app) { try turn.admit(to: .apps, of: app.user) }
    }

    mutating func keep(_ app: AppKey, _ turn: inout Turn, _ change: (inout People) -> Void) {
        let wasKept = isKept(app)
        change(&self)
        let isKept = isKept(app)
        if wasKept != isKept { turn.count(isKept ? 1 : -1, .apps, of: app.user) }
        turn.touch(app)
    }

    mutating func setMonitoring(_ app: AppKey, _ isMonitoring: Bool, _ turn: inout Turn) {
        if isMonitoring { monitoring.insert(app) } else { monitoring.remove(app) }
        turn.touch(app)
    }

    /// The apps that have a decision, also one that ends with their use, a kind or a manifest, or monitor something.
    var known: Set<AppKey> {
        kinds.apps.union(grants.keys).union(lapsing.keys).union(manifestTexts.keys).union(monitoring)
    }

    /// Returns the apps of a user, or with `nil` of all, that have a decision, a registration or a connection.
    func knownApps(
        of user: UserIdentifier?,
        _ presence: Presence,
        after last: AppKey? = nil,
        limit: Int = .max
    ) -> [AppKey] {
        let apps = known.union(presence.connectedApps).filter { app in
            (user ?? app.user) == app.user && last.map { $0 < app } ?? true
        }
        return Array(apps.sorted().prefix(limit))
    }

    /// Returns the number of apps that `caller`, who is not sandboxed, may know of, and of questions about them.
    func appCounts(visibleTo caller: Caller, _ presence: Presence) -> (apps: Int, prompts: Int) {
        // A question may be about an app that is not known, or about all.
        let prompts = caller.scope == nil ? prompts.count : prompts(for: caller).count
        return (knownApps(of: caller.scope, presence).count, prompts)
    }

    /// Returns whether `caller` may know that the machine moves, and how far.
    ///
    /// Root may, and so may a user who has authorized some app, except in a pause.
    func mayKnowOfMovement(_ caller: Caller) -> Bool {
        if caller.user == .root { return true }
        guard !isPaused(caller.user) else { return false }
        func mayKnow(_ app: AppKey) -> Bool {
            app.user == caller.user && authorization(of: app).status.isAuthorized
        }
        return lapsing.keys.contains(where: mayKnow) || grants.keys.contains(where: mayKnow)
    }

    // MARK: Access log

    /// Logs an app's access before it gets a location, or other news of where the machine is.
    mutating func recordAccess(_ record: AccessRecord, _ turn: inout Turn) {
        let user = record.app.user
        let number = accessLogs[user]?.nextNumber ?? 0
        let capacity = AccessLog.capacity(sharedBy: accessLogs.count + (accessLogs[user] == nil ? 1 : 0))
        accessLogs[user, default: AccessLog()].add(record, keeping: capacity)
        turn.commit(.accessed(record, number: number, keeping: capacity))
        // A click uses no permission of the app.
        if record.ground != .sharedOnce { recordUse(of: record.app, &turn) }
        if record.ground == .always { remindOfAlways(record.app, &turn) }
    }

    /// Reminds the person of an app that uses "always", if the last confirmation is long ago.
    private mutating func remindOfAlways(_ app: AppKey, _ turn: inout Turn) {
        guard var grant = grants[app] else { return }
        guard let confirmedAt = grant.alwaysConfirmedAt else {
            grant.alwaysConfirmedAt = turn.now.utc
            return setGrant(grant, of: app, &turn)
        }
        guard confirmedAt.duration(to: turn.now.utc) >= turn.settings.usageReminderInterval else { return }
        ask(.usageReminder, of: app, &turn)
    }
}
