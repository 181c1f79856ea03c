import LocationModel

/// The open streams of apps that follow the location, the heading or beacons: what each may get, and what it was told.
struct Followers: Equatable, Sendable {
    private var followers: [SessionIdentifier: Follower] = [:]
    private var headingSelection = HeadingSelection()

    /// The streams of an app, in the order of opening.
    subscript(app: AppKey) -> [SessionIdentifier] {
        followers.sortedKeys { $0.app == app }
    }

    var all: [SessionIdentifier] { followers.keys.sorted() }

    /// The app of the first stream that may be told of beacons.
    var appOfBeacons: AppKey? {
        given { $0.beaconCondition != nil }.first.flatMap { followers[$0]?.app }
    }

    /// Returns the streams that may get something and meet a condition, in the order of opening.
    private func given(where condition: (Follower) -> Bool) -> [SessionIdentifier] {
        followers.sortedKeys { $0.isGiven && condition($0) }
    }

    // MARK: Opening and ending

    mutating func open(
        _ session: SessionIdentifier,
        _ kind: Followed,
        of app: AppKey,
        by caller: Caller,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) throws(Refusal) {
        try machine.presence.open(session, as: .follower, of: app, by: caller, &turn)
        followers[session] = Follower(of: app, kind, since: turn.now.instant)
        turn.touch(app)
        turn.record(.follower(session, kind.decision), about: app)
        turn.tell(.useBegan(app))
    }

    mutating func end(_ session: SessionIdentifier, _ machine: inout Machine, _ turn: inout Turn) {
        guard let follower = followers.removeValue(forKey: session) else { return }
        machine.power.set(.follower(session), to: nil)
        turn.record(.follower(session, .followingEnded), about: follower.app)
    }

    private func record(_ decision: FollowerDecision, of session: SessionIdentifier, _ turn: inout Turn) {
        guard let app = followers[session]?.app else { return }
        turn.record(.follower(session, decision), about: app)
    }

    // MARK: Entitlement

    private func permission(of follower: Follower, _ machine: Machine, _ turn: Turn) -> Follower.Permission {
        if let absence = machine.absence(for: follower.app, turn) { return .withheld(absence) }
        let accuracy = machine.people.authorization(of: follower.app).accuracy
        switch follower.kind {
        case .heading, .beacons:
            return accuracy == .reduced ? .tooExact : .given(accuracy)
        case .location(let request): return .given(request.accuracy == .reduced ? .reduced : accuracy)
        }
    }

    func entitlement(of session: SessionIdentifier, _ machine: Machine, _ turn: Turn) -> EntitledConsumer? {
        // No receiver of positions helps to hear beacons.
        guard let follower = followers[session], follower.beaconCondition == nil,
            case .given(let accuracy) = permission(of: follower, machine, turn),
            let ground = machine.ground(for: follower.app, turn)
        else { return nil }
        return EntitledConsumer(
            consumer: .follower(session),
            owner: follower.app,
            want: follower.want(accuracy),
            ground: ground
        )
    }

    mutating func refresh(
        _ session: SessionIdentifier,
        _ listening: BeaconListening,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        guard let follower = followers[session] else { return }
        var permission = permission(of: follower, machine, turn)
        if permission == .withheld(.notDetermined(isAsked: false)) {
            // A stream asks like a session for when in use, unless the manifest leaves that to sessions.
            if !machine.lacksServiceSession(follower.app) { ask(for: follower, &machine, &turn) }
            permission = self.permission(of: follower, machine, turn)
        }
        let isNews = permission != follower.permission
        if isNews { followers[session]?.begin(permission) }
        machine.power.set(.follower(session), to: entitlement(of: session, machine, turn))
        guard isNews else { return }
        switch (permission, follower.kind) {
        case (.withheld(let absence), let kind):
            record(.updatesWithheld(diagnostics: absence.diagnostics), of: session, &turn)
            let hasAgent = machine.people.agentCount(for: follower.app.user) > 0
            turn.emit(.tellFollower(session, kind.event([], absence, hasAgent: hasAgent)))
        case (.tooExact, let kind):
            record(.updatesWithheld(diagnostics: [.accuracyLimited]), of: session, &turn)
            turn.emit(.tellFollower(session, kind.event([.accuracyLimited])))
        case (.given, .heading):
            if let heading = headingSelection.fresh(at: turn.now.instant) {
                give(heading, to: [session], &turn)
            } else {
                tellUnavailable([session], machine, &turn)
            }
        case (.given, .beacons): serveBeacons(listening, to: session, &machine, &turn)
        case (.given, .location):
            if let latest = machine.positioning.freshFix(turn) {
                give(latest, to: [session], &machine, &turn)
            }
            if followers[session]?.hasValue != true {
                tellUnavailable([session], machine, &turn)
                tellLastPlace(to: session, &machine, &turn)
            }
            // A pause made for others could keep the first location away for minutes.
            machine.power.endPause(turn)
        }
    }

