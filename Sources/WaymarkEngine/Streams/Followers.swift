import LocationModel

/// The open streams of apps that follow the location, the heading or beacons: what each may get, and what it was told.
struct Followers: Hashable, Sendable {
    private var followers: [SessionIdentifier: Follower] = [:]
    private var byApp = AppIndex<SessionIdentifier>()
    private var headingSelection = HeadingSelection()

    /// The streams that may get locations, in the order of opening.
    private var locations = SortedSet<SessionIdentifier>()

    /// The streams that may get headings, in the order of opening.
    private var headings = SortedSet<SessionIdentifier>()

    /// The streams that may be told of beacons, in the order of opening.
    private var beacons = SortedSet<SessionIdentifier>()

    /// The number of streams of locations to which the silence of the receivers would be news.
    private var noticingSilence = 0

    /// The number of streams whose last element had a heading.
    private var headed = 0

    /// When it was last taken into account that the open streams of locations use their apps' permissions.
    private var usesNotedAt: MonotonicInstant?

    /// The streams whose want may have changed since they were last refreshed.
    private var touched: Set<SessionIdentifier> = []

    subscript(session: SessionIdentifier) -> Follower? { followers[session] }

    /// The streams of an app, in the order of opening.
    subscript(app: AppKey) -> [SessionIdentifier] { byApp[app] }

    /// All streams, in the order of opening.
    var all: [SessionIdentifier] { followers.keys.sorted() }
    var appOfBeacons: AppKey? { beacons.elements.first.flatMap { followers[$0]?.app } }

    // MARK: Opening and ending

    mutating func open(
        _ session: SessionIdentifier,
        _ kind: Follower.Kind,
        of app: AppKey,
        by caller: Caller,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) throws(Refusal) {
        try machine.presence.open(session, as: .follower, of: app, by: caller, &turn)
        followers[session] = Follower(of: app, kind, since: turn.now.instant)
        byApp.add(session, of: app)
        touched.insert(session)
        turn.record(.follower(session, kind.decision), about: app)
        turn.tell(.useBegan(app))
    }

    mutating func end(_ session: SessionIdentifier, _ machine: inout Machine, _ turn: inout Turn) {
        guard let follower = followers.removeValue(forKey: session) else { return }
        byApp.remove(session, of: follower.app)
        touched.remove(session)
        updateIndexes(of: session, follower.kind, from: follower.indexed, to: nil)
        machine.power.consumers.set(.follower(session), to: nil)
        turn.record(.follower(session, .ended), about: follower.app)
    }

    // MARK: Records

    @discardableResult
    private mutating func update<Result>(
        _ session: SessionIdentifier,
        _ body: (inout Follower) -> Result
    ) -> Result? {
        guard let index = followers.index(forKey: session) else { return nil }
        let before = followers.values[index].indexed
        // Changed in place: a record is large, and each fix changes those of all streams.
        let result = body(&followers.values[index])
        let after = followers.values[index].indexed
        if before != after {
            updateIndexes(of: session, followers.values[index].kind, from: before, to: after)
        }
        return result
    }

    private mutating func updateIndexes(
        of session: SessionIdentifier,
        _ kind: Follower.Kind,
        from before: Follower.Indexed,
        to after: Follower.Indexed?
    ) {
        noticingSilence +=
            (after?.noticesSilence ?? false ? 1 : 0) - (before.noticesSilence ? 1 : 0)
        headed += (after?.hasHeading ?? false ? 1 : 0) - (before.hasHeading ? 1 : 0)
        if let after, before.isPaused != after.isPaused { touched.insert(session) }
        let isGiven = after?.isGiven ?? false
        guard before.isGiven != isGiven else { return }
        switch kind {
        case .location: locations.set(session, isGiven)
        case .heading: headings.set(session, isGiven)
        case .beacons: beacons.set(session, isGiven)
        }
    }

    private func record(_ decision: FollowerDecision, of session: SessionIdentifier, _ turn: inout Turn) {
        guard let app = followers[session]?.app else { return }
        turn.record(.follower(session, decision), about: app)
    }

    // MARK: Entitlement

    /// Whether the want of any stream may have changed.
    var isTouched: Bool { !touched.isEmpty }

    /// Returns the streams whose want may have changed since the last call.
    mutating func drainTouched() -> Set<SessionIdentifier> {
        defer { touched = [] }
        return touched
    }

