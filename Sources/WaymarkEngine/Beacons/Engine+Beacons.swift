import LocationModel
import Regions

// Beacons: who listens for them, which regions they make, and what streams of apps are told.
extension Engine {
    // MARK: Programs that listen

    mutating func connectBeaconFeed(
        _ session: SessionIdentifier,
        by caller: Caller,
        _ call: CallIdentifier
    ) {
        do throws(Refusal) { try machine.presence.open(session, of: caller.user, &turn) } catch {
            return emit(.refuse(call, error))
        }
        beacons.add(session, of: caller.user)
        record(.beacons(.feedConnected(session)))
        noticeBeaconFeeds()
    }

    mutating func disconnectBeaconFeed(_ session: SessionIdentifier) {
        guard beacons.remove(session) != nil else { return }
        record(.beacons(.feedDisconnected(session)))
        noticeBeaconFeeds()
    }

    mutating func takeBeacons(
        _ report: BeaconReport,
        from session: SessionIdentifier,
        by caller: Caller
    ) throws(Refusal) -> Answer {
        guard let feed = beacons.feeds[session], !caller.isSandboxed, caller.user == feed.user else {
            throw .unknownSession(session)
        }
        beacons.update(session) { ($0.isListening, $0.problem) = (report.isListening, report.problem) }
        // Programs listen, and have problems, as apps want.
        noticeBeaconFeeds(about: beacons.demandSubject)
        guard beacons.isListening, beacons.isWanted, !report.sightings.isEmpty else { return .done }
        for sighting in report.sightings {
            beacons.heard.hear(sighting, at: now.instant)
            for crossing in regions.beacons.hear(sighting.identity, at: now.instant) { decide(crossing) }
        }
        tellBeacons(like: Set(report.sightings.map(\.identity.uuid)))
        return .done
    }

    /// Takes into account whether somebody listens now.
    private mutating func noticeBeaconFeeds(about subject: JournalSubject = .everybody) {
        let isListening = beacons.isListening
        let hasChanged = isListening != (regions.beacons.listeningSince != nil)
        if hasChanged {
            regions.beacons.setListening(isListening, at: now.instant)
            if !isListening { beacons.heard = HeardBeacons() }
        }
        if hasChanged || beacons.obstacle != beaconObstacle {
            let decision = BeaconDecision.listening(isListening, beacons.obstacle, problem: beacons.problem)
            record(.beacons(decision), about: subject)
        }
        guard beacons.obstacle != beaconObstacle else { return }
        beaconObstacle = beacons.obstacle
        // What keeps events from apps has changed.
        for app in regions.appsWithBeacons { touch(app) }
        tellBeacons()
    }

    /// Tells the programs that can listen whether an app wants that.
    mutating func updateBeaconDemand() {
        let streaming = followers.beacons.first.flatMap { followers.read($0, \.app) }
        let wanter = beacons.namedApp(among: regions.entitledToBeacons, else: streaming)
        let isWanted = wanter != nil
        if beacons.setWanted(by: wanter) {
            record(.beacons(.wanted(isWanted)), about: beacons.demandSubject)
        }
        guard !beacons.feeds.isEmpty else { return }
        for (session, feed) in beacons.feeds.sorted(by: { $0.key < $1.key }) where feed.told != isWanted {
            beacons.update(session) { $0.told = isWanted }
            emit(.tellBeaconFeed(session, isWanted: isWanted))
        }
    }

    // MARK: Regions

    /// Decides what the silence of beacons means by now.
    mutating func settleBeacons() {
        for crossing in regions.beacons.removeDue(at: now.instant) { decide(crossing) }
        let silent = beacons.heard.removeSilent(at: now.instant)
        if !silent.isEmpty { tellBeacons(like: Set(silent.map(\.uuid))) }
    }

    private mutating func decide(_ crossing: BeaconCrossing) {
        guard var region = saved.regions[crossing.region] else { return }
        if region.isInside != crossing.isInside {
            region.isInside = crossing.isInside
            commit(.region(crossing.region, region))
            let decision: MonitorDecision =
                switch crossing.evidence {
                case .heard(let beacon): .beaconHeard(region.name, beacon)
                case .silent(let duration): .beaconsSilent(region.name, for: duration)
                }
            record(.monitor(decision), about: JournalSubject(app: region.name.app))
        }
        tellRegion(crossing.region)
    }

    /// Judges a new region by the beacons that are in range.
    mutating func lookAtBeacons(_ number: RegionNumber, _ condition: BeaconCondition) {
        guard let beacon = beacons.heard.beacons(matching: condition).first?.identity else {
            // Other regions of this condition may have been left before.
            if let silence = regions.beacons.silence(of: condition, at: now.instant) {
                decide(BeaconCrossing(region: number, evidence: .silent(silence)))
            }
            return
        }
        for crossing in regions.beacons.hear(beacon, at: now.instant) { decide(crossing) }
        // Other regions of this condition may have been entered before.
        if regions.beacons.isInside(condition) == true {
            decide(BeaconCrossing(region: number, evidence: .heard(beacon)))
        }
    }

    // MARK: Streams

    /// Tells the streams that follow beacons with certain UUIDs, or with `nil` all, what is in range.
    mutating func tellBeacons(like uuids: Set<BeaconUUID>? = nil) {
        let sessions = followers.beacons.filter { session in
            guard let uuids else { return true }
            return followers[session]?.beaconCondition.map { uuids.contains($0.uuid) } ?? false
        }
        giveBeacons(to: sessions)
    }

    /// Tells streams which beacons are in range, where that is news.
    mutating func giveBeacons(to sessions: [SessionIdentifier]) {
        var updates: [BeaconCondition: BeaconUpdate] = [:]
        var told: [BeaconUpdate: [SessionIdentifier]] = [:]
        for session in sessions {
            guard let follower = followers[session], let condition = follower.beaconCondition else {
                continue
            }
            let update: BeaconUpdate
            if beacons.obstacle != nil {
                update = BeaconUpdate(diagnostics: [.beaconsUnavailable])
            } else if let known = updates[condition] {
                update = known
            } else {
                update = BeaconUpdate(beacons.heard.beacons(matching: condition))
                updates[condition] = update
            }
            guard followers.update(session, { $0.take(update) }) == true else { continue }
            told[update, default: []].append(session)
            recordBeacons(update, for: session, wasThere: follower.hasValue)
        }
        for (update, sessions) in told.sorted(by: { $0.value[0] < $1.value[0] }) {
            emit(.tellFollowers(sessions, .beacons(update)))
        }
    }

    /// Records that a stream is told of beacons: in the access log once, in the journal when that begins or ends.
    private mutating func recordBeacons(
        _ update: BeaconUpdate,
        for session: SessionIdentifier,
        wasThere: Bool
    ) {
        guard let follower = followers[session] else { return }
        let subject = JournalSubject(app: follower.app)
        guard update.diagnostics.isEmpty else {
            return record(.follower(session, .withheld(update.diagnostics, nil)), about: subject)
        }
        if !wasThere { record(.follower(session, .given(.full, accuracyMeters: nil)), about: subject) }
        let authorization = authorization(of: follower.app)
        guard !update.beacons.isEmpty, follower.recordedAccuracy != .full,
            let ground = ground(for: follower.app, under: authorization)
        else { return }
        followers.update(session) { $0.recordedAccuracy = .full }
        let consumer = EntitledConsumer(
            .follower(session),
            of: follower.app,
            want: .significantChanges,
            ground: ground
        )
        recordAccess(of: consumer, horizontal68Meters: nil, under: authorization)
    }
}
