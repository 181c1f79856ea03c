import LocationModel

// Reloads: which are pending, what they wait for, and how a provider makes the timeline.
extension Widgets {
    // MARK: Providers

    /// Opens the stream of a provider, which declares its kinds.
    mutating func connectProvider(
        _ session: SessionIdentifier,
        _ provider: ProviderSessions.Provider,
        declaring kinds: [WidgetKind: KindDeclaration],
        _ machine: inout Machine,
        _ turn: inout Turn
    ) throws(Refusal) {
        let app = provider.app
        // Nothing is counted before all is admitted.
        try turn.admit(to: .sessions, of: app.user)
        try machine.people.admitKinds(of: app, kinds.keys, turn)
        try machine.presence.open(session, of: app.user, &turn)
        for (kind, declaration) in kinds.sorted(by: { $0.key < $1.key }) {
            let key = KindKey(app: app, kind: kind)
            guard machine.people.kinds[key] != declaration else { continue }
            machine.people.declare(key, declaration, &turn)
            for widget in widgets(of: app, kinds: [kind]) { tellHosts(of: widget, machine, &turn) }
        }
        machine.presence.add(provider, session)
        turn.record(
            .widget(.providerConnected(session, kinds: kinds.count, provider.verification)),
            about: app
        )
        turn.emit(.tellProvider(session, .session(machine.people.authorization(of: app))))
    }

    /// Starts the pending reloads of kinds that have a provider now.
    mutating func providerConnected(
        of app: AppKey,
        kinds: Set<WidgetKind>,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        startReloads(of: widgets(of: app, kinds: kinds), &machine, &turn)
        machine.people.endPointlessPrompts(of: app, &turn)
        machine.people.askAboutWidgets(of: app, &turn)
    }

    /// Ends the stream of a provider, and the requests that it leaves unanswered; its program is told first.
    mutating func endProvider(_ session: SessionIdentifier, _ machine: inout Machine, _ turn: inout Turn) {
        guard let provider = machine.presence.removeProvider(session) else { return }
        let app = provider.app
        turn.record(.widget(.providerDisconnected(session)), about: app)
        endSnapshots(of: session, machine.people, &turn)
        let served = widgets(of: app, kinds: provider.kinds)
        let providers = machine.presence.providers
        // The widgets that it was asked for, or was to be with the next fix. Without a provider, a reload
        // does not wait for a fix: the program is started meanwhile.
        let left = served.filter { widget in
            guard let record = table[widget] else { return false }
            return record.reload.outstanding?.session == session
                || record.reload.fixAwaitedUntil != nil
                    && providers.session(serving: record.saved.kind) == nil
        }
        machine.programs.streamEnded(session, of: app, leavesRequests: !left.isEmpty, &turn)
        for widget in served { tickets.markWaiting(of: widget) }
        for widget in left {
            if let outstanding = table[widget]?.reload.outstanding {
                update(widget, &turn) { $0.reload.outstanding = nil }
                refund(outstanding, to: widget, &turn)
                tickets.endRequest(of: widget, hasFailed: false, &turn)
                record(.requestAbandoned(outstanding.request), about: widget, &turn)
            }
            startReload(of: widget, &machine, &turn)
        }
    }

    func isMakingTimeline(_ app: AppKey) -> Bool {
        table.byApp[app].contains { table[$0]?.reload.outstanding != nil }
    }

    // MARK: Pending reloads

    /// Returns whether the latest significant change concerns a widget whose timeline was requested before it; under
    /// reduced accuracy, whether its provider was given another area.
    func isBehind(_ situation: WidgetSituation, _ machine: Machine) -> Bool {
        let record = situation.record
        guard let timeline = record.saved.timeline, situation.mayKnow || situation.awaitsConfirmation else {
            return false
        }
        let isOlder = isOlderThanChange(record, machine)
        guard situation.accuracy == .reduced, let told = record.toldArea else { return isOlder }
        // The area may become another without a significant change. A timeline without a location waits for
        // any, and a click may have given more than the area.
        guard isOlder || timeline.knewLocation && !timeline.isShared else { return false }
        return machine.positioning.reducedLocation.area.map { $0 != told } ?? false
    }

    private func isOlderThanChange(_ record: WidgetRecord, _ machine: Machine) -> Bool {
        record.saved.timeline.map { $0.change < machine.positioning.changeNumber } ?? false
    }

