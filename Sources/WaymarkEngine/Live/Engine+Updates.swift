import LocationModel

// What streams of apps are told: believed fixes, headings, and the absence of both.
extension Engine {
    /// Tells streams of a believed fix, and finds the pause that receivers may make for them.
    mutating func serveFollowers() {
        guard !followers.locations.isEmpty, let latest = freshFix else { return }
        give(latest, to: followers.locations)
        // A stated place says nothing about when a receiver will have a fix.
        if !statedPlaceIsUsed { machine.power.offerPauseForStreams(longestPause(after: latest.fix)) }
    }

    /// Tells streams under reduced accuracy of another area, which may come while the receivers pause.
    mutating func serveAreas() {
        guard let latest = latestPlace else { return }
        give(latest, to: followers.locations.filter { followers[$0]?.standing == .given(.reduced) })
    }

    /// Gives a believed fix to the streams among `sessions` whose filters it passes.
    ///
    /// Streams that are told the same share one element.
    mutating func give(_ latest: FixSelection.Received, to sessions: [SessionIdentifier]) {
        var (told, paused, areas): ([SessionIdentifier], [SessionIdentifier], [SessionIdentifier]) = (
            [], [], []
        )
        let area = reduced(latest)
        for session in sessions {
            let known = followers.read(session) { ($0.standing, $0.hasValue, $0.recordedAccuracy) }
            guard let (standing, hadValue, recorded) = known, case .given(let accuracy) = standing else {
                continue
            }
            let isRecorded = hadValue && recorded == accuracy
            if accuracy == .reduced {
                let isNews = followers.update(session) { $0.take(ReducedArea(of: area.fix.coordinate)) }
                guard isNews == true else { continue }
                areas.append(session)
                if !isRecorded { recordValue(area.fix, for: session, wasThere: hadValue) }
                continue
            }
            let (restingSince, instant) = (machine.positioning.restingSince, now.instant)
            let outcome = followers.update(session) {
                $0.take(latest.fix, restingSince: restingSince, at: instant)
            }
            switch outcome {
            case nil, .filtered: continue
            case .told: told.append(session)
            case .paused(let duration):
                paused.append(session)
                record(.paused(restedFor: duration), of: session)
            case .resumed(let duration):
                told.append(session)
                record(.resumed(after: duration), of: session)
            }
            if !isRecorded { recordValue(latest.fix, for: session, wasThere: hadValue) }
        }
        let age = latest.receivedAt.duration(to: now.instant)
        tell(told, LocationUpdate(latest.fix, age: age))
        tell(paused, LocationUpdate(latest.fix, age: age, diagnostics: [.stationary]))
        tell(areas, LocationUpdate(area.fix, age: area.age, diagnostics: [.accuracyLimited]))
    }

    private mutating func record(_ decision: FollowerDecision, of session: SessionIdentifier) {
        guard let app = followers.read(session, \.app) else { return }
        record(.follower(session, decision), about: JournalSubject(app: app))
    }

    /// Records that a stream gets values: in the access log once for each accuracy, in the journal when they begin.
    private mutating func recordValue(_ fix: Fix, for session: SessionIdentifier, wasThere: Bool) {
        guard let follower = followers[session], case .given(let accuracy) = follower.standing else { return }
        if !wasThere {
            record(.given(accuracy, accuracyMeters: fix.accuracy?.horizontal68Meters), of: session)
        }
        guard follower.recordedAccuracy != accuracy,
            let consumer = entitlement(ofFollower: session)
        else { return }
        followers.update(session) { $0.recordedAccuracy = accuracy }
        recordAccess(of: consumer, to: fix, under: authorization(of: follower.app), accuracy: accuracy)
    }

    private mutating func tell(_ sessions: [SessionIdentifier], _ update: LocationUpdate) {
        if !sessions.isEmpty { emit(.tellFollowers(sessions, .location(update))) }
    }

    /// Returns the longest pause that all streams permit after a believed fix.
    private func longestPause(after fix: Fix) -> ReceiverPause? {
        guard let cycle = settings.dutyCycle, case .fixes = machine.power.need?.want else { return nil }
        var shortest: ReceiverPause?
        for session in followers.locations {
            guard let reserve = followers.read(session, { $0.reserve(after: fix, at: now.instant) }) ?? nil
            else { continue }
            var bounds = cycle
            // A pause that is too short is not made at all, because a stream that moves fast is not to be late.
            bounds.shortest = .zero
            bounds.longest = max(cycle.longest, reserve.time)
            let pause = machine.power.dutyCycle.pause(
                after: fix,
                observedAt: machine.positioning.lastObservedAt ?? now.instant,
                remainingMeters: reserve.meters,
                interval: reserve.time,
                trustsStay: false,
                settings: bounds
            )
            guard let pause, pause.duration >= cycle.shortest else { return nil }
            shortest = shortest.map { $0.duration <= pause.duration ? $0 : pause } ?? pause
        }
        return shortest.map { ReceiverPause(duration: $0.duration, reason: $0.reason.ofFollowers) }
    }

