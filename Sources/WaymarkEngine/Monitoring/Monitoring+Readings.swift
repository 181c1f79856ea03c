package import LocationModel
package import Regions

/// A region as its app reads it.
package struct RegionStatus: Hashable, Sendable {
    package static let listedAtOnce = 64

    package let number: RegionNumber
    package let region: SavedRegion
    package let state: RegionState
}

// The state that apps read without a stream: it is in the access log, but not each time.
extension Monitoring {
    /// The time for which an access of an app covers what it reads.
    private static let accessCovers: Duration = .seconds(900)

    private func isCovered(_ app: AppKey, _ turn: Turn) -> Bool {
        accessed[app].map { turn.now.instant < $0 + Self.accessCovers } ?? false
    }

    /// Returns what an app monitors, in answer to its call.
    mutating func answer(about app: AppKey, _ machine: inout Machine, _ turn: inout Turn) -> Answer {
        let state = state(of: app, machine, turn)
        if state.anchor?.distanceMeters != nil, !isCovered(app, turn) {
            recordAnchorAccess(of: app, &machine, &turn)
        }
        return .monitoring(state)
    }

    /// Returns a page of an app's regions after a number, with their states, and one more if another page
    /// follows.
    mutating func listRegions(
        of app: AppKey,
        after last: RegionNumber?,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) -> Answer {
        let page = regions.page(of: app, after: last, limit: RegionStatus.listedAtOnce + 1)
            .compactMap { number in
                regions[number].map {
                    RegionStatus(number: number, region: $0, state: state(of: $0, machine, turn))
                }
            }
        if page.contains(where: { $0.state == .satisfied || $0.state == .unsatisfied }),
            !isCovered(app, turn),
            let ground = groundToTell(app, machine, turn)
        {
            recordRegionAccess(of: app, on: ground, isOfArea: regions.hasAreas(app), &machine, &turn)
        }
        return .regions(page)
    }

    /// Logs that an app is told on which side of a region's edge the machine is.
    mutating func recordRegionAccess(
        of app: AppKey,
        on ground: Ground,
        isOfArea: Bool,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        // It is recorded whether or not there is a fix, as none has come yet after a restart.
        let fix = isOfArea ? machine.positioning.latestPlace(turn)?.fix : nil
        recordAccess(of: app, on: ground, fix?.accuracy?.horizontal68Meters, &machine, &turn)
    }

    /// Logs that an app is told where the machine is, which covers what it reads for a while.
    mutating func recordAccess(
        of app: AppKey,
        on ground: Ground,
        _ horizontal68Meters: Double?,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        machine.recordAccess(
            of: app,
            by: .monitor(app),
            on: ground,
            horizontal68Meters: horizontal68Meters,
            &turn
        )
        // An area covers nothing exact that the app may read once it has full accuracy.
        guard machine.people.authorization(of: app).accuracy == .full else { return }
        let now = turn.now.instant
        accessed = accessed.filter { now < $0.value + Self.accessCovers }
        accessed[app] = now
    }
}