    private func ask(for follower: Follower, _ machine: inout Machine, _ turn: inout Turn) {
        var accuracy: AccuracyAuthorization?
        if case .location(let request) = follower.kind, request.asksWithoutPurpose {
            accuracy = request.accuracy
        }
        machine.people.ask(
            for: .whenInUse,
            of: follower.app,
            withoutPurposeFor: accuracy,
            machine.presence,
            &turn
        )
    }

    // MARK: Locations

    /// Tells streams of a believed fix or the stated place, and finds the pause that receivers may make for them.
    mutating func serve(_ machine: inout Machine, _ turn: inout Turn) {
        let sessions = given(where: \.isOfLocations)
        guard !sessions.isEmpty, let latest = machine.positioning.freshFix(turn) else { return }
        give(latest, to: sessions, &machine, &turn)
        // The access log has only the first of the locations that an open stream is given.
        for session in sessions {
            guard let follower = followers[session], follower.hasValue else { continue }
            machine.people.recordUse(of: follower.app, &turn)
        }
        // A stated place says nothing about when a receiver will have a fix.
        guard !machine.positioning.statedPlaceIsUsed else { return }
        machine.power.offerPauseForStreams(longestPause(of: sessions, after: latest.fix, machine, turn))
    }

    /// Tells streams under reduced accuracy of another area, which may come while the receivers pause.
    mutating func serveArea(_ machine: inout Machine, _ turn: inout Turn) {
        guard let latest = machine.positioning.latestPlace(turn) else { return }
        let sessions = given { $0.isOfLocations && $0.permission == .given(.reduced) }
        give(latest, to: sessions, &machine, &turn)
    }

    /// Gives a believed fix to the streams among `sessions` whose filters it passes.
    private mutating func give(
        _ latest: FixSelection.Received,
        to sessions: [SessionIdentifier],
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        let (restingSince, now) = (machine.positioning.restingSince, turn.now.instant)
        let area = machine.positioning.location(latest, .reduced, turn)
        for session in sessions {
            guard let follower = followers[session], case .given(let accuracy) = follower.permission else {
                continue
            }
            let isExact = accuracy == .full
            let (fix, age) = isExact ? (latest.fix, latest.receivedAt.duration(to: now)) : area
            var limits = follower.limits
            let outcome =
                isExact
                ? followers[session]?.filter(fix, restingSince: restingSince, at: now)
                : followers[session]?.filter(ReducedArea(of: fix.coordinate))
            switch outcome {
            case nil, .filtered: continue
            case .told: break
            case .paused(let duration):
                limits = [.stationary]
                record(.updatesPaused(rested: duration), of: session, &turn)
                turn.touch(follower.app)
            case .resumed(let duration):
                record(.updatesResumed(paused: duration), of: session, &turn)
                turn.touch(follower.app)
            }
            recordValue(fix.accuracy?.horizontal68Meters, for: session, follower, &machine, &turn)
            let update = LocationUpdate(fix: fix, age: age, limits: limits)
            turn.emit(.tellFollower(session, .location(update)))
        }
    }

