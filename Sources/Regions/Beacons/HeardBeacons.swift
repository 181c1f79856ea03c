package import LocationModel

package struct HeardBeacons: Hashable, Sendable {
    /// The time after which a silent beacon is out of range.
    package static let longestSilence: Duration = .seconds(10)

    /// The most beacons that are followed.
    ///
    /// A radio near a sender of made-up advertisements hears thousands; then the longest silent ones are forgotten.
    package static let capacity = 512

    private var signals: [BeaconIdentity: BeaconSignal] = [:]

    package init() {}

    package mutating func hear(_ sighting: BeaconSighting, at now: MonotonicInstant) {
        let beacon = sighting.identity
        if signals[beacon] == nil {
            if signals.count == Self.capacity { longestSilent.map { signals[$0.key] = nil } }
            signals[beacon] = BeaconSignal(sighting, at: now)
        } else {
            signals[beacon]?.hear(sighting, at: now)
        }
    }

    private var longestSilent: (key: BeaconIdentity, value: BeaconSignal)? {
        signals.min { ($0.value.heardAt, $0.key) < ($1.value.heardAt, $1.key) }
    }

    /// The time at which the next beacon is out of range unless it is heard.
    package var nextDeadline: MonotonicInstant? {
        longestSilent.map { $0.value.heardAt + Self.longestSilence }
    }

    package mutating func removeSilent(at now: MonotonicInstant) -> [BeaconIdentity] {
        let silent = signals.sortedKeys { $0.heardAt + Self.longestSilence <= now }
        for beacon in silent { signals[beacon] = nil }
        return silent
    }

    /// Returns at most 32 beacons in range that meet a condition, the nearest first.
    package func beacons(matching condition: BeaconCondition) -> [RangedBeacon] {
        let ranged = signals.filter { condition.matches($0.key) }.map { $0.value.ranged($0.key) }
        return Array(ranged.sorted { $0.order < $1.order }.prefix(32))
    }
}

extension RangedBeacon {
    fileprivate var order: (Int, Double, BeaconIdentity) {
        let rank = BeaconProximity.allCases.firstIndex(of: proximity) ?? 0
        return (rank, accuracyMeters ?? .infinity, identity)
    }
}
