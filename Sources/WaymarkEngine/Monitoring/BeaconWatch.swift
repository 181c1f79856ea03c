import LocationModel
import Regions

/// A region around beacons that was entered or left, with the evidence.
struct BeaconCrossing: Hashable, Sendable {
    enum Evidence: Hashable {
        case heard(BeaconIdentity)

        /// No beacon of the region was heard for so long.
        case silent(Duration)
    }

    let region: RegionNumber
    let evidence: Evidence

    var isInside: Bool { if case .heard = evidence { true } else { false } }
}

/// The regions around beacons: the machine is in one from the first signal of a beacon on, until none has come for a while.
///
/// A sighting costs three look-ups, and the regions that it changes. Only what was judged since somebody listens counts.
struct BeaconWatch: Hashable, Sendable {
    private struct Watched: Hashable {
        var regions: Set<RegionNumber> = []

        /// When it was added, or somebody began to listen, or a beacon was heard last, or the machine woke up after its time
        /// was over.
        var latest: MonotonicInstant

        /// Whether ``latest`` is when the machine woke up.
        var waitsAgain = false
        var judgement: Judgement?
    }

    private struct Judgement: Hashable {
        let isInside: Bool
        let judgedAt: MonotonicInstant
    }

    /// The time without any signal after which the machine has left.
    ///
    /// A beacon advertises several times a second, but radios miss much, and a person who turns around hides it for seconds.
    static let longestSilence: Duration = .seconds(30)

    /// The most conditions that are judged in one turn.
    private static let piece = 256

    private var watched: [BeaconCondition: Watched] = [:]
    private var judgedNext = PriorityQueue<BeaconCondition, MonotonicInstant>()

    /// The time since when somebody listens; `nil` if nobody does.
    private(set) var listeningSince: MonotonicInstant?

    /// Records that somebody listens from now on, or nobody any more.
    mutating func setListening(_ isListening: Bool, at now: MonotonicInstant) {
        listeningSince = isListening ? now : nil
        guard isListening else { return }
        for condition in watched.keys.sorted() { wait(for: condition, from: now, isAgain: false) }
    }

    private mutating func wait(for condition: BeaconCondition, from now: MonotonicInstant, isAgain: Bool) {
        watched[condition]?.latest = now
        watched[condition]?.waitsAgain = isAgain
        judgedNext[condition] = now + Self.longestSilence
    }

    // MARK: Regions

    mutating func add(_ region: RegionNumber, _ condition: BeaconCondition, at now: MonotonicInstant) {
        if watched[condition] == nil {
            watched[condition] = Watched(latest: now)
            judgedNext[condition] = now + Self.longestSilence
        }
        watched[condition]?.regions.insert(region)
    }

    mutating func remove(_ region: RegionNumber, _ condition: BeaconCondition) {
        watched[condition]?.regions.remove(region)
        guard watched[condition]?.regions.isEmpty == true else { return }
        watched[condition] = nil
        judgedNext[condition] = nil
    }

    /// Returns whether the machine is near beacons of a condition; `nil` if that is not known now.
    func isInside(_ condition: BeaconCondition) -> Bool? {
        guard let listeningSince, let judgement = watched[condition]?.judgement,
            judgement.judgedAt >= listeningSince
        else { return nil }
        return judgement.isInside
    }

    /// Returns for how long no beacon of a condition was heard; `nil` unless the machine is known to be near none.
    func silence(of condition: BeaconCondition, at now: MonotonicInstant) -> Duration? {
        isInside(condition) == false ? watched[condition]?.latest.duration(to: now) : nil
    }

    // MARK: Signals

    /// Takes a beacon into account that was heard, and returns the regions that the machine is in now.
    mutating func hear(_ beacon: BeaconIdentity, at now: MonotonicInstant) -> [BeaconCrossing] {
        guard listeningSince != nil else { return [] }
        var crossings: [BeaconCrossing] = []
        for condition in [
            BeaconCondition(uuid: beacon.uuid), BeaconCondition(uuid: beacon.uuid, major: beacon.major),
            BeaconCondition(uuid: beacon.uuid, major: beacon.major, minor: beacon.minor),
        ] where watched[condition] != nil {
            watched[condition]?.latest = now
            watched[condition]?.waitsAgain = false
            guard isInside(condition) != true else { continue }
            judgedNext[condition] = now + Self.longestSilence
            crossings += judge(condition, .heard(beacon), at: now)
        }
        return crossings
    }

    /// Returns the regions without a signal for too long, as many as may be judged in one turn.
    ///
    /// Nobody listened while the machine slept: a silence whose end is noticed that late begins again. It does so once: a
    /// machine that is never awake for long enough would never leave a region.
    mutating func removeDue(at now: MonotonicInstant) -> [BeaconCrossing] {
        guard listeningSince != nil else { return [] }
        var crossings: [BeaconCrossing] = []
        for _ in 0..<Self.piece {
            guard let condition = judgedNext.removeFirst(upTo: now), let known = watched[condition] else {
                break
            }
            let end = known.latest + Self.longestSilence
            if end > now {
                judgedNext[condition] = end
            } else if end + RegionWatch.longestDelay < now, !known.waitsAgain {
                wait(for: condition, from: now, isAgain: true)
            } else {
                crossings += judge(condition, .silent(known.latest.duration(to: now)), at: now)
            }
        }
        return crossings
    }

    var nextDeadline: MonotonicInstant? { listeningSince == nil ? nil : judgedNext.first }

    private mutating func judge(
        _ condition: BeaconCondition,
        _ evidence: BeaconCrossing.Evidence,
        at now: MonotonicInstant
    ) -> [BeaconCrossing] {
        let crossings = (watched[condition]?.regions.sorted() ?? []).map {
            BeaconCrossing(region: $0, evidence: evidence)
        }
        watched[condition]?.judgement = Judgement(isInside: crossings.first?.isInside ?? false, judgedAt: now)
        return crossings
    }
}
