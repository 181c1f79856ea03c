import LocationModel
import Regions

// Regions: adding and removing them, judging them by fixes and beacons, and making their events.
extension Monitoring {
    func state(of region: SavedRegion, _ machine: Machine, _ turn: Turn) -> RegionState {
        let app = region.name.app
        guard machine.people.authorization(of: app).accuracy == .full,
            groundToTell(app, machine, turn) != nil
        else { return .unmonitored }
        var isInside = region.isInside
        if unseen.contains(where: { regions[$0]?.name == region.name }) { isInside = nil }
        if case .beacons(let condition) = region.condition {
            guard beaconObstacle == nil else { return .unmonitored }
            isInside = regions.beacons.isInside(condition)
        }
        return isInside.map { $0 ? .satisfied : .unsatisfied } ?? .unknown
    }

    // MARK: Calls

    /// Adds a region; one around beacons is judged by those that are `heard`.
    mutating func addRegion(
        _ name: RegionName,
        _ condition: RegionCondition,
        assumingInside: Bool?,
        by caller: Caller,
        _ heard: HeardBeacons,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) throws(Refusal) {
        try machine.presence.admit(caller, asApp: name.app, &turn)
        let earlier = regions.number(of: name)
        let earlierVertices = earlier.flatMap { regions[$0] }?.condition.vertexCount ?? 0
        try turn.admit(earlier == nil ? 1 : 0, to: .regions, of: name.app.user)
        try turn.admit(condition.vertexCount - earlierVertices, to: .regionVertices, of: name.app.user)
        if let earlier { set(earlier, to: nil, &machine, &turn) }
        let number = regions.nextNumber
        let region = SavedRegion(name, condition, assumingInside: assumingInside)
        set(number, to: region, &machine, &turn)
        turn.record(.monitor(.regionAdded(name)), about: name.app)
        regions.set(name.app, isEntitled: isEntitledToRegions(name.app, machine, turn))
        switch condition {
        case .area: if regions.entitled.contains(name.app) { lookAtPlace(&machine, &turn) }
        case .beacons(let condition):
            if let beacon = heard.beacons(matching: condition).first {
                hear([beacon.identity], &machine, &turn)
            }
            // Other regions of this condition may have been entered or left before.
            if let crossing = regions.beacons.crossing(of: number, condition, at: turn.now.instant) {
                decide(crossing, &machine, &turn)
            }
        }
    }

    mutating func removeRegion(_ name: RegionName, _ machine: inout Machine, _ turn: inout Turn) {
        guard let number = regions.number(of: name) else { return }
        set(number, to: nil, &machine, &turn)
        turn.record(.monitor(.regionRemoved(name)), about: name.app)
    }

    mutating func set(
        _ number: RegionNumber,
        to region: SavedRegion?,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        let earlier = regions[number]
        guard let app = (region ?? earlier)?.name.app else { return }
        if region == nil { unseen.remove(number) }
        regions.set(number, to: region, at: turn.now.instant)
        // An app with its first region, or without its last, needs other receivers.
        if (earlier == nil) != (region == nil) {
            machine.people.setMonitoring(app, isMonitoring(app), &turn)
            let (sign, condition) = (region == nil ? -1 : 1, (region ?? earlier)?.condition)
            turn.count(sign, .regions, of: app.user)
            turn.count(sign * (condition?.vertexCount ?? 0), .regionVertices, of: app.user)
        }
        turn.commit(.region(number, region))
    }

    // MARK: Entitlement

    /// Returns whether an app may know of its regions: they are off under reduced accuracy.
    private func isEntitledToRegions(_ app: AppKey, _ machine: Machine, _ turn: Turn) -> Bool {
        regions.contains(app) && machine.people.authorization(of: app).accuracy == .full
            && entitlementToTell(app, machine, turn) != nil
    }

    /// Recomputes whether an app may know of its regions, and makes the events that it was not told.
    mutating func refreshRegions(of app: AppKey, _ machine: inout Machine, _ turn: inout Turn) {
        let isNew = !regions.entitled.contains(app)
        let isEntitled = isEntitledToRegions(app, machine, turn)
        regions.set(app, isEntitled: isEntitled)
        guard isEntitled else { return }
        if isNew, regions.entitled.contains(app) { lookAtPlace(&machine, &turn) }
        for number in regions.needingEvent(of: app) { makeEvent(of: number, &machine, &turn) }
    }

