import LocationModel

// The order in which the components are told of what happens.
extension Engine {
    /// The earliest time at which any component has something to do.
    var deadline: MonotonicInstant? {
        .earliest(
            of: widgets.deadline(machine.presence, turn),
            streams.deadline(machine, turn),
            machine.presence.deadline,
            machine.power.deadline(turn),
            machine.positioning.deadline(turn),
            monitoring.deadline,
            machine.people.deadline(turn),
            machine.programs.deadline
        )
    }

    // MARK: What follows

    /// Recomputes the entitlement of the consumers that a change may affect.
    ///
    /// For most events there are none, and it returns at once.
    mutating func refreshConsumers() {
        // A request that ends because its app lost its entitlement marks that app again.
        while turn.isTouched || widgets.table.isTouched {
            let (apps, every) = turn.takeTouched()
            let monitored = every ? monitoring.allApps.union(apps).sorted() : apps
            let requests = every ? streams.requests.all : apps.flatMap { streams.requests[$0] }
            let sessions = every ? streams.serviceSessions.all : apps.flatMap { streams.serviceSessions[$0] }
            let followers = every ? streams.followers.all : apps.flatMap { streams.followers[$0] }.sorted()
            widgets.refresh(apps, every: every, &machine, &turn)
            for request in requests { streams.requests.refresh(request, &machine, &turn) }
            for session in sessions { streams.serviceSessions.refresh(session, &machine, &turn) }
            for app in monitored { monitoring.refresh(app, &machine, &turn) }
            monitoring.forgetUnwantedStay(machine, &turn)
            for session in followers {
                streams.followers.refresh(session, streams.beacons, &machine, &turn)
            }
            machine.power.chooseNeed()
        }
    }

    /// Passes the notices of lower components to those above them, in order.
    ///
    /// What follows from a notice is told before the next notice.
    mutating func drain() {
        for notice in turn.takeNotices() {
            switch notice {
            case .useBegan(let app): widgets.useBegan(of: app, &machine, &turn)
            case .useEnded(let app):
                machine.people.endUse(of: app, &turn)
                drain()
                machine.people.endPrompts(about: app, .useEnded, &turn) { $0.question.endsWithUse }
                widgets.useEnded(of: app, &machine, &turn)
            case .pauseEnded(let user, let pause):
                // Also those that nobody has decided about: they may ask now.
                for app in machine.people.knownApps(of: user, machine.presence) { turn.touch(app) }
                if machine.positioning.computeArea(afterPauseSince: pause.beganAt, &turn) {
                    tellChange(ofAreaOnly: true)
                }
                widgets.startReloads(of: widgets.table.widgets(of: user).elements, &machine, &turn)
                monitoring.pauseEnded(pause, of: user, &machine, &turn)
            case .authorizationMayDiffer(let app, let before, let cause):
                let presence = machine.presence
                let after = machine.people.announce(app, from: before, because: cause, presence, &turn)
                guard let after else { break }
                widgets.authorizationChanged(of: app, from: before, to: after, &machine, &turn)
                machine.people.askAboutWidgets(of: app, &turn)
            case .appTold(let app, let event):
                for session in machine.presence.sessions(of: app, as: .app) {
                    turn.emit(.tellApp(session, event))
                }
            case .programChanged(let app):
                widgets.startReloads(of: widgets.table.byApp[app], &machine, &turn)
                monitoring.startProgram(of: app, &machine, &turn)
            case .cameIntoView(let widget):
                updatePower()
                widgets.cameIntoView(widget, &machine, &turn)
            case .locationRequested(let request): streams.requests.answerAtOnce(request, &machine, &turn)
            case .monitorOpened(let session, let app):
                let latest = monitoring.latestUnheldEvent(of: app)
                machine.programs.connected(session, of: app, latest: latest, machine.presence, &turn)
                drain()
                monitoring.refresh(app, &machine, &turn)
            case .beaconListeningChanged: monitoring.follow(streams.beacons, &turn)
            case .beaconsHeard(let beacons):
                monitoring.hear(beacons, &machine, &turn)
                streams.followers.serveBeacons(streams.beacons, &machine, &turn)
            }
            drain()
        }
    }