    private func permission(of follower: Follower, _ machine: Machine, _ turn: Turn) -> Follower.Permission {
        if let reasons = machine.reasonToWithhold(from: follower.app, turn) {
            let pause = machine.people.pauses.current(of: follower.app.user)
            return .withheld(
                reasons,
                pausedUntil: reasons.contains(.pausedByPerson) ? pause?.until : nil
            )
        }
        let accuracy = machine.people.authorization(of: follower.app).accuracy
        switch follower.kind {
        case .heading, .beacons:
            return accuracy == .reduced ? .withheld([.accuracyLimited]) : .given(accuracy)
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

    /// Updates what a stream may get, and tells it of a change.
    mutating func refresh(
        _ session: SessionIdentifier,
        _ listening: BeaconListening,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        machine.power.consumers.set(.follower(session), to: entitlement(of: session, machine, turn))
        guard let follower = followers[session] else { return }
        var permission = permission(of: follower, machine, turn)
        if permission == .withheld([.authorizationNotDetermined]) {
            // A stream asks like a session for when in use, unless the manifest leaves that to sessions.
            if !machine.lacksServiceSession(follower.app) { ask(for: follower, &machine, &turn) }
            permission = self.permission(of: follower, machine, turn)
        }
        guard permission != follower.permission else { return }
        update(session) { $0.begin(permission) }
        switch (permission, follower.kind) {
        case (.withheld(let diagnostics, let pausedUntil), let kind):
            record(.withheld(diagnostics, nil), of: session, &turn)
            let hasAgent = machine.people.agents.count(for: follower.app.user) > 0
            let event = kind.event(diagnostics, pausedUntil: pausedUntil, hasAgent: hasAgent)
            turn.emit(.tellFollowers([session], event))
        case (.given, .heading):
            if let heading = headingSelection.fresh(at: turn.now.instant) {
                give(heading, to: [session], &turn)
            } else {
                tellHeadingUnavailable([session], &turn)
            }
        case (.given, .beacons): giveBeacons(to: [session], listening, &machine, &turn)
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
        guard !locations.isEmpty, let latest = machine.positioning.freshFix(turn) else { return }
        give(latest, to: locations.elements, &machine, &turn)
        noteUses(&machine, &turn)
        // A stated place says nothing about when a receiver will have a fix.
        guard !machine.positioning.statedPlaceIsUsed else { return }
        machine.power.offerPauseForStreams(longestPause(after: latest.fix, machine, turn))
    }

    /// Takes into account that open streams go on being given locations, of which the access log has the first only.
    private mutating func noteUses(_ machine: inout Machine, _ turn: inout Turn) {
        if let usesNotedAt, usesNotedAt.duration(to: turn.now.instant) < .seconds(3600) { return }
        usesNotedAt = turn.now.instant
        for session in locations.elements {
            guard let follower = followers[session], follower.hasValue else { continue }
            machine.people.noteUse(of: follower.app, &turn)
        }
    }

    /// Tells streams under reduced accuracy of another area, which may come while the receivers pause.
    mutating func serveArea(_ machine: inout Machine, _ turn: inout Turn) {
        guard let latest = machine.positioning.latestPlace(turn) else { return }
        let sessions = locations.elements.filter { followers[$0]?.permission == .given(.reduced) }
        give(latest, to: sessions, &machine, &turn)
    }

    /// Gives a believed fix to the streams among `sessions` whose filters it passes.
    ///
    /// Streams that are told the same share one element.
    private mutating func give(
        _ latest: FixSelection.Received,
        to sessions: [SessionIdentifier],
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        var (told, paused, areas): ([SessionIdentifier], [SessionIdentifier], [SessionIdentifier]) = (
            [], [], []
        )
        let (restingSince, now) = (machine.positioning.restingSince, turn.now.instant)
        let area = machine.positioning.location(latest, .reduced, turn)
        for session in sessions {
            guard let follower = followers[session], case .given(let accuracy) = follower.permission else {
                continue
            }
            let hadValue = follower.hasValue
            let isRecorded = hadValue && follower.recordedAccuracy == accuracy
            if accuracy == .reduced {
                let isNews = update(session) { $0.filter(ReducedArea(of: area.fix.coordinate)) }
                guard isNews == true else { continue }
                areas.append(session)
                if !isRecorded { recordValue(area.fix, for: session, wasThere: hadValue, &machine, &turn) }
                continue
            }
            switch update(session, { $0.filter(latest.fix, restingSince: restingSince, at: now) }) {
            case nil, .filtered: continue
            case .told: told.append(session)
            case .paused(let duration):
                paused.append(session)
                record(.paused(restedFor: duration), of: session, &turn)
            case .resumed(let duration):
                told.append(session)
                record(.resumed(after: duration), of: session, &turn)
            }
            if !isRecorded { recordValue(latest.fix, for: session, wasThere: hadValue, &machine, &turn) }
        }
        let age = latest.receivedAt.duration(to: now)
        turn.tell(told, LocationUpdate(fix: latest.fix, age: age))
        turn.tell(paused, LocationUpdate(fix: latest.fix, age: age, diagnostics: [.stationary]))
        turn.tell(areas, LocationUpdate(fix: area.fix, age: area.age, diagnostics: [.accuracyLimited]))
    }

    /// Records that a stream gets values: in the access log once for each accuracy, in the journal when they begin.
    private mutating func recordValue(
        _ fix: Fix,
        for session: SessionIdentifier,
        wasThere: Bool,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        guard let follower = followers[session], case .given(let accuracy) = follower.permission else {
            return
        }
        if !wasThere {
            record(.given(accuracy, accuracyMeters: fix.accuracy?.horizontal68Meters), of: session, &turn)
        }
        guard follower.recordedAccuracy != accuracy,
            let ground = entitlement(of: session, machine, turn)?.ground
        else { return }
        update(session) { $0.recordedAccuracy = accuracy }
        machine.recordAccess(
            of: follower.app,
            by: .follower(session),
            on: ground,
            horizontal68Meters: fix.accuracy?.horizontal68Meters,
            accuracy: accuracy,
            &turn
        )
    }

    /// Returns the longest pause that all streams permit after a believed fix.
    private func longestPause(after fix: Fix, _ machine: Machine, _ turn: Turn) -> ReceiverPause? {
        guard let cycle = turn.settings.dutyCycle, case .fixes = machine.power.need?.want else { return nil }
        var shortest: ReceiverPause?
        for session in locations.elements {
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
        return shortest.map { ReceiverPause(duration: $0.duration, reason: $0.reason.ofFollowers) }
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
        recordValue(last.fix, for: session, wasThere: false, &machine, &turn)
        let diagnostics: [LiveDiagnostic] = accuracy == .reduced ? [.accuracyLimited] : []
        turn.tell(
            [session],
            LocationUpdate(
                fix: last.fix,
                age: last.age,
                diagnostics: diagnostics + [.locationUnavailable],
                cause: follower.cause
            )
        )
    }

    /// The time at which streams are told that the receivers are silent; `nil` when no stream would be.
    func silenceDeadline(_ machine: Machine, _ turn: Turn) -> MonotonicInstant? {
        guard noticingSilence > 0, machine.power.isOn, let latest = machine.positioning.fixes.latest else {
            return nil
        }
        return max(latest.receivedAt, machine.power.since) + turn.settings.fixLifetime
    }

    /// Tells streams of the receivers' silence once it has lasted too long.
    mutating func tellSilence(_ machine: Machine, _ turn: inout Turn) {
        guard let deadline = silenceDeadline(machine, turn), deadline <= turn.now.instant else { return }
        tellUnavailable(locations.elements.filter { followers[$0]?.noticesSilence ?? false }, machine, &turn)
    }

    /// Tells streams that no receiver has a position any more.
    ///
    /// During a pause receivers have no position by intention.
    mutating func tellOfLostPosition(_ machine: Machine, _ turn: inout Turn) {
        guard noticingSilence > 0, machine.power.isOn, !machine.positioning.someReceiverHasFix else { return }
        tellUnavailable(locations.elements.filter { followers[$0]?.noticesSilence ?? false }, machine, &turn)
    }

    /// Tells streams without a location if there is another reason for it than the last they were told.
    mutating func tellCause(_ machine: Machine, _ turn: inout Turn) {
        guard !locations.isEmpty, machine.power.isOn else { return }
        let cause = machine.positioning.causeOfMissingFix(turn)
        let sessions = locations.elements.filter { session in
            guard let follower = followers[session], !follower.hasValue else { return false }
            return follower.cause?.isAlike(cause) != true
        }
        tellUnavailable(sessions, machine, &turn)
    }

    private mutating func tellUnavailable(
        _ sessions: [SessionIdentifier],
        _ machine: Machine,
        _ turn: inout Turn
    ) {
        let cause = machine.positioning.causeOfMissingFix(turn)
        var (exact, reduced): ([SessionIdentifier], [SessionIdentifier]) = ([], [])
        for session in sessions {
            guard let follower = followers[session] else { continue }
            update(session) { $0.lose(because: cause) }
            record(.withheld([.locationUnavailable], cause), of: session, &turn)
            if follower.permission == .given(.reduced) {
                reduced.append(session)
            } else {
                exact.append(session)
            }
        }
        turn.tell(exact, LocationUpdate(diagnostics: [.locationUnavailable], cause: cause))
        turn.tell(
            reduced,
            LocationUpdate(diagnostics: [.accuracyLimited, .locationUnavailable], cause: cause)
        )
    }

    // MARK: Headings

    /// Tells streams of a heading that a receiver reports.
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
        if let chosen { give(chosen, to: headings.elements, &turn) }
    }

    private mutating func give(_ heading: Heading, to sessions: [SessionIdentifier], _ turn: inout Turn) {
        var told: [SessionIdentifier] = []
        for session in sessions {
            guard let hadValue = followers[session]?.hasValue, update(session, { $0.filter(heading) }) == true
            else { continue }
            told.append(session)
            if !hadValue { record(.given(.full, accuracyMeters: nil), of: session, &turn) }
        }
        if !told.isEmpty { turn.emit(.tellFollowers(told, .heading(HeadingUpdate(heading: heading)))) }
    }

    /// The time at which streams are told that no receiver gives a heading any more.
    var headingDeadline: MonotonicInstant? {
        guard headed > 0 else { return nil }
        return headingSelection.heardAt.map { $0 + HeadingSelection.lifetime }
    }

    mutating func tellHeadingSilence(_ turn: inout Turn) {
        guard let deadline = headingDeadline, deadline <= turn.now.instant else { return }
        tellHeadingUnavailable(headings.elements.filter { followers[$0]?.hasValue ?? false }, &turn)
    }

    private mutating func tellHeadingUnavailable(_ sessions: [SessionIdentifier], _ turn: inout Turn) {
        for session in sessions {
            update(session) { $0.lose(because: nil) }
            record(.withheld([.headingUnavailable], nil), of: session, &turn)
        }
        guard !sessions.isEmpty else { return }
        turn.emit(.tellFollowers(sessions, .heading(HeadingUpdate(diagnostics: [.headingUnavailable]))))
    }

    // MARK: Beacons

    /// Tells the streams that follow beacons with certain UUIDs, or with `nil` all, what is in range.
    mutating func serveBeacons(
        like uuids: Set<BeaconUUID>? = nil,
        _ listening: BeaconListening,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        let sessions = beacons.elements.filter { session in
            guard let uuids else { return true }
            return followers[session]?.beaconCondition.map { uuids.contains($0.uuid) } ?? false
        }
        giveBeacons(to: sessions, listening, &machine, &turn)
    }

    /// Tells streams which beacons are in range, where that is news.
    private mutating func giveBeacons(
        to sessions: [SessionIdentifier],
        _ listening: BeaconListening,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        var updates: [BeaconCondition: BeaconUpdate] = [:]
        var told: [BeaconUpdate: [SessionIdentifier]] = [:]
        for session in sessions {
            guard let follower = followers[session], let condition = follower.beaconCondition else {
                continue
            }
            let update = updates[condition] ?? listening.update(for: condition)
            updates[condition] = update
            guard self.update(session, { $0.filter(update) }) == true else { continue }
            told[update, default: []].append(session)
            recordBeacons(update, for: session, wasThere: follower.hasValue, &machine, &turn)
        }
        for (update, sessions) in told.sorted(by: { $0.value[0] < $1.value[0] }) {
            turn.emit(.tellFollowers(sessions, .beacons(update)))
        }
    }

    /// Records that a stream is told of beacons: in the access log once, in the journal when that begins or ends.
    private mutating func recordBeacons(
        _ update: BeaconUpdate,
        for session: SessionIdentifier,
        wasThere: Bool,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        guard let follower = followers[session] else { return }
        guard update.diagnostics.isEmpty else {
            return record(.withheld(update.diagnostics, nil), of: session, &turn)
        }
        if !wasThere { record(.given(.full, accuracyMeters: nil), of: session, &turn) }
        guard !update.beacons.isEmpty, follower.recordedAccuracy != .full,
            let ground = machine.ground(for: follower.app, turn)
        else { return }
        self.update(session) { $0.recordedAccuracy = .full }
        machine.recordAccess(
            of: follower.app,
            by: .follower(session),
            on: ground,
            horizontal68Meters: nil,
            &turn
        )
    }
}

extension Turn {
    fileprivate mutating func tell(_ sessions: [SessionIdentifier], _ update: LocationUpdate) {
        if !sessions.isEmpty { emit(.tellFollowers(sessions, .location(update))) }
    }
}

extension ReceiverPause.Reason {
    /// The reason for streams, which wait for no significant change.
    fileprivate var ofFollowers: Self {
        switch self {
        case .tooSoon: .notDue
        case .cannotBeFar(let meters, let speed): .staysNear(slackMeters: meters, metersPerSecond: speed)
        case .staysNear, .notDue, .atRest, .regionEdge, .visitMayBegin, .noFix: self
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