    /// Returns the reason of a widget's pending reload, or `nil` when none is pending.
    ///
    /// A reason is saved unless it follows from the widget's timeline.
    func pendingReload(of situation: WidgetSituation, _ machine: Machine) -> ReloadReason? {
        let saved = situation.record.saved.pendingReload
        guard let timeline = situation.record.saved.timeline else { return saved ?? .placed }
        // A restart ends what was allowed once, and may bring a policy, of which no widget was told.
        if saved != .retry, !situation.mayKnow, situation.authorization.withholds(timeline) {
            return .authorizationChanged
        }
        return isBehind(situation, machine) ? .significantChange.merged(with: saved) : saved
    }

    func pendingReload(of widget: WidgetIdentifier, _ machine: Machine, _ turn: Turn) -> ReloadReason? {
        situation(of: widget, machine, turn).flatMap { pendingReload(of: $0, machine) }
    }

    /// Marks a reload as pending for a widget, and starts it unless there is an obstacle.
    mutating func reload(
        _ widget: WidgetIdentifier,
        in known: WidgetSituation? = nil,
        because reason: ReloadReason,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        guard var situation = known ?? situation(of: widget, machine, turn) else { return }
        let followsFromTimeline =
            reason == .significantChange && isBehind(situation, machine)
            && isOlderThanChange(situation.record, machine)
        update(widget, &turn) { record in
            record.obstacle = nil
            if reason.overridesBackOff { record.reload.retryAt = nil }
            if let outstanding = record.reload.outstanding {
                record.reload.outstanding?.again = reason.merged(with: outstanding.again)
            }
            // Until the request is answered, its own reason stays pending too.
            if !followsFromTimeline {
                record.setPendingReload(reason.merged(with: record.saved.pendingReload))
            }
        }
        if let record = table[widget] { situation.record = record }
        startReload(of: widget, in: situation, &machine, &turn)
    }

    mutating func startReloads(of widgets: [WidgetIdentifier], _ machine: inout Machine, _ turn: inout Turn) {
        for widget in widgets { startReload(of: widget, &machine, &turn) }
    }

    /// Starts a widget's pending reload unless there is an obstacle.
    mutating func startReload(
        of widget: WidgetIdentifier,
        in known: WidgetSituation? = nil,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        guard let situation = known ?? situation(of: widget, machine, turn),
            let reason = pendingReload(of: situation, machine)
        else { return }
        let (record, kind) = (situation.record, situation.kind)
        switch step(of: situation, reason, machine, turn) {
        case .wait(.fix(let limit)):
            guard record.reload.fixAwaitedUntil == nil else { return }
            let end = turn.now.instant + limit
            update(widget, &turn) { $0.reload.fixAwaitedUntil = end }
            tickets.markWaiting(of: widget)
            self.record(.awaitingFix(reason: reason, atMost: limit), about: widget, &turn)
        case .wait(let wait):
            // An open request is no obstacle to the reload that it makes.
            if let outstanding = record.reload.outstanding, outstanding.again == nil { return }
            hold(widget, reason, wait, &turn)
            switch wait {
            case .alwaysUnconfirmed: machine.people.askToConfirmAlways(kind.app, &turn)
            case .notInUse where reason == .significantChange:
                machine.people.askToConfirmAlways(kind.app, &turn)
            case .overBudget(let remaining): warnOfBudget(widget, remaining: remaining, &turn)
            default: break
            }
        case .launch:
            let need = LaunchNeed.timelines(kind: kind.kind)
            let obstacle = machine.programs.start(kind.app, for: need, machine.people, &turn)
            hold(widget, reason, obstacle.map { .launch(obstacle: $0) } ?? .noProvider, &turn)
        case .request(let session, let location):
            request(situation, reason, location, from: session, &machine, &turn)
        }
    }

    private mutating func hold(
        _ widget: WidgetIdentifier,
        _ reason: ReloadReason,
        _ wait: ReloadWait,
        _ turn: inout Turn
    ) {
        if case .overBudget(let remaining) = wait {
            let (chargeableAt, utc) = (turn.now.instant + remaining, turn.now.utc)
            update(widget, &turn) { record in
                record.reload.chargeableAt = chargeableAt
                record.saved.budget?.begin(at: utc)
            }
        }
        guard table[widget]?.obstacle != wait.name else { return }
        update(widget, &turn) { $0.obstacle = wait.name }
        tickets.markWaiting(of: widget)
        record(.pending(reason: reason, obstacle: wait), about: widget, &turn)
    }