    /// Does all work that is due; a second call at the same moment does nothing.
    ///
    /// What is over ends first, permissions, pauses and use, so that nobody is given anything after it. Then come the place
    /// and what is monitored, the reloads, the programs that these need, and what has waited for too long. The receivers are
    /// last, by what all that leaves wanted. Of what is due at one moment, this is the order of the journal and of what
    /// clients are told, so what a component does is not all in one place here.
    mutating func advance() {
        repeat {
            machine.people.advance(&turn)
            drain()
            widgets.advanceViews(&machine, &turn)
            machine.presence.advance(&turn)
            drain()
            computeArea()
            updateStatedPlace()
            monitoring.advance(&machine, &turn)
            streams.forgetSilentBeacons(&machine, &turn)
            monitoring.endHolding(&machine, &turn)
            widgets.startDueReloads(&machine, &turn)
            for widget in widgets.takeDueProgress(turn) {
                widgets.advanceReload(of: widget, &machine, &turn)
                drain()
            }
            advancePrograms()
            streams.requests.advance(&machine, &turn)
            widgets.endLateSnapshots(machine.people, &turn)
            streams.followers.tellSilence(machine, &turn)
            updatePower()
            widgets.tellTickets(machine, &turn)
            streams.updateBeaconDemand(forRegionsOf: monitoring.regions.entitledToBeacons, &turn)
            // Where apps have no grace period, the use of one whose last call has just been answered ends at once.
        } while machine.presence.isDue(at: turn.now.instant)
    }

    /// Ends the launch stages that are over, and starts programs whose delay has passed or whose turn has
    /// come.
    private mutating func advancePrograms() {
        for app in machine.programs.endedStages(turn) {
            let isBusy =
                machine.presence.has(.app, app) || streams.isServing(app) || widgets.isMakingTimeline(app)
            machine.programs.endStage(of: app, isBusy: isBusy, machine.presence, &turn)
            drain()
        }
        for app in machine.programs.takeDueRetries(turn) { turn.tell(.programChanged(app)) }
        drain()
        while let app = machine.programs.takeNextInQueue(turn) {
            turn.tell(.programChanged(app))
            drain()
        }
    }

    /// Ends a session in each component that may have it; presence is last, because the others ask whose it was.
    mutating func end(_ session: SessionIdentifier) {
        widgets.end(session, &machine, &turn)
        drain()
        monitoring.end(session, &machine, &turn)
        drain()
        streams.end(session, &machine, &turn)
        machine.programs.end(session, &turn)
        machine.people.end(session, machine.presence, &turn)
        machine.presence.end(session, &turn)
        drain()
    }

    // MARK: The machine's place

    /// Hands a receiver's report to the components that it concerns.
    mutating func handle(_ report: ReceiverReport, from receiver: ReceiverIdentifier) {
        switch report {
        case .state(let state):
            let couldGive = machine.positioning.someReceiverCanGive
            let need = machine.power.subject
            guard machine.positioning.record(state, of: receiver, following: need, &turn) else { return }
            if machine.positioning.someReceiverCanGive != couldGive { monitoring.touchApps(&turn) }
            streams.followers.tellOfLostPosition(machine, &turn)
            streams.followers.tellCause(machine, &turn)
        case .epoch(.noFix(_, let satellites), _):
            // Streams were told of the missing position before its satellites were known.
            if machine.positioning.record(satellites, of: receiver) {
                streams.followers.tellCause(machine, &turn)
            }
        case .heading(let heading, _):
            machine.positioning.record(heading, of: receiver, turn)
            let followed = machine.positioning.fixes.followed
            streams.followers.serve(heading, from: receiver, preferring: followed, &turn)
        case .epoch(.fix(let fix), let observedAt):
            let earlier = machine.positioning.trust.trust
            let judged = machine.positioning.judge(
                fix,
                from: receiver,
                observedAt: observedAt,
                listenedFor: machine.power.since.duration(to: turn.now.instant),
                &turn
            )
            if machine.positioning.trust.trust != earlier { monitoring.touchApps(&turn) }
            if let judged { carry(judged) }
        }
    }

