import LocationModel
package import Regions

/// What an app may read of its monitoring as often as it likes, which can tell it where the machine is.
package enum MonitoringReading: Hashable, Codable, Sendable {
    package static let regionsAtOnce = 64

    /// Its services and its anchor, with the distance from that.
    case services

    /// A page of its regions with their states, from behind a number.
    case regions(after: RegionNumber?)
}

// What apps read without a stream: it is in the access log, but not each time.
extension Monitoring {
    /// The time for which an access of an app covers what it reads.
    private static let accessCovers: Duration = .seconds(900)

    /// Returns whether a reading tells an app where the machine is, and no access of late covers that.
    func owesAccess(
        for reading: MonitoringReading,
        by app: AppKey,
        _ machine: Machine,
        _ turn: Turn
    ) -> Bool {
        if let covered = accessed[app], turn.now.instant < covered + Self.accessCovers { return false }
        switch reading {
        case .services: return anchorStatus(of: app, machine)?.distanceMeters != nil
        case .regions(let last):
            guard mayTellRegions(app, machine, turn) else { return false }
            return self.regions(of: app, after: last, limit: MonitoringReading.regionsAtOnce).contains {
                switch state(of: $0.region, machine, turn) {
                case .satisfied, .unsatisfied: true
                case .unknown, .unmonitored: false
                }
            }
        }
    }

    /// Records that an app is told where the machine is by what it reads, unless an access of late covers that.
    mutating func recordAccess(
        for reading: MonitoringReading,
        by app: AppKey,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        guard owesAccess(for: reading, by: app, machine, turn) else { return }
        switch reading {
        case .services: recordAnchorAccess(of: app, &machine, &turn)
        case .regions:
            guard let ground = groundToTell(app, machine, turn) else { return }
            recordRegionAccess(of: app, on: ground, isOfArea: regions.hasAreas(app), &machine, &turn)
        }
    }

    /// Returns the answer to a call of an app that tells what it monitors.
    mutating func answer(about app: AppKey, _ machine: inout Machine, _ turn: inout Turn) -> Answer {
        recordAccess(for: .services, by: app, &machine, &turn)
        return .monitoring(state(of: app, machine, turn))
    }

    /// Records that an app is told on which side of a region's edge the machine is.
    mutating func recordRegionAccess(
        of app: AppKey,
        on ground: Ground,
        isOfArea: Bool,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        // It is recorded whether or not there is a fix, as none has come yet after a restart.
        let fix = isOfArea ? machine.positioning.latestPlace(turn)?.fix : nil
        let radius = fix?.accuracy?.horizontal68Meters
        machine.recordAccess(of: app, by: .monitor(app), on: ground, horizontal68Meters: radius, &turn)
        noteAccess(of: app, turn)
    }

    /// Notes an access that covers what an app reads for a while.
    mutating func noteAccess(of app: AppKey, _ turn: Turn) {
        let now = turn.now.instant
        accessed = accessed.filter { now < $0.value + Self.accessCovers }
        accessed[app] = now
    }
}
