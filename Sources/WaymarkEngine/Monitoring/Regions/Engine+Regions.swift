package import LocationModel
package import Regions

// The regions of apps: which there are, and what a fix means for them.
extension Engine {
    /// Returns a page of an app's regions in the order of adding, from behind `last`.
    package func regions(
        of app: AppKey,
        after last: RegionNumber?
    ) -> some Sequence<(number: RegionNumber, region: SavedRegion)> {
        regions.numbers(of: app, after: last).lazy.compactMap { number in
            saved.regions[number].map { (number, $0) }
        }
    }

    /// Returns the state of a region as its app may know it now.
    package func state(of region: SavedRegion) -> RegionState {
        let authorization = authorization(of: region.name.app)
        guard authorization.accuracy == .full, groundToTell(region.name.app, under: authorization) != nil
        else { return .unmonitored }
        var isInside = region.isInside
        if case .beacons(let condition) = region.condition {
            guard beacons.obstacle == nil else { return .unmonitored }
            isInside = regions.beacons.isInside(condition)
        }
        return isInside.map { $0 ? .satisfied : .unsatisfied } ?? .unknown
    }

    // MARK: Calls

    mutating func addRegion(
        _ name: RegionName,
        _ condition: RegionCondition,
        assumingInside: Bool?,
        by caller: Caller
    ) throws(Refusal) -> Answer {
        try admit(caller, asApp: name.app)
        let earlier = regions.number(of: name)
        let earlierVertices = earlier.flatMap { saved.regions[$0] }?.condition.vertexCount ?? 0
        try admit(earlier == nil ? 1 : 0, to: .regions, of: name.app.user)
        try admit(condition.vertexCount - earlierVertices, to: .regionVertices, of: name.app.user)
        if let earlier { commit(.region(earlier, nil)) }
        let number = regions.nextNumber
        commit(.region(number, SavedRegion(name, condition, assumingInside: assumingInside)))
        record(.monitor(.regionAdded(name)), about: JournalSubject(app: name.app))
        regions.set(name.app, isEntitled: isEntitledToRegions(name.app))
        switch condition {
        case .area: if regions.entitled.contains(name.app) { lookAtRegions() }
        case .beacons(let condition): lookAtBeacons(number, condition)
        }
        return .done
    }

    /// Compares the regions with the present place at once, because there is a new one, or somebody new may know.
    private mutating func lookAtRegions() {
        if let fix = freshFix?.fix { noticeRegions(fix, observedAt: machine.positioning.lastObservedAt ?? now.instant) }
        // The pause was made without regard to them.
        machine.power.endPause(turn)
    }

    /// Computes again whether an app may know of its regions, and makes the events that it was not told.
    mutating func refreshRegions(of app: AppKey) {
        let isNew = !regions.entitled.contains(app)
        let isEntitled = isEntitledToRegions(app)
        regions.set(app, isEntitled: isEntitled)
        guard isEntitled else { return }
        if isNew, regions.entitled.contains(app) { lookAtRegions() }
        for number in regions.untold(of: app) { tellRegion(number) }
    }

    mutating func removeRegion(_ name: RegionName, by caller: Caller) throws(Refusal) -> Answer {
        guard caller.mayActFor(name.app) else { throw .notPermitted }
        guard let number = regions.number(of: name) else { return .done }
        commit(.region(number, nil))
        record(.monitor(.regionRemoved(name)), about: JournalSubject(app: name.app))
        return .done
    }

    /// Removes all regions of an app.
    mutating func removeRegions(of app: AppKey) {
        for number in Array(regions.numbers(of: app, after: nil)) { commit(.region(number, nil)) }
    }

    // MARK: Fixes

    /// Whether an app may know of its regions: they are off under reduced accuracy.
    func isEntitledToRegions(_ app: AppKey) -> Bool {
        guard regions.contains(app) else { return false }
        let authorization = authorization(of: app)
        return authorization.accuracy == .full
            && (authorization.isUnconfirmed || ground(for: app, under: authorization) != nil)
    }

    /// Compares the regions with a believed fix, if an app may know.
    mutating func noticeRegions(_ fix: Fix, observedAt: MonotonicInstant) {
        guard !regions.entitled.isEmpty else { return }
        // The cushion of a fix has an upper limit, because its error is random. That of a stated place is not.
        if fix.source == .stated, fix.assumedError95Meters > RegionWatch.widestCushion { return }
        let crossings = regions.watch.consider(
            SurfacePoint(fix.coordinate),
            error95Meters: fix.assumedError95Meters,
            observedAt: observedAt,
            at: now.instant
        )
        for crossing in crossings { decide(crossing) }
    }

    /// Ends the crossings with which a fix in doubt does not agree.
    mutating func noticeRegions(ofDoubtful fix: Fix) {
        guard regions.watch.hasPendingCrossing else { return }
        regions.watch.considerDoubtful(SurfacePoint(fix.coordinate), error95Meters: fix.assumedError95Meters)
    }

    /// Decides crossings that count by now without another fix.
    mutating func settleRegions() {
        for crossing in regions.watch.removeDue(at: now.instant) { decide(crossing) }
    }

