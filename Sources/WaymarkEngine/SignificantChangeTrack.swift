import LocationModel

/// Follows one receiver's fixes and tells which of them can be where the machine is.
///
/// A fix is credible when the movement so far explains it. One that it does not explain is kept aside: either
/// it is an outlier, and the next fix goes on from the old place, or it is true, and the next fixes go on from
/// the new one. How many must agree depends on whether a vehicle could have come there at all.
struct SignificantChangeTrack: Hashable, Sendable {
    /// The metres that a fix may be off without mattering.
    var toleranceMeters: Double

    private(set) var latest: Waypoint?
    private var begunAt = 0.0
    private var candidate: Candidate?
    private var doubtfulSince: Double?

    init(toleranceMeters: Double) {
        self.toleranceMeters = toleranceMeters
    }

    /// Judges the next fix, `seconds` on the receiver's own time line, and returns the doubt about its place, if any.
    mutating func judge(_ fix: Fix, atSeconds seconds: Double) -> FixDoubt? {
        var here = Waypoint(fix, atSeconds: seconds)
        let doubtfulSince = doubtfulSince ?? seconds
        self.doubtfulSince = doubtfulSince
        guard let latest else { return begin(with: here, doubtfulFor: seconds - doubtfulSince) }
        let distance = latest.coordinate.distanceMeters(to: here.coordinate)
        let expected = latest.expectedMeters(to: here)
        if distance <= expected + toleranceMeters {
            here.follow(latest, distanceMeters: distance)
            if latest.isLongAgo(for: here) { begunAt = seconds }
            accept(here)
            return nil
        }
        let reachable = latest.reachableMeters(to: here)
        let next = Candidate(
            candidate,
            continuedBy: here,
            isReachable: distance <= reachable + toleranceMeters,
            toleranceMeters: toleranceMeters
        )
        candidate = next
        if next.isConfirmed(againstTrackOf: latest.seconds - begunAt)
            || seconds - doubtfulSince >= Candidate.longestDoubt
        {
            begunAt = next.first.seconds
            accept(next.last, isBreak: !next.isReachable)
            return nil
        }
        return .implausible(
            distanceMeters: distance,
            explainedMeters: expected,
            elapsed: .seconds(max(0, here.seconds - latest.seconds))
        )
    }

    private mutating func begin(with here: Waypoint, doubtfulFor seconds: Double) -> FixDoubt? {
        let next = Candidate(
            candidate,
            continuedBy: here,
            isReachable: true,
            toleranceMeters: min(toleranceMeters, Candidate.toleranceAtStart)
        )
        candidate = next
        let isAccurate = here.errorMeters <= max(toleranceMeters, Candidate.poorErrorMeters)
        if next.isConfirmed(againstTrackOf: 0) && isAccurate
            || seconds >= Candidate.longestStart && next.count > 1
            || seconds >= Candidate.longestDoubt
        {
            begunAt = next.first.seconds
            accept(next.last)
            return nil
        }
        return .unproven(agreeingFixes: next.count)
    }

    private mutating func accept(_ here: Waypoint, isBreak: Bool = false) {
        var here = here
        here.isBreak = isBreak
        if let latest { here.remember(latest) }
        latest = here
        candidate = nil
        doubtfulSince = nil
    }
}

/// Fixes that agree among themselves on a place that the track does not explain.
private struct Candidate: Hashable {
    /// Seconds after which a receiver that contradicts itself is believed all the same.
    static let longestDoubt = 60.0

    /// Seconds after which a new track has lasted long enough against any old one.
    static let longestRivalry = 11.0

    /// Seconds to wait at the start for a better fix than a poor one.
    static let longestStart = 30.0

    /// Metres of a 95 % circle beyond which a first fix is worth waiting for a better one.
    static let poorErrorMeters = 100.0

    /// Metres beyond their errors that the first fixes of all may disagree.
    static let toleranceAtStart = 25.0

    var first: Waypoint
    var last: Waypoint
    var count: Int
    var isReachable: Bool

    init(_ earlier: Candidate?, continuedBy here: Waypoint, isReachable: Bool, toleranceMeters: Double) {
        if let earlier {
            var here = here
            let distance = earlier.last.coordinate.distanceMeters(to: here.coordinate)
            let whole = earlier.first.coordinate.distanceMeters(to: here.coordinate)
            if distance <= earlier.last.expectedMeters(to: here) + toleranceMeters,
                whole <= earlier.first.expectedMeters(to: here) + toleranceMeters
            {
                here.follow(earlier.last, distanceMeters: distance)
                first = earlier.first
                last = here
                count = earlier.count + 1
                self.isReachable = earlier.isReachable
                return
            }
        }
        first = here
        last = here
        count = 1
        self.isReachable = isReachable
    }

    /// Whether a track that lasted for some seconds must give way.
    ///
    /// Three fixes, because a wild one after a gap is sometimes followed by its like; fewer where they come so
    /// slowly that they are independent. Where no vehicle could have come there, one of the two tracks is wrong,
    /// and it is more likely the shorter one; a receiver that errs that much may do so for a while.
    func isConfirmed(againstTrackOf seconds: Double) -> Bool {
        let span = last.seconds - first.seconds
        let isEnough = count >= 3 && span >= 1.5 || count >= 2 && span >= 5
        return isEnough && (isReachable || span >= min(seconds, Self.longestRivalry))
    }
}