    private mutating func request(
        _ situation: WidgetSituation,
        _ reason: ReloadReason,
        _ location: LocationAnswer,
        from session: SessionIdentifier,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        let widget = situation.widget
        if let fix = location.fix { recordAccess(to: fix, by: situation, &machine, &turn) }
        savePendingReload(of: situation, reason, machine, &turn)
        let charge = charge(reason, to: widget, machine.presence, &turn)
        let chargedFor = charge.isCharged ? reason : nil
        let outstanding = outstanding(for: situation, location, from: session, chargedFor, machine, turn)
        tickets.request(outstanding.request, of: widget, &turn)
        update(widget, &turn) {
            $0.obstacle = nil
            $0.reload.begin(outstanding)
            if outstanding.knowsLocation { $0.share = nil }
        }
        machine.programs.use(situation.kind.app, turn)
        send(outstanding, situation, reason, location, charge, machine, &turn)
    }

    private func recordAccess(
        to fix: Fix,
        by situation: WidgetSituation,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        guard let ground = situation.ground else { return }
        machine.recordAccess(
            of: situation.kind.app,
            by: .widget(situation.widget),
            on: ground,
            horizontal68Meters: fix.accuracy?.horizontal68Meters,
            accuracy: situation.accuracy,
            &turn
        )
    }

    /// Saves the reason of a request if only this run of the service knows it: the reload is owed after a restart too.
    private mutating func savePendingReload(
        of situation: WidgetSituation,
        _ reason: ReloadReason,
        _ machine: Machine,
        _ turn: inout Turn
    ) {
        let saved = situation.record.saved
        let followsFromTimeline =
            reason == .significantChange && isOlderThanChange(situation.record, machine)
        guard saved.timeline != nil, saved.pendingReload == nil, !followsFromTimeline else { return }
        update(situation.widget, &turn) { $0.setPendingReload(reason) }
    }

    /// Returns a new request with what is to be known of it when it is answered.
    private mutating func outstanding(
        for situation: WidgetSituation,
        _ location: LocationAnswer,
        from session: SessionIdentifier,
        _ chargedFor: ReloadReason?,
        _ machine: Machine,
        _ turn: Turn
    ) -> ReloadProgress.Outstanding {
        // The center of an area lies in it, and so does an exact position.
        let toldArea = situation.ground == nil ? nil : location.fix.map { ReducedArea(of: $0.coordinate) }
        return ReloadProgress.Outstanding(
            request: RequestIdentifier(requestNumbers.next(at: turn.now.instant)),
            session: session,
            deadline: turn.now.instant + turn.settings.timelineDeadline,
            knowsLocation: location.isLocation,
            isShared: situation.ground == .sharedOnce && location.isLocation,
            area: toldArea,
            // Changes after the area was computed are still to be told.
            change: toldArea != nil && situation.accuracy == .reduced
                ? machine.positioning.reducedLocation.change : machine.positioning.changeNumber,
            timeChanges: timeChanges,
            chargedFor: chargedFor
        )
    }

    private func send(
        _ outstanding: ReloadProgress.Outstanding,
        _ situation: WidgetSituation,
        _ reason: ReloadReason,
        _ location: LocationAnswer,
        _ charge: ReloadCharge,
        _ machine: Machine,
        _ turn: inout Turn
    ) {
        let (widget, kind) = (situation.widget, situation.kind)
        let deadline = turn.settings.timelineDeadline
        record(
            .reload(
                outstanding.request,
                reason: reason,
                location: location.absence,
                deadline: deadline,
                charge: charge
            ),
            about: widget,
            &turn
        )
        let request = ReloadRequest(
            request: outstanding.request,
            widget: widget,
            kind: kind.kind,
            setup: machine.people.details(of: kind).completed(situation.record.saved.setup),
            reason: reason,
            deadline: turn.now.utc.advanced(by: deadline),
            isAuthorizedForWidgetUpdates: situation.authorization.isAuthorizedForWidgetUpdates,
            location: location
        )
        turn.emit(.tellProvider(outstanding.session, .reload(request)))
    }

    // MARK: The next reload

    /// Returns what a widget's next reload waits for; `nil` when it waits for nothing, or none is to be made.
    func reloadWait(of widget: WidgetIdentifier, _ machine: Machine, _ turn: Turn) -> ReloadWait? {
        guard let situation = situation(of: widget, machine, turn) else { return nil }
        guard let reason = pendingReload(of: situation, machine) else {
            return scheduledWait(of: situation.record, machine.presence, turn)
        }
        switch step(of: situation, reason, machine, turn) {
        case .wait(let wait): return wait
        case .launch:
            return machine.programs.obstacle(toProgramOf: situation.kind.app, machine.people, turn)
                .map { .launch(obstacle: $0) }
        case .request: return nil
        }
    }