    /// Records that a stream gets values: in the access log once for each accuracy, in the journal when they begin.
    ///
    /// `earlier` is the stream before them; the radius is that of the first location.
    private mutating func recordValue(
        _ horizontal68Meters: Double?,
        for session: SessionIdentifier,
        _ earlier: Follower,
        isAccess: Bool = true,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        guard case .given(let accuracy) = earlier.permission else { return }
        if !earlier.hasValue {
            record(.updatesGiven(accuracy: accuracy, accuracyMeters: horizontal68Meters), of: session, &turn)
        }
        guard isAccess, earlier.recordedAccuracy != accuracy,
            let ground = machine.ground(for: earlier.app, turn)
        else { return }
        followers[session]?.recordedAccuracy = accuracy
        machine.recordAccess(
            of: earlier.app,
            by: .follower(session),
            on: ground,
            horizontal68Meters: horizontal68Meters,
            accuracy: accuracy,
            &turn
        )
    }

    private func longestPause(
        of sessions: [SessionIdentifier],
        after fix: Fix,
        _ machine: Machine,
        _ turn: Turn
    ) -> ReceiverPause? {
        guard let cycle = turn.settings.dutyCycle, case .fixes = machine.power.need?.want else { return nil }
        var shortest: ReceiverPause?
        for session in sessions {
            guard let reserve = followers[session]?.reserve(after: fix, at: turn.now.instant) else {
                continue
            }
            var bounds = cycle
            // A pause that is too short is not made at all, because a stream that moves fast is not to be late.
            bounds.shortest = .zero
            bounds.longest = max(cycle.longest, reserve.time)
            let pause = machine.power.dutyCycle.pause(
                after: fix,
                observedAt: machine.positioning.lastObservedAt ?? turn.now.instant,
                remainingMeters: reserve.meters,
                interval: reserve.time,
                patience: .ofStreams,
                settings: bounds
            )
            guard let pause, pause.duration >= cycle.shortest else { return nil }
            shortest = shortest.map { $0.duration <= pause.duration ? $0 : pause } ?? pause
        }
        return shortest
    }

    // MARK: No location

    /// Tells a stream that wants it the last known place; the stream still waits for its first location.
    private mutating func tellLastPlace(
        to session: SessionIdentifier,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        guard let follower = followers[session], case .location(let request) = follower.kind,
            request.beginsWithLastPlace, case .given(let accuracy) = follower.permission,
            let last = machine.positioning.lastPlace(accuracy, turn)
        else { return }
        // What happened in a pause, or while services were off, is told to nobody later.
        if let resumedAt = machine.people.resumedAt(follower.app.user),
            last.age >= resumedAt.duration(to: turn.now.instant)
        {
            return
        }
        recordValue(last.fix.accuracy?.horizontal68Meters, for: session, follower, &machine, &turn)
        let update = LocationUpdate(
            fix: last.fix,
            age: last.age,
            limits: follower.limits,
            absence: .locationUnknown(cause: machine.positioning.causeOfMissingFix(turn))
        )
        turn.emit(.tellFollower(session, .location(update)))
    }

    /// The time at which streams are told that the receivers are silent; `nil` when no stream would be.
    func silenceDeadline(_ machine: Machine, _ turn: Turn) -> MonotonicInstant? {
        guard machine.power.isOn, followers.values.contains(where: \.noticesSilence),
            let latest = machine.positioning.fixes.latest
        else { return nil }
        return max(latest.receivedAt, machine.power.since) + turn.settings.fixLifetime
    }

    /// Tells streams of the receivers' silence once it has lasted too long.
    mutating func tellSilence(_ machine: Machine, _ turn: inout Turn) {
        if let deadline = silenceDeadline(machine, turn), deadline <= turn.now.instant {
            tellUnavailable(given(where: \.noticesSilence), machine, &turn)
        }
        if let deadline = headingDeadline, deadline <= turn.now.instant {
            tellUnavailable(given { $0.isOfHeadings && $0.hasValue }, machine, &turn)
        }
    }

    /// Tells streams that no receiver has a position any more.
    ///
    /// During a pause receivers have no position by intention.
    mutating func tellOfLostPosition(_ machine: Machine, _ turn: inout Turn) {
        guard machine.power.isOn, !machine.positioning.someReceiverHasFix else { return }
        tellUnavailable(given(where: \.noticesSilence), machine, &turn)
    }

