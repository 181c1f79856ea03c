import LocationModel

/// The track of one receiver's fixes, which decides whether a fix is credible.
///
/// A fix is credible when the movement so far explains it. An unexplained fix is kept as a candidate. Either it is an
/// outlier, and the next fix continues from the old place, or it is true, and the next fixes continue from the new one.
/// The number that must agree depends on whether a vehicle could have reached the new place.
struct SignificantChangeTrack: Hashable, Codable, Sendable {
    /// The error of a fix that does not matter, in metres.
    var toleranceMeters: Double

    private(set) var latest: Waypoint?
    private var begunAt = 0.0
    private var candidate: Candidate?
    private var doubtfulSince: Double?

    init(toleranceMeters: Double) {
        self.toleranceMeters = toleranceMeters
    }

    /// Judges the next fix, at `seconds` on the receiver's own time line, and returns the doubt about it, if any.
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

/// A candidate place that the track does not explain, with the fixes that agree on it.
private struct Candidate: Hashable, Codable {
    /// The time after which a self-contradicting receiver is believed all the same, in seconds.
    static let longestDoubt = 60.0

    /// The time after which a new track outlasts any old one, in seconds.
    static let longestRivalry = 11.0

    /// The longest wait at the start for a better fix than a poor one, in seconds.
    static let longestStart = 30.0

    /// The radius of a 95 % circle beyond which a first fix is poor, in metres.
    static let poorErrorMeters = 100.0

    /// The distance beyond their errors by which the very first fixes may disagree, in metres.
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

    /// Returns whether the candidate replaces a track that lasted for `seconds`.
    ///
    /// Three fixes confirm it, because a wild one after a gap is sometimes followed by another like it. Fewer suffice
    /// where fixes come so slowly that they are independent. Where no vehicle could have reached the place, one of the
    /// two tracks is wrong, probably the shorter one; a receiver with so large an error may keep it for a while.
    func isConfirmed(againstTrackOf seconds: Double) -> Bool {
        let span = last.seconds - first.seconds
        let isEnough = count >= 3 && span >= 1.5 || count >= 2 && span >= 5
        return isEnough && (isReachable || span >= min(seconds, Self.longestRivalry))
    }
}