    private func scheduledWait(of record: WidgetRecord, _ presence: Presence, _ turn: Turn) -> ReloadWait? {
        guard let scheduled = record.scheduled else { return nil }
        let date = remaining(until: turn.now.instant(of: scheduled.date), turn)
        let interval = remaining(until: scheduled.intervalEnd, turn)
        // Once due, it still waits for a budget that allows none yet.
        if let budget = budgetWait(for: scheduled.reason, of: record, presence, turn),
            budget > max(date, interval)
        {
            return .overBudget(remaining: budget)
        }
        return date > interval ? .date(remaining: date) : .interval(remaining: interval)
    }

    func step(
        of situation: WidgetSituation,
        _ reason: ReloadReason,
        _ machine: Machine,
        _ turn: Turn
    ) -> ReloadStep {
        let (record, kind) = (situation.record, situation.kind)
        if let wait = answerWait(of: record, turn) ?? retryWait(of: record, turn) { return .wait(wait) }
        let session = machine.presence.providers.session(serving: kind)
        if session == nil, machine.people.program(of: kind.app) == nil { return .wait(.noProvider) }
        if let remaining = budgetWait(for: reason, of: record, machine.presence, turn) {
            return .wait(.overBudget(remaining: remaining))
        }
        let location = location(for: situation, machine, turn)
        // A widget without content does not wait.
        let mayWait = reason.waitsForUse && record.saved.timeline != nil
        switch location {
        case .absent where mayWait && situation.awaitsConfirmation:
            return .wait(.alwaysUnconfirmed)
        case .absent(.insufficientlyInUse) where mayWait:
            guard case .notInUse(let since) = record.use(at: turn.now.instant) else { break }
            return .wait(.notInUse(lastInView: since))
        case .absent(.pausedByPerson(let end)) where record.saved.timeline?.knewLocation == true:
            // What was made with a location stays, rather than be replaced by what is made without.
            return .wait(.paused(until: end))
        case .absent(.locationUnknown) where session != nil:
            let end = record.reload.fixAwaitedUntil ?? turn.now.instant + turn.settings.fixTimeout
            if end > turn.now.instant { return .wait(.fix(remaining: remaining(until: end, turn))) }
        case .absent, .notWanted, .location: break
        }
        return session.map { .request($0, location) } ?? .launch
    }

    func answerWait(of record: WidgetRecord, _ turn: Turn) -> ReloadWait? {
        record.reload.outstanding.map {
            .answerOutstanding($0.request, remaining: remaining(until: $0.deadline, turn))
        }
    }

    func retryWait(of record: WidgetRecord, _ turn: Turn) -> ReloadWait? {
        guard let retryAt = record.reload.retryAt, retryAt > turn.now.instant else { return nil }
        return .backingOff(remaining: remaining(until: retryAt, turn))
    }

    func remaining(until instant: MonotonicInstant?, _ turn: Turn) -> Duration {
        max(instant.map { turn.now.instant.duration(to: $0) } ?? turn.settings.fixTimeout, .zero)
    }

    // MARK: Answers

    /// Shows the timeline that a provider has made for a request.
    mutating func accept(
        _ timeline: Timeline,
        for request: RequestIdentifier,
        on session: SessionIdentifier,
        by caller: Caller,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) throws(Refusal) {
        let (widget, record, outstanding) = try unanswered(request, session, caller, machine.presence)
        let app = record.saved.kind.app
        let growth = timeline.byteCount - record.saved.timelineBytes
        try turn.admit(growth, to: .timelineBytes, of: app.user)
        endedRequests.add(.answered, at: SessionRequest(request: request, session: session), of: app.user)
        machine.programs.answered(app, &turn)
        recordContent(timeline, of: widget, &turn)
        tickets.end(.done(request, at: turn.now.utc), of: widget, servedBy: request, &turn)
        let delivered = DeliveredTimeline(
            timeline: timeline,
            deliveredAt: turn.now.utc,
            knewLocation: outstanding.knowsLocation,
            isShared: outstanding.isShared,
            change: outstanding.change,
            inheritedRelevance: record.saved.timeline?.relevance(at: turn.now.utc)
        )
        let intervalEnd = turn.now.instant + turn.settings.minimumReloadInterval
        let shown = table.shownDate
        update(widget, &turn) { record in
            record.obstacle = nil
            record.timeChanges = outstanding.timeChanges
            if let area = outstanding.area { record.toldArea = area }
            record.reload = ReloadProgress()
            record.schedule(delivered, intervalEnd: intervalEnd, shown: shown)
            record.setPendingReload(outstanding.again)
        }
        self.record(
            .timeline(request, entries: timeline.entries.count, policy: timeline.policy),
            about: widget,
            &turn
        )
        tellHosts(of: widget, machine, &turn)
        startReload(of: widget, &machine, &turn)
    }