    /// Returns the pause that the regions permit after a believed fix; `nil` when there is none to care for.
    func pauseForRegions(after fix: Fix, settings: DutyCycle.Settings) -> ReceiverPause? {
        guard !regions.entitled.isEmpty, let meters = regions.watch.clearMeters else { return nil }
        guard !regions.watch.hasPendingCrossing else {
            return ReceiverPause(duration: settings.shortest, reason: .regionEdge(remainingMeters: 0))
        }
        guard
            var pause = machine.power.dutyCycle.pause(
                after: fix,
                observedAt: machine.positioning.lastObservedAt ?? now.instant,
                remainingMeters: meters,
                interval: .zero,
                trustsStay: false,
                settings: settings
            )
        else { return nil }
        pause.reason = .regionEdge(remainingMeters: meters)
        return pause
    }

    private mutating func decide(_ crossing: RegionCrossing) {
        guard var region = saved.regions[crossing.region] else { return }
        region.isInside = crossing.isInside
        commit(.region(crossing.region, region))
        record(
            .monitor(
                .crossed(
                    region.name,
                    isInside: crossing.isInside,
                    edgeMeters: crossing.edgeMeters,
                    heldFor: crossing.heldFor
                )
            ),
            about: JournalSubject(app: region.name.app)
        )
        tellRegion(crossing.region)
    }

    // MARK: Events

    /// Makes an event of a region's state, if the app may know and does not yet.
    mutating func tellRegion(_ number: RegionNumber) {
        guard var region = saved.regions[number], region.isUntold, let isInside = region.isInside else {
            return
        }
        // What was heard before somebody listens again is old.
        if case .beacons(let condition) = region.condition, regions.beacons.isInside(condition) != isInside {
            return
        }
        let app = region.name.app
        let subject = JournalSubject(app: app)
        guard isEntitledToRegions(app), let entitlement = entitlementToTell(app) else {
            return record(.monitor(.refused(.region, diagnostics(of: app))), about: subject)
        }
        let event = RegionEvent(
            identifier: nextEventIdentifier(of: app),
            date: now.utc,
            ground: entitlement.ground,
            isHeld: !entitlement.isConfirmed,
            isInside: isInside
        )
        if let earlier = region.event {
            record(.monitor(.replaced(.region, earlier.identifier, by: event.identifier)), about: subject)
        }
        region.event = event
        region.toldInside = isInside
        commit(.region(number, region))
        record(
            .monitor(
                event.isHeld
                    ? .held(.region, event.identifier) : .made(.region, event.identifier, event.ground)
            ),
            about: subject
        )
        sendEvents(of: app)
        if event.isHeld { askToConfirmAlways(app) }
    }

    /// Deletes the event of a region that the app has handled.
    mutating func acknowledgeRegion(_ identifier: MonitorEventIdentifier, of app: AppKey) {
        guard let number = regions.region(of: identifier, of: app), var region = saved.regions[number],
            let event = region.event
        else { return }
        region.event = nil
        region.lastEvent = event
        commit(.region(number, region))
        let elapsed = max(event.date.duration(to: now.utc), .zero)
        record(
            .monitor(.acknowledged(.region, identifier, after: elapsed)),
            about: JournalSubject(app: app)
        )
        sendEvents(of: app)
    }

    /// Releases or deletes held events of regions, and returns the times for which the others are still held.
    mutating func settleHeldRegions(of app: AppKey, _ authorization: Authorization) -> [Duration] {
        var remaining: [Duration] = []
        for number in regions.held(of: app) {
            guard var region = saved.regions[number], var event = region.event else { continue }
            let age = event.date.duration(to: now.utc)
            let drop: MonitorEventDrop?
            if age >= Monitors.longestHeld {
                drop = .tooOld(age)
            } else if authorization.isUnconfirmed {
                remaining.append(max(Monitors.longestHeld - age, .zero))
                continue
            } else {
                drop = authorization.allowsOutOfUse ? nil : .alwaysRefused
            }
            event.isHeld = false
            region.event = drop == nil ? event : nil
            commit(.region(number, region))
            let decision: MonitorDecision =
                drop.map { .dropped(.region, event.identifier, $0) } ?? .released(.region, event.identifier)
            record(.monitor(decision), about: JournalSubject(app: app))
        }
        return remaining
    }

    /// Deletes the events of an app's regions, which may not be told any more.
    mutating func dropRegionEvents(of app: AppKey) {
        for number in regions.withEvent(of: app) {
            guard var region = saved.regions[number], let event = region.event else { continue }
            region.event = nil
            commit(.region(number, region))
            record(
                .monitor(.dropped(.region, event.identifier, .unauthorized)),
                about: JournalSubject(app: app)
            )
        }
    }

    /// Sends the events of regions that wait to the streams of an app that may know.
    mutating func sendRegionEvents(of app: AppKey, _ authorization: Authorization) {
        guard authorization.accuracy == .full, groundToTell(app, under: authorization) != nil else { return }
        for session in monitors.sessions(of: app) {
            for number in regions.takeEvents(for: session, of: app) {
                guard let region = saved.regions[number], let event = region.event else { continue }
                let consumer = EntitledConsumer(
                    .monitor(app),
                    of: app,
                    want: .significantChanges,
                    ground: event.ground
                )
                if case .beacons = region.condition {
                    recordAccess(of: consumer, horizontal68Meters: nil, under: authorization)
                } else if let fix = fixes.latest?.fix {
                    recordAccess(of: consumer, to: fix, under: authorization)
                }
                record(
                    .monitor(.sent(.region, event.identifier, streams: 1, accuracyMeters: nil)),
                    about: JournalSubject(app: app)
                )
                launches.use(app, at: now.instant)
                emit(.tellMonitor(session, .region(event, region.name)))
            }
        }
    }
}
