import LocationModel

extension Engine {
    // MARK: Providers

    mutating func connectProvider(
        _ session: SessionIdentifier,
        app: AppKey,
        kinds: [WidgetKind: KindDeclaration],
        _ verification: AppVerification,
        _ process: ProviderProcess?,
        _ call: CallIdentifier
    ) {
        do throws(Refusal) {
            // Nothing is counted before all is admitted.
            try admit(to: .sessions, of: app.user)
            try machine.people.admitKinds(of: app, kinds.keys, turn)
            try machine.presence.open(session, of: app.user, &turn)
        } catch {
            return emit(.refuse(call, error))
        }
        for (kind, declaration) in kinds.sorted(by: { $0.key < $1.key }) {
            let key = KindKey(app: app, kind: kind)
            guard machine.people.kinds[key] != declaration else { continue }
            machine.people.declare(key, declaration, &turn)
            for widget in widgets(of: app, kinds: [kind]) { tellHosts(of: widget) }
        }
        machine.presence.providers.add(
            session,
            .init(app: app, kinds: Set(kinds.keys), verification: verification, process: process)
        )
        record(.providerConnected(session, kinds: kinds.count, verification), about: JournalSubject(app: app))
        emit(.tellProvider(session, .session(authorization(of: app))))
        programConnected(session, of: app)
        if let process { endAppConnections(of: process, servingOn: session) }
        for widget in widgets(of: app, kinds: Set(kinds.keys)) { release(widget) }
        machine.people.endPointlessPrompts(of: app, machine.presence, &turn)
        machine.people.askAboutWidgets(of: app, &turn)
    }

    mutating func disconnectProvider(_ session: SessionIdentifier) {
        guard let provider = machine.presence.providers.remove(session) else { return }
        record(.providerDisconnected(session), about: JournalSubject(app: provider.app))
        abandonSnapshots(of: session)
        let served = widgets(of: provider.app, kinds: provider.kinds)
        for widget in served { noteWait(of: widget) }
        let unanswered = served.filter {
            widgets[$0]?.reload.outstanding?.session == session
        }
        programLeft(session, of: provider.app, leavesRequests: !unanswered.isEmpty)
        for widget in unanswered {
            guard let outstanding = widgets[widget]?.reload.outstanding else { continue }
            endedRequests.add(
                outstanding.request,
                of: outstanding.session,
                by: provider.app.user,
                .unknown
            )
            update(widget) { $0.reload.outstanding = nil }
            refund(outstanding, to: widget)
            changeTickets { $0.giveBack(widget, hasFailed: false) }
            record(.requestAbandoned(outstanding.request), about: widget)
            release(widget)
        }
        // A provider that is not there is no longer kept waiting for a fix: its program is started meanwhile.
        for widget in served where widgets[widget]?.reload.fixAwaitedUntil != nil { release(widget) }
    }

    /// Returns an app's widgets of `kinds`, oldest first.
    func widgets(of app: AppKey, kinds: Set<WidgetKind>) -> [WidgetIdentifier] {
        widgets.byApp[app].filter { widgets[$0].map { kinds.contains($0.saved.kind.kind) } ?? false }
    }

    // MARK: Requesting and releasing reloads

    /// Returns the reason of a widget's pending reload, or `nil` when none is pending.
    ///
    /// A reason is saved unless it follows from the widget's timeline.
    func pendingReload(of situation: WidgetSituation) -> ReloadReason? {
        let saved = situation.record.saved.pendingReload
        guard situation.record.saved.timeline != nil else { return saved ?? .placed }
        return isBehind(situation) ? .significantChange.merged(with: saved) : saved
    }

    /// Returns the reason of a widget's pending reload, or `nil` when none is pending.
    func pendingReload(of widget: WidgetIdentifier) -> ReloadReason? {
        guard let situation = situation(of: widget) else { return nil }
        return pendingReload(of: situation)
    }

    /// Marks a reload as pending for a widget, and starts it unless there is an obstacle.
    mutating func owe(_ widget: WidgetIdentifier, _ reason: ReloadReason) {
        if let situation = situation(of: widget) { owe(widget, situation, reason) }
    }

    /// Marks a reload as pending for a widget with its current situation, and starts it unless there is an obstacle.
    mutating func owe(_ widget: WidgetIdentifier, _ situation: WidgetSituation, _ reason: ReloadReason) {
        let followsFromTimeline = reason == .significantChange && isBehind(situation)
        // Most widgets wait for nothing when a change is told.
        if followsFromTimeline, situation.record.waitsForNothing { return release(widget, situation) }
        update(widget) { record in
            record.obstacle = nil
            if reason.overridesBackOff { record.reload.retryAt = nil }
            if let outstanding = record.reload.outstanding {
                record.reload.outstanding?.again = reason.merged(with: outstanding.again)
            }
            // Until the request is answered, its own reason stays pending too.
            if !followsFromTimeline { record.owe(reason.merged(with: record.saved.pendingReload)) }
        }
        release(widget)
    }

