import LocationModel

// Streams of apps that follow the location, the heading or beacons: how they begin, what they may get, and how they end.
extension Engine {
    mutating func connectFollower(
        _ session: SessionIdentifier,
        _ wish: Follower.Wish,
        of app: AppKey,
        by caller: Caller,
        _ call: CallIdentifier
    ) {
        do throws(Refusal) {
            try machine.presence.open(session, as: .follower, of: app, by: caller, &turn)
        } catch {
            return emit(.refuse(call, error))
        }
        followers.add(session, Follower(of: app, wish, since: now.instant))
        let decision: FollowerDecision =
            switch wish {
            case .location(let request): .follows(request)
            case .heading(let filter): .followsHeading(filterDegrees: filter)
            case .beacons(let condition): .followsBeacons(condition)
            }
        record(.follower(session, decision), about: JournalSubject(app: app))
        useBegan(of: app)
    }

    mutating func disconnectFollower(_ session: SessionIdentifier) {
        guard let follower = followers.remove(session) else { return }
        machine.power.set(.follower(session), to: nil)
        record(.follower(session, .ended), about: JournalSubject(app: follower.app))
    }

    // MARK: Entitlement

    /// Returns what a stream of an app may get now.
    func standing(of follower: Follower) -> Follower.Standing {
        if let reasons = reasonToWithhold(from: follower.app) { return .withheld(reasons) }
        let accuracy = authorization(of: follower.app).accuracy
        switch follower.wish {
        case .heading, .beacons:
            return accuracy == .reduced ? .withheld([.accuracyLimited]) : .given(accuracy)
        case .location(let request): return .given(request.accuracy == .reduced ? .reduced : accuracy)
        }
    }

    func entitlement(ofFollower session: SessionIdentifier) -> EntitledConsumer? {
        // No receiver of positions helps to hear beacons.
        guard let follower = followers[session], follower.beaconCondition == nil,
            case .given(let accuracy) = standing(of: follower),
            let ground = ground(for: follower.app, under: authorization(of: follower.app))
        else { return nil }
        return EntitledConsumer(
            .follower(session),
            of: follower.app,
            want: follower.want(accuracy),
            ground: ground
        )
    }

    private mutating func ask(for follower: Follower) {
        if case .location(let request) = follower.wish, request.asksWithoutPurpose {
            askForApp(.whenInUse, of: follower.app, withoutPurposeFor: request.accuracy)
        } else {
            askForApp(.whenInUse, of: follower.app)
        }
    }

    /// Updates what a stream may get, and tells it of a change.
    mutating func refreshFollower(_ session: SessionIdentifier) {
        machine.power.set(.follower(session), to: entitlement(ofFollower: session))
        guard let follower = followers[session] else { return }
        var standing = standing(of: follower)
        if standing == .withheld([.authorizationNotDetermined]) {
            // A stream asks like a session for when in use, unless the manifest leaves that to sessions.
            if !lacksServiceSession(follower.app) { ask(for: follower) }
            standing = self.standing(of: follower)
        }
        guard standing != follower.standing else { return }
        followers.update(session) { $0.begin(standing) }
        switch (standing, follower.wish) {
        case (.withheld(let diagnostics), let wish):
            record(.follower(session, .withheld(diagnostics, nil)), about: JournalSubject(app: follower.app))
            switch wish {
            case .location:
                emit(.tellFollowers([session], .location(LocationUpdate(diagnostics: diagnostics))))
            case .heading: emit(.tellFollowers([session], .heading(HeadingUpdate(diagnostics: diagnostics))))
            case .beacons: emit(.tellFollowers([session], .beacons(BeaconUpdate(diagnostics: diagnostics))))
            }
        case (.given, .heading):
            if let heading = headings.fresh(at: now.instant) {
                give(heading, to: [session])
            } else {
                tellHeadingUnavailable([session])
            }
        case (.given, .beacons): giveBeacons(to: [session])
        case (.given, .location):
            if let latest = freshFix { give(latest, to: [session]) }
            if followers[session]?.hasValue != true { tellUnavailable([session]) }
            // A pause made for others could keep the first location away for minutes.
            machine.power.endPause(turn)
        }
    }
}