    // MARK: Fixes

    /// Compares the areas with the present place at once, because an area is new, or an app may newly know.
    private mutating func lookAtPlace(_ machine: inout Machine, _ turn: inout Turn) {
        if let fix = machine.positioning.freshFix(turn)?.fix {
            let observedAt = machine.positioning.lastObservedAt ?? turn.now.instant
            considerRegions(fix, observedAt: observedAt, &machine, &turn)
        }
        // The pause was planned without them.
        machine.power.endPause(turn)
    }

    mutating func considerRegions(
        _ fix: Fix,
        observedAt: MonotonicInstant,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        guard !regions.entitled.isEmpty else { return }
        // The cushion of a fix has an upper limit, because its error is random. That of a stated place is not.
        if fix.source == .stated, fix.assumedError95Meters > RegionWatch.widestCushion { return }
        let crossings = regions.watch.consider(
            SurfacePoint(fix.coordinate),
            error95Meters: fix.assumedError95Meters,
            observedAt: observedAt,
            at: turn.now.instant
        )
        for crossing in crossings { decide(crossing, &machine, &turn) }
        for number in unseen.sorted() where !regions.watch.isPending(number) {
            guard let app = regions[number]?.name.app, !machine.people.isPaused(app.user) else { continue }
            unseen.remove(number)
            makeEvent(of: number, &machine, &turn)
        }
    }

    /// Ends the pending crossings that a fix in doubt contradicts.
    mutating func considerRegions(ofDoubtful fix: Fix) {
        guard regions.watch.hasPendingCrossing else { return }
        regions.watch.considerDoubtful(SurfacePoint(fix.coordinate), error95Meters: fix.assumedError95Meters)
    }

    /// Decides crossings that count by now without another fix, and those that the silence of beacons means.
    mutating func advanceRegions(_ machine: inout Machine, _ turn: inout Turn) {
        for crossing in regions.watch.removeDue(at: turn.now.instant) { decide(crossing, &machine, &turn) }
        for crossing in regions.beacons.removeDue(at: turn.now.instant) { decide(crossing, &machine, &turn) }
    }

    private mutating func decide(
        _ crossing: RegionCrossing,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        guard var region = regions[crossing.region] else { return }
        unseen.remove(crossing.region)
        if region.isInside != crossing.isInside {
            region.isInside = crossing.isInside
            set(crossing.region, to: region, &machine, &turn)
            let decision = MonitorDecision.crossed(
                region.name,
                isInside: crossing.isInside,
                crossing.evidence
            )
            turn.record(.monitor(decision), about: region.name.app)
        }
        makeEvent(of: crossing.region, &machine, &turn)
    }

    // MARK: Beacons

    /// Records whether somebody listens for beacons, or else the obstacle.
    mutating func follow(_ listening: BeaconListening, _ turn: inout Turn) {
        if listening.isListening != regions.beacons.isListening {
            regions.beacons.setListening(listening.isListening, at: turn.now.instant)
        }
        guard listening.obstacle != beaconObstacle else { return }
        beaconObstacle = listening.obstacle
        // What keeps events from apps has changed.
        for app in regions.apps where regions.hasBeacons(app) { turn.touch(app) }
    }

    mutating func hear(_ heard: [BeaconIdentity], _ machine: inout Machine, _ turn: inout Turn) {
        for beacon in heard {
            for crossing in regions.beacons.hear(beacon, at: turn.now.instant) {
                decide(crossing, &machine, &turn)
            }
        }
    }

    // MARK: Events

    /// Makes an event of a region's state, if the app may know it and does not yet.
    private mutating func makeEvent(
        of number: RegionNumber,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        guard let region = regions[number], region.needsEvent, let isInside = region.isInside,
            !unseen.contains(number)
        else { return }
        // What was heard before listening began again is old.
        if case .beacons(let condition) = region.condition, regions.beacons.isInside(condition) != isInside {
            return
        }
        let app = region.name.app
        let entitlement =
            isEntitledToRegions(app, machine, turn) ? entitlementToTell(app, machine, turn) : nil
        make(.region(isInside: isInside), at: .region(number), for: app, on: entitlement, &machine, &turn)
    }
}
