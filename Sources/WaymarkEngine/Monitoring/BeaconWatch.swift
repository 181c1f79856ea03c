import LocationModel
import Regions

/// The regions around beacons: the machine is in one from the first signal of a beacon on, until none has come for a while.
struct BeaconWatch: Equatable, Sendable {
    private struct Watched: Equatable {
        var regions: Set<RegionNumber> = []

        /// The time when it was added, somebody began to listen, a beacon was last heard, or the machine woke
        /// up after the longest silence was over.
        var latest: MonotonicInstant

        /// Whether ``latest`` is the time at which the machine woke up.
        var waitsAgain = false

        /// The last verdict since somebody listens.
        var isInside: Bool?
        var beacon: BeaconIdentity?

        /// The time at which the machine has left if no signal comes; `nil` if it has left.
        var deadline: MonotonicInstant? { isInside == false ? nil : latest + BeaconWatch.longestSilence }
    }

    /// The time without any signal after which the machine has left.
    ///
    /// A beacon advertises several times a second, but radios miss much, and a person who turns around hides it for seconds.
    static let longestSilence: Duration = .seconds(30)

    private var watched: [BeaconCondition: Watched] = [:]
    private(set) var isListening = false

    mutating func setListening(_ isListening: Bool, at now: MonotonicInstant) {
        self.isListening = isListening
        watched = watched.mapValues { Watched(regions: $0.regions, latest: now) }
    }

    // MARK: Regions

    mutating func add(_ region: RegionNumber, _ condition: BeaconCondition, at now: MonotonicInstant) {
        watched[condition, default: Watched(latest: now)].regions.insert(region)
    }

    mutating func remove(_ region: RegionNumber, _ condition: BeaconCondition) {
        watched[condition]?.regions.remove(region)
        if watched[condition]?.regions.isEmpty == true { watched[condition] = nil }
    }

    /// Returns whether the machine is near beacons of a condition; `nil` if that is not known now.
    func isInside(_ condition: BeaconCondition) -> Bool? { watched[condition]?.isInside }

    /// Returns the crossing of a region that was added after its condition was judged.
    func crossing(
        of region: RegionNumber,
        _ condition: BeaconCondition,
        at now: MonotonicInstant
    ) -> RegionCrossing? {
        guard let known = watched[condition], let isInside = known.isInside else { return nil }
        let heard = isInside ? known.beacon.map(RegionCrossing.Evidence.heard) : nil
        let evidence = heard ?? .silent(known.latest.duration(to: now))
        return RegionCrossing(region: region, isInside: isInside, evidence: evidence)
    }

    // MARK: Signals

    /// Records a beacon that was heard, and returns the regions that the machine has entered.
    mutating func hear(_ beacon: BeaconIdentity, at now: MonotonicInstant) -> [RegionCrossing] {
        guard isListening else { return [] }
        var crossings: [RegionCrossing] = []
        for condition in [
            BeaconCondition(uuid: beacon.uuid), BeaconCondition(uuid: beacon.uuid, major: beacon.major),
            BeaconCondition(uuid: beacon.uuid, major: beacon.major, minor: beacon.minor),
        ] {
            guard var known = watched[condition] else { continue }
            (known.latest, known.waitsAgain, known.beacon) = (now, false, beacon)
            watched[condition] = known
            if known.isInside != true { crossings += judge(condition, isInside: true, .heard(beacon)) }
        }
        return crossings
    }

    /// Returns the crossings of the regions without a signal for too long.
    ///
    /// Nobody listened while the machine slept: a silence whose end is noticed that late begins again. It
    /// does so once, or a machine that never stays awake for long enough would never leave a region.
    mutating func removeDue(at now: MonotonicInstant) -> [RegionCrossing] {
        guard let nextDeadline, nextDeadline <= now else { return [] }
        var crossings: [RegionCrossing] = []
        for condition in watched.keys.sorted() {
            guard let known = watched[condition], let deadline = known.deadline, deadline <= now else {
                continue
            }
            if deadline + RegionWatch.longestDelay < now, !known.waitsAgain {
                watched[condition]?.latest = now
                watched[condition]?.waitsAgain = true
            } else {
                crossings += judge(condition, isInside: false, .silent(known.latest.duration(to: now)))
            }
        }
        return crossings
    }

    var nextDeadline: MonotonicInstant? {
        isListening ? watched.values.lazy.compactMap(\.deadline).min() : nil
    }

    private mutating func judge(
        _ condition: BeaconCondition,
        isInside: Bool,
        _ evidence: RegionCrossing.Evidence
    ) -> [RegionCrossing] {
        watched[condition]?.isInside = isInside
        return (watched[condition]?.regions.sorted() ?? []).map {
            RegionCrossing(region: $0, isInside: isInside, evidence: evidence)
        }
    }
}