    /// Hands a judged fix to regions, visits, the receivers' pause and whoever waits for a fix, and to
    /// widgets and apps if it is a significant change.
    private mutating func carry(_ judged: Positioning.JudgedFix) {
        let (fix, observedAt) = (judged.fix, judged.observedAt)
        if judged.isBelieved {
            machine.power.recordBelieved(fix, observedAt: observedAt, turn)
            monitoring.considerRegions(fix, observedAt: observedAt, &machine, &turn)
        } else {
            machine.power.recordFixInDoubt(isContradicted: fix.trust == .contradicted, turn)
            monitoring.considerRegions(ofDoubtful: fix)
        }
        monitoring.considerAnchors(judged, &machine, &turn)
        switch machine.positioning.conclude(judged, &turn) {
        case .significantChange: tellChange()
        case .doubt: streams.followers.tellCause(machine, &turn)
        case nil: break
        }
        guard judged.isBelieved else { return }
        if judged.givesAnotherArea, !judged.isSignificantChange { tellChange(ofAreaOnly: true) }
        monitoring.tellResumed(at: fix, &machine, &turn)
        monitoring.considerVisit(judged, &machine, &turn)
        if let cycle = settings.dutyCycle, let next = machine.positioning.nextChange(turn) {
            let others = monitoring.pauses(after: fix, cycle, machine, turn)
            machine.power.offerPause(
                after: fix,
                observedAt: observedAt,
                nextChange: next,
                cycle,
                others: others
            )
        }
        serveWaiting()
    }

    /// Computes the area for reduced accuracy when it is due, and announces a change of it.
    private mutating func computeArea() {
        guard machine.positioning.computeArea(&turn) else { return }
        streams.followers.serveArea(&machine, &turn)
        tellChange(ofAreaOnly: true)
    }

    /// Starts or ends the use of the stated place when its time has come.
    private mutating func updateStatedPlace() {
        let news = machine.positioning.updateStatedPlace(&turn)
        if news.isSignificantChange { tellChange() }
        guard let fix = news.begun?.fix else { return }
        if news.givesAnotherArea { tellChange(ofAreaOnly: true) }
        monitoring.tellResumed(at: fix, &machine, &turn)
        // Time goes on from here for regions too: nothing contradicts what the owner says.
        let now = turn.now.instant
        let observedAt = max(machine.positioning.lastObservedAt ?? now, now)
        monitoring.considerRegions(fix, observedAt: observedAt, &machine, &turn)
        serveWaiting()
    }

    /// Serves those who wait for a fix, and the widgets that were told of its absence.
    private mutating func serveWaiting() {
        widgets.serveFix(&machine, &turn)
        streams.serve(&machine, &turn)
    }

    /// Opens and closes receivers to match the need.
    mutating func updatePower() {
        refreshConsumers()
        let lastFixAt = machine.positioning.fixes.latest?.receivedAt
        guard let (decision, effect) = machine.power.update(lastFixAt: lastFixAt, turn) else { return }
        switch decision {
        case .receiversOn, .receiversResumed: machine.positioning.beginSearch(turn)
        // A pause after a fix is no search; one after a search in vain continues it.
        case .receiversPaused(let pause): if !pause.followsSearchInVain { machine.positioning.endSearch() }
        case .receiversOff: machine.positioning.endUse(&turn)
        default: break
        }
        turn.record(.power(decision), about: machine.power.subject)
        if let effect { turn.emit(effect) }
    }

    /// Tells the widgets that are entitled to a location, and the apps that monitor changes, of the machine's place.
    private mutating func tellChange(ofAreaOnly: Bool = false) {
        refreshConsumers()
        widgets.tellChange(&machine, &turn)
        monitoring.makeChanges(ofAreaOnly: ofAreaOnly, &machine, &turn)
    }
}
