import LocationModel
import Regions

/// What apps have open while they run: calls for one location, streams of locations, headings and beacons, and service
/// sessions; and the programs that listen for beacons.
struct Streams: Equatable, Sendable {
    var requests: LocationRequests
    var followers = Followers()
    var serviceSessions = ServiceSessions()
    private(set) var beacons = BeaconListening()
    private var addressOnly = AddressOnly()

    init(requestNumbers: Numbering) { requests = LocationRequests(numbers: requestNumbers) }

    func deadline(_ machine: Machine, _ turn: Turn) -> MonotonicInstant? {
        .earliest(
            of: requests.deadline,
            followers.silenceDeadline(machine, turn),
            followers.headingDeadline,
            beacons.heard.nextDeadline
        )
    }

    mutating func end(_ session: SessionIdentifier, _ machine: inout Machine, _ turn: inout Turn) {
        followers.end(session, &machine, &turn)
        if beacons.feeds[session] != nil {
            turn.record(.beacons(.beaconFeedDisconnected(session)))
            change(session, to: nil, &machine, &turn)
        }
        serviceSessions.end(session, &turn)
    }

    func isServing(_ app: AppKey) -> Bool { !followers[app].isEmpty || !requests[app].isEmpty }

    // MARK: Fixes

    /// Gives a believed fix, or the stated place, to the calls and streams that wait for one.
    mutating func serve(_ machine: inout Machine, _ turn: inout Turn) {
        requests.serve(&machine, &turn)
        followers.serve(&machine, &turn)
    }

    // MARK: Beacons

    mutating func openBeaconFeed(
        _ session: SessionIdentifier,
        by caller: Caller,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) throws(Refusal) {
        try machine.presence.open(session, of: caller.user, &turn)
        turn.record(.beacons(.beaconFeedConnected(session)))
        change(session, to: BeaconListening.Feed(user: caller.user), &machine, &turn)
    }

    mutating func report(
        _ report: BeaconReport,
        from session: SessionIdentifier,
        by caller: Caller,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) throws(Refusal) {
        guard var feed = beacons.feeds[session], !caller.isSandboxed, caller.user == feed.user else {
            throw .unknownSession(session)
        }
        (feed.isListening, feed.problem) = (report.isListening, report.problem)
        // Listening and its problems follow from what apps want.
        change(session, to: feed, about: beacons.demandSubject, &machine, &turn)
        guard beacons.isListening, beacons.isWanted, !report.sightings.isEmpty else { return }
        for sighting in report.sightings { beacons.heard.hear(sighting, at: turn.now.instant) }
        turn.tell(.beaconsHeard(report.sightings.map(\.identity)))
    }

    /// Tells streams of the beacons that were not heard for too long.
    mutating func forgetSilentBeacons(_ machine: inout Machine, _ turn: inout Turn) {
        if !beacons.heard.removeSilent(at: turn.now.instant).isEmpty {
            followers.serveBeacons(beacons, &machine, &turn)
        }
    }

    /// Tells the programs that can listen whether an app wants that, on a stream or for its regions.
    mutating func updateBeaconDemand(forRegionsOf apps: Set<AppKey>, _ turn: inout Turn) {
        let app = followers.appOfBeacons ?? apps.min()
        let isWanted = app != nil
        beacons.wanter = app ?? beacons.wanter
        if beacons.isWanted != isWanted {
            beacons.isWanted = isWanted
            turn.record(.beacons(.beaconsWanted(wanted: isWanted)), about: beacons.demandSubject)
        }
        guard !beacons.feeds.isEmpty else { return }
        for (session, feed) in beacons.feeds.sorted(by: { $0.key < $1.key }) where feed.told != isWanted {
            beacons.feeds[session]?.told = isWanted
            turn.emit(.tellBeaconFeed(session, isWanted: isWanted))
        }
    }

    private mutating func change(
        _ session: SessionIdentifier,
        to feed: BeaconListening.Feed?,
        about subject: JournalSubject = .everybody,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        let (wasListening, earlier) = (beacons.isListening, beacons.obstacle)
        beacons.feeds[session] = feed
        let (isListening, obstacle) = (beacons.isListening, beacons.obstacle)
        guard isListening != wasListening || obstacle != earlier else { return }
        if !isListening { beacons.heard = HeardBeacons() }
        let decision = BeaconDecision.beaconListening(
            isListening: isListening,
            obstacle: obstacle,
            problem: beacons.problem
        )
        turn.record(.beacons(decision), about: subject)
        turn.tell(.beaconListeningChanged)
        if obstacle != earlier { followers.serveBeacons(beacons, &machine, &turn) }
    }
}