    // MARK: No location

    /// The time at which streams are told that the receivers are silent; `nil` when no stream would be.
    var silenceDeadline: MonotonicInstant? {
        guard followers.listening > 0, machine.power.isOn, let latest = fixes.latest else { return nil }
        return max(latest.receivedAt, machine.power.since) + settings.fixLifetime
    }

    /// Tells streams of the receivers' silence once it has lasted too long.
    mutating func tellSilence() {
        guard let deadline = silenceDeadline, deadline <= now.instant else { return }
        tellUnavailable(followers.locations.filter { followers[$0]?.noticesSilence ?? false })
    }

    /// Tells streams that no receiver has a position any more.
    ///
    /// During a pause receivers have no position by intention.
    mutating func noticeLostPosition() {
        guard followers.listening > 0, machine.power.isOn,
            !machine.positioning.someReceiverHasFix
        else { return }
        tellUnavailable(followers.locations.filter { followers[$0]?.noticesSilence ?? false })
    }

    /// Tells streams without a location if there is another reason for it than the last they were told.
    mutating func noticeCause() {
        guard !followers.locations.isEmpty, machine.power.isOn else { return }
        let cause = causeOfUnknownLocation(since: now.instant - settings.fixLifetime)
        tellUnavailable(
            followers.locations.filter { session in
                guard let follower = followers[session], !follower.hasValue else { return false }
                return follower.cause?.isAlike(cause) != true
            }
        )
    }

    mutating func tellUnavailable(_ sessions: [SessionIdentifier]) {
        let cause = causeOfUnknownLocation(since: now.instant - settings.fixLifetime)
        var (exact, reduced): ([SessionIdentifier], [SessionIdentifier]) = ([], [])
        for session in sessions {
            guard let follower = followers[session] else { continue }
            followers.update(session) { $0.lose(because: cause) }
            record(
                .follower(session, .withheld([.locationUnavailable], cause)),
                about: JournalSubject(app: follower.app)
            )
            if follower.standing == .given(.reduced) {
                reduced.append(session)
            } else {
                exact.append(session)
            }
        }
        tell(exact, LocationUpdate(diagnostics: [.locationUnavailable], cause: cause))
        tell(reduced, LocationUpdate(diagnostics: [.accuracyLimited, .locationUnavailable], cause: cause))
    }

    // MARK: Headings

    /// Tells streams of a heading that a receiver reports.
    mutating func serveHeading(_ heading: Heading, from receiver: ReceiverIdentifier) {
        let chosen = headings.add(heading, from: receiver, preferring: fixes.followed, at: now.instant)
        if let chosen { give(chosen, to: followers.headings) }
    }

    mutating func give(_ heading: Heading, to sessions: [SessionIdentifier]) {
        var told: [SessionIdentifier] = []
        for session in sessions {
            guard let follower = followers[session],
                followers.update(session, { $0.take(heading) }) == true
            else { continue }
            told.append(session)
            if !follower.hasValue {
                record(
                    .follower(session, .given(.full, accuracyMeters: nil)),
                    about: JournalSubject(app: follower.app)
                )
            }
        }
        if !told.isEmpty { emit(.tellFollowers(told, .heading(HeadingUpdate(heading)))) }
    }

    /// The time at which streams are told that no receiver gives a heading any more.
    var headingDeadline: MonotonicInstant? {
        guard followers.headed > 0 else { return nil }
        return headings.heardAt.map { $0 + HeadingSelection.lifetime }
    }

    /// Tells streams that no receiver gives a heading any more.
    mutating func tellHeadingSilence() {
        guard let deadline = headingDeadline, deadline <= now.instant else { return }
        tellHeadingUnavailable(followers.headings.filter { followers[$0]?.hasValue ?? false })
    }

    mutating func tellHeadingUnavailable(_ sessions: [SessionIdentifier]) {
        for session in sessions {
            guard
                let follower = followers.update(
                    session,
                    { follower in
                        follower.lose(because: nil)
                        return follower
                    }
                )
            else { continue }
            record(
                .follower(session, .withheld([.headingUnavailable], nil)),
                about: JournalSubject(app: follower.app)
            )
        }
        guard !sessions.isEmpty else { return }
        emit(.tellFollowers(sessions, .heading(HeadingUpdate(diagnostics: [.headingUnavailable]))))
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