    /// Starts a widget's pending reload unless there is an obstacle.
    mutating func release(_ widget: WidgetIdentifier) {
        if let situation = situation(of: widget) { release(widget, situation) }
    }

    private mutating func release(_ widget: WidgetIdentifier, _ situation: WidgetSituation) {
        guard let reason = pendingReload(of: situation) else { return }
        let (record, kind) = (situation.record, situation.kind)
        switch step(of: situation, reason) {
        case .hold(let obstacle):
            // A request does not stand in the way of the reload that it makes.
            if let outstanding = record.reload.outstanding, outstanding.again == nil { return }
            hold(widget, reason, obstacle)
            switch obstacle {
            case .alwaysUnconfirmed: askToConfirmAlways(kind.app)
            case .notInUse where reason == .significantChange: askToConfirmAlways(kind.app)
            case .overBudget(let remaining): warnOfBudget(widget, remaining: remaining)
            case .launch(let obstacle): wait(kind.app, for: obstacle)
            case .notInUse, .noProvider, .answerOutstanding, .backingOff: break
            }
        case .launch(let program):
            hold(widget, reason, .launch(start(program, of: kind.app, for: .timelines(kind.kind))))
        case .awaitFix: if record.reload.fixAwaitedUntil == nil { awaitFix(widget, reason) }
        case .request(let session, let location):
            var toldArea: ReducedArea?
            if case .location(let fix, _) = location, let ground = situation.ground {
                let consumer = EntitledConsumer(
                    .widget(widget),
                    of: kind.app,
                    want: .everyFix,
                    ground: ground
                )
                recordAccess(of: consumer, to: fix, under: situation.authorization)
                // The center of an area lies in it, and so does an exact position.
                toldArea = ReducedArea(of: fix.coordinate)
            }
            request(widget, situation, reason, location, telling: toldArea, from: session)
        }
    }

    private mutating func hold(_ widget: WidgetIdentifier, _ reason: ReloadReason, _ obstacle: ReloadObstacle)
    {
        if case .overBudget(let remaining) = obstacle {
            let (chargeableAt, utc) = (now.instant + remaining, now.utc)
            update(widget) { record in
                record.reload.chargeableAt = chargeableAt
                record.changeBudget { $0.begin(at: utc) }
            }
        }
        guard widgets[widget]?.obstacle != obstacle.kind else { return }
        update(widget) { $0.obstacle = obstacle.kind }
        noteWait(of: widget)
        record(.pending(reason, obstacle), about: widget)
    }

    private mutating func awaitFix(_ widget: WidgetIdentifier, _ reason: ReloadReason) {
        let end = now.instant + settings.fixTimeout
        update(widget) { $0.reload.fixAwaitedUntil = end }
        noteWait(of: widget)
        record(.awaitingFix(reason, atMost: settings.fixTimeout), about: widget)
    }

    private mutating func request(
        _ widget: WidgetIdentifier,
        _ situation: WidgetSituation,
        _ reason: ReloadReason,
        _ location: LocationAnswer,
        telling toldArea: ReducedArea?,
        from session: SessionIdentifier
    ) {
        let kind = situation.kind
        let charge = charge(reason, to: widget)
        let identifier = RequestIdentifier(requestNumbers.next(at: now.instant))
        let outstanding = ReloadProgress.Outstanding(
            request: identifier,
            session: session,
            deadline: now.instant + settings.timelineDeadline,
            knowsLocation: location.isLocation,
            area: toldArea,
            // What came after the area was computed is still to be told.
            change: toldArea != nil && situation.authorization.accuracy == .reduced
                ? machine.positioning.changeOfArea : changeNumber,
            timeChanges: timeChanges,
            chargedFor: charge.isCharged ? reason : nil
        )
        changeTickets { $0.request(identifier, of: widget) }
        update(widget) {
            $0.obstacle = nil
            $0.reload.begin(outstanding)
        }
        launches.use(kind.app, at: now.instant)
        let absence: LocationAbsence? = if case .absent(let absence) = location { absence } else { nil }
        record(
            .reload(
                identifier,
                reason,
                absence: absence,
                deadline: settings.timelineDeadline,
                charge: charge
            ),
            about: JournalSubject(app: kind.app, widget: widget)
        )
        emit(
            .tellProvider(
                session,
                .reload(
                    ReloadRequest(
                        request: identifier,
                        widget: widget,
                        kind: kind.kind,
                        setup: complete(situation.record.saved.setup, of: kind),
                        reason: reason,
                        deadline: now.utc.advanced(by: settings.timelineDeadline),
                        isAuthorizedForWidgetUpdates: situation.authorization.isAuthorizedForWidgetUpdates,
                        location: location,
                        unknownCause: absence == .locationUnknown
                            ? causeOfUnknownLocation(since: now.instant - settings.fixLifetime) : nil
                    )
                )
            )
        )
    }
}