    /// Tells streams without a location of a new cause for that.
    mutating func tellCause(_ machine: Machine, _ turn: inout Turn) {
        guard machine.power.isOn, !followers.isEmpty else { return }
        let cause = machine.positioning.causeOfMissingFix(turn)
        let sessions = given { $0.isOfLocations && !$0.hasValue && $0.cause?.isAlike(cause) != true }
        tellUnavailable(sessions, machine, &turn)
    }

    private mutating func tellUnavailable(
        _ sessions: [SessionIdentifier],
        _ machine: Machine,
        _ turn: inout Turn
    ) {
        let cause = machine.positioning.causeOfMissingFix(turn)
        for session in sessions {
            guard let follower = followers[session] else { continue }
            if follower.isOfHeadings {
                followers[session]?.lose(because: nil)
                record(.updatesWithheld(diagnostics: [.headingUnavailable]), of: session, &turn)
                turn.emit(.tellFollower(session, follower.kind.event([.headingUnavailable])))
            } else {
                let absence = LocationAbsence.locationUnknown(cause: cause)
                followers[session]?.lose(because: cause)
                record(
                    .updatesWithheld(diagnostics: absence.diagnostics, cause: cause),
                    of: session,
                    &turn
                )
                turn.emit(.tellFollower(session, follower.kind.event(follower.limits, absence)))
            }
        }
    }

    // MARK: Headings

    mutating func serve(
        _ heading: Heading,
        from receiver: ReceiverIdentifier,
        preferring followed: ReceiverIdentifier?,
        _ turn: inout Turn
    ) {
        let chosen = headingSelection.add(
            heading,
            from: receiver,
            preferring: followed,
            at: turn.now.instant
        )
        if let chosen { give(chosen, to: given(where: \.isOfHeadings), &turn) }
    }

    private mutating func give(_ heading: Heading, to sessions: [SessionIdentifier], _ turn: inout Turn) {
        for session in sessions {
            guard let follower = followers[session], followers[session]?.filter(heading) == true else {
                continue
            }
            turn.emit(.tellFollower(session, .heading(HeadingUpdate(heading: heading))))
            if !follower.hasValue {
                record(.updatesGiven(accuracy: .full, accuracyMeters: nil), of: session, &turn)
            }
        }
    }

    /// The time at which streams are told that no receiver gives a heading any more.
    var headingDeadline: MonotonicInstant? {
        guard let heardAt = headingSelection.heardAt,
            followers.values.contains(where: { $0.isOfHeadings && $0.hasValue })
        else { return nil }
        return heardAt + HeadingSelection.lifetime
    }

    // MARK: Beacons

    /// Tells one stream, or all that follow beacons, which beacons are in range, if that has changed.
    mutating func serveBeacons(
        _ listening: BeaconListening,
        to session: SessionIdentifier? = nil,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        for session in session.map({ [$0] }) ?? given(where: { $0.beaconCondition != nil }) {
            guard let follower = followers[session], let condition = follower.beaconCondition else {
                continue
            }
            let update = listening.update(for: condition)
            guard followers[session]?.filter(update) == true else { continue }
            turn.emit(.tellFollower(session, .beacons(update)))
            if update.diagnostics.isEmpty {
                let isAccess = !update.beacons.isEmpty
                recordValue(nil, for: session, follower, isAccess: isAccess, &machine, &turn)
            } else {
                record(.updatesWithheld(diagnostics: update.diagnostics), of: session, &turn)
            }
        }
    }
}

extension UnknownLocationCause {
    /// Returns whether another cause differs only in its evidence.
    fileprivate func isAlike(_ other: UnknownLocationCause) -> Bool {
        switch (self, other) {
        case (.noReceiver, .noReceiver), (.inDoubt, .inDoubt): true
        case (
            .receiver(let name, let state, _, let satellites),
            .receiver(let otherName, let otherState, _, let otherSatellites)
        ):
            // A count that changes is no other cause, but the first one is worth telling.
            name == otherName && state.name == otherState.name
                && (satellites == nil) == (otherSatellites == nil)
        default: false
        }
    }
}