    /// Has a request repeated later that its provider could not answer, and returns the delay.
    mutating func failRequest(
        _ request: RequestIdentifier,
        _ message: String,
        on session: SessionIdentifier,
        by caller: Caller,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) throws(Refusal) -> Duration {
        let (widget, failed, _) = try unanswered(request, session, caller, machine.presence)
        let app = failed.saved.kind.app
        endedRequests.add(.answered, at: SessionRequest(request: request, session: session), of: app.user)
        machine.programs.answered(app, &turn)
        let delay = fail(widget, machine, &turn)
        record(.timelineFailed(request, message: message, retry: delay), about: widget, &turn)
        return delay
    }

    private func unanswered(
        _ request: RequestIdentifier,
        _ session: SessionIdentifier,
        _ caller: Caller,
        _ presence: Presence
    ) throws(Refusal) -> (WidgetIdentifier, WidgetRecord, ReloadProgress.Outstanding) {
        let user = try provider(session, for: caller, presence).app.user
        guard let widget = table.widget(of: request), let record = table[widget],
            let outstanding = record.reload.outstanding
        else {
            throw .requestOver(request, endOf(request, session, by: user))
        }
        guard outstanding.session == session else { throw .requestOver(request, .unknown) }
        return (widget, record, outstanding)
    }

    /// Returns how a user's request to a session's provider ended, if that is still known.
    func endOf(
        _ request: RequestIdentifier,
        _ session: SessionIdentifier,
        by user: UserIdentifier
    ) -> RequestEnd {
        endedRequests[SessionRequest(request: request, session: session), of: user] ?? .unknown
    }

    /// Returns the provider of a session, if `caller` may act for it.
    func provider(
        _ session: SessionIdentifier,
        for caller: Caller,
        _ presence: Presence
    ) throws(Refusal) -> ProviderSessions.Provider {
        guard let provider = presence.providers[session], caller.mayActFor(provider.app) else {
            throw .unknownSession(session)
        }
        return provider
    }

    private mutating func fail(
        _ widget: WidgetIdentifier,
        _ machine: Machine,
        _ turn: inout Turn
    ) -> Duration {
        let (now, settings) = (turn.now.instant, turn.settings)
        var delay: Duration = .zero
        // A reload for the sake of a location waits until the widget may know one, also if it may not any more.
        let waitsForUse = pendingReload(of: widget, machine, turn)?.waitsForUse ?? true
        tickets.endRequest(of: widget, hasFailed: true, &turn)
        update(widget, &turn) { record in
            let again = record.reload.outstanding?.again
            delay = record.reload.fail(at: now, settings: settings)
            if waitsForUse { return }
            record.setPendingReload(ReloadReason.retry.merged(with: again))
        }
        return delay
    }

    // MARK: Time

    /// Reloads the widgets for which their timelines have scheduled it.
    mutating func startDueReloads(_ machine: inout Machine, _ turn: inout Turn) {
        for (widget, reason) in table.removeDueReloads(at: turn.now) {
            reload(widget, because: reason, &machine, &turn)
        }
    }

    /// Returns the widgets with reload work due, each once, for ``advanceReload(of:_:_:)``.
    mutating func takeDueProgress(_ turn: Turn) -> [WidgetIdentifier] {
        table.removeDueProgress(at: turn.now.instant)
    }

    /// Does what is due of a widget's reload: the request has been unanswered for too long, or a wait is over.
    mutating func advanceReload(
        of widget: WidgetIdentifier,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        let now = turn.now.instant
        if let outstanding = table[widget]?.reload.outstanding, outstanding.deadline <= now {
            let delay = fail(widget, machine, &turn)
            record(.timelineLate(outstanding.request, retry: delay), about: widget, &turn)
            if let app = app(of: widget) {
                endedRequests.add(.late, at: outstanding.sessionRequest, of: app.user)
                machine.programs.missedRequest(
                    of: app,
                    on: outstanding.session,
                    since: outstanding.deadline - turn.settings.timelineDeadline,
                    &turn
                )
            }
        }
        if let due = table[widget]?.reload.nextDeadline, due <= now {
            startReload(of: widget, &machine, &turn)
            update(widget, &turn) { $0.reload.endWaits(upTo: now) }
        }
        if let share = table[widget]?.share, share.until <= now {
            endShare(of: widget, because: nil, machine, &turn)
        }
    }
}
