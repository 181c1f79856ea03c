import LocationModel

/// The track of one receiver's fixes, which decides whether a fix is credible.
///
/// A fix is credible when the movement so far explains it. An unexplained fix is kept as a candidate. Either it is an
/// outlier, and the next fix continues from the old place, or it is true, and the next fixes continue from the new one.
/// The number that must agree depends on whether a vehicle could have reached the new place.
struct SignificantChangeTrack: Equatable, Sendable {
    /// The error of a fix that does not matter, in metres.
    var toleranceMeters: Double

    private(set) var latest: Waypoint?
    private var begunAt = 0.0
    private var candidate: Candidate?
    private var doubtfulSince: Double?

    /// The time until which the track may turn out to be wrong, in seconds.
    private var contestedUntil = 0.0

    /// The start of the first of the tracks that have replaced each other while they were contested, in seconds.
    private var contestedSince = 0.0

    init(toleranceMeters: Double) {
        self.toleranceMeters = toleranceMeters
    }

    func isLongerThan(_ length: Double, atSeconds seconds: Double) -> Bool {
        latest != nil && seconds - begunAt > length
    }

    /// Returns the seconds for which the track may still turn out to be wrong, because it replaced another; `nil` if it
    /// cannot any more.
    ///
    /// Its places are believed. But an announced change cannot be taken back, so it waits until a track that no vehicle
    /// could have begun has lasted as long as the one before; and until a receiver that was silent has settled. It waits
    /// for a minute at most, however many tracks replace each other.
    func contestedSeconds(at seconds: Double) -> Double? {
        let remaining = min(contestedUntil, contestedSince + Candidate.longestDoubt) - seconds
        return remaining > 0 ? remaining : nil
    }

    /// Returns the doubt about the next fix, at `seconds` on the receiver's own time line.
    ///
    /// Receivers have been on for `listened`: a pause of theirs is no silence.
    mutating func judge(
        _ fix: Fix,
        atSeconds seconds: Double,
        listenedFor listened: Duration
    ) -> FixDoubt? {
        var here = Waypoint(fix, atSeconds: seconds)
        let doubtfulSince = doubtfulSince ?? seconds
        self.doubtfulSince = doubtfulSince
        guard let latest else {
            // A phone or network compares measurements before it gives a place, and gives one seldom.
            let isFiltered = fix.origin == .phone || fix.origin == .network
            return begin(with: here, doubtfulFor: seconds - doubtfulSince, isFiltered: isFiltered)
        }
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
            contest(next, replacing: latest, listenedFor: listened.inSeconds)
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

    /// Records until when a new track may turn out to be wrong.
    private mutating func contest(
        _ next: Candidate,
        replacing latest: Waypoint,
        listenedFor listenedSeconds: Double
    ) {
        var seconds = next.isReachable ? 0 : min(latest.seconds - begunAt, Candidate.longestDoubt)
        let silence = min(latest.seconds(to: next.first), listenedSeconds)
        if silence >= Candidate.shortestSilence,
            latest.coordinate.distanceMeters(to: next.first.coordinate) <= Candidate.farthestWildMeters
        {
            seconds = max(seconds, Candidate.settlingSeconds)
        }
        if next.first.seconds >= contestedUntil { contestedSince = next.first.seconds }
        contestedUntil = next.first.seconds + seconds
    }

    private mutating func begin(
        with here: Waypoint,
        doubtfulFor seconds: Double,
        isFiltered: Bool
    ) -> FixDoubt? {
        let next = Candidate(
            candidate,
            continuedBy: here,
            isReachable: true,
            toleranceMeters: min(toleranceMeters, Candidate.toleranceAtStart)
        )
        candidate = next
        let isAccurate = here.errorMeters <= max(toleranceMeters, Candidate.poorErrorMeters)
        if (next.isConfirmed(againstTrackOf: 0) || isFiltered) && isAccurate
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
private struct Candidate: Equatable {
    /// The time after which a self-contradicting receiver is believed all the same, and a new track is right whatever
    /// the old one was, in seconds.
    static let longestDoubt = 60.0

    /// The time after which a new track outlasts any old one, in seconds.
    static let longestRivalry = 11.0

    /// The time without a fix after which the first fixes may be wild, in seconds.
    static let shortestSilence = 30.0

    /// The time within which a receiver that was silent ceases to be wild, in seconds.
    static let settlingSeconds = 11.0

    /// The farthest from the truth that fixes after a silence are wild, in metres; a machine farther away has
    /// travelled.
    static let farthestWildMeters = 1500.0

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

/// A place at a time, with the movement known there.
struct Waypoint: Hashable, Sendable {
    var coordinate: Coordinate
    var seconds: Double
    var errorMeters: Double

    /// The credible speed in metres per second: the receiver's own, otherwise derived from the distance.
    var speed: Double?

    /// The speed measured by the receiver, in metres per second.
    var measuredSpeed: Double?

    /// Whether no movement leads here from the previous fix, because one of two rival tracks was wrong.
    var isBreak = false

    /// The recent speed in metres per second, which fades over a quarter of an hour.
    private(set) var usualSpeed = 0.0

    /// The usual time between two fixes, in seconds.
    private var usualInterval: Double?
    private var utc: UTCInstant?

    init(_ fix: Fix, atSeconds seconds: Double) {
        coordinate = fix.coordinate
        self.seconds = seconds
        utc = fix.time
        errorMeters = fix.assumedError95Meters
        measuredSpeed = fix.speedMetersPerSecond
        speed = measuredSpeed
    }

    /// Returns the seconds to `later`, by arrival or by the receiver's clock, whichever is longer.
    ///
    /// Fixes delayed by a network arrive together, although minutes lie between them; only their own time shows it. A
    /// step of the receiver's clock by more than a minute is an error of that clock.
    func seconds(to later: Waypoint) -> Double {
        let arrived = max(0, later.seconds - seconds)
        guard let start = utc, let end = later.utc else { return arrived }
        let stated = start.duration(to: end).inSeconds
        return stated > arrived && stated <= arrived + 60 ? stated : arrived
    }

    /// Returns the most metres to `later` that the movement so far explains.
    func expectedMeters(to later: Waypoint) -> Double {
        let seconds = seconds(to: later)
        let start = min(seconds, Motion.startSeconds)
        let known = explainingSpeed(to: later, seconds: seconds)
        return errorMeters + later.errorMeters + Motion.liveliness * known * seconds
            + Motion.acceleration * start * start / 2
    }

    /// Returns the speed to assume between this fix and `later`, in metres per second.
    private func explainingSpeed(to later: Waypoint, seconds: Double) -> Double {
        guard let speed else { return Motion.surfaceSpeed }
        guard let usualInterval, seconds > Motion.gapIntervals * usualInterval else {
            return max(speed, usualSpeed, later.speed(within: seconds, from: speed))
        }
        return seconds > Motion.longestCoastSeconds
            ? 0 : max(speed, later.speed(within: seconds, from: speed))
    }

    /// Returns whether this fix is too old to predict `later`.
    func isLongAgo(for later: Waypoint) -> Bool { seconds(to: later) > Motion.longestCoastSeconds }

    private func speed(within seconds: Double, from earlier: Double) -> Double {
        min(speed ?? 0, earlier + Motion.acceleration * seconds)
    }

    /// Returns the most metres to `later` that a vehicle could cover.
    func reachableMeters(to later: Waypoint) -> Double {
        let seconds = seconds(to: later)
        let errors = errorMeters + later.errorMeters
        let cruise = max(speed ?? 0, Motion.surfaceSpeed)
        let farthest = cruise * seconds + Motion.sustainedAcceleration * seconds * seconds / 2
        guard let speed else { return errors + farthest }
        let accelerated = speed * seconds + Motion.acceleration * seconds * seconds / 2
        return errors + min(accelerated, farthest)
    }

    /// Derives the speed from the distance to `earlier` where the receiver reported none, or an impossible one.
    mutating func follow(_ earlier: Waypoint, distanceMeters: Double) {
        let elapsed = earlier.seconds(to: self)
        guard elapsed > 0 else {
            speed = speed ?? earlier.speed
            return
        }
        let most = (earlier.speed ?? Motion.surfaceSpeed) + Motion.acceleration * elapsed
        speed = min(speed ?? distanceMeters / elapsed, most)
    }

    /// Carries the recent speed over from `earlier`.
    mutating func remember(_ earlier: Waypoint) {
        let elapsed = earlier.seconds(to: self)
        let fading = max(0, 1 - elapsed / Motion.memorySeconds)
        if let usual = earlier.usualInterval {
            usualInterval = usual + (min(elapsed, Motion.gapIntervals * usual) - usual) * Motion.learningRate
        } else {
            usualInterval = elapsed
        }
        usualSpeed = max(min(speed ?? 0, earlier.speed ?? 0), earlier.usualSpeed * fading)
    }
}

/// The limits of vehicle movement.
private enum Motion {
    /// The highest short acceleration of a vehicle, in metres per second squared: a sports car, an airliner braking.
    static let acceleration = 5.0

    /// The sustained acceleration of an airliner, in metres per second squared.
    static let sustainedAcceleration = 1.0

    /// The highest sustained speed of a ground or water vehicle other than a fast train, in metres per second.
    static let surfaceSpeed = 60.0

    /// The length of an ordinary acceleration, in seconds.
    static let startSeconds = 4.0

    /// The ordinary factor by which a vehicle may exceed its last known speed.
    static let liveliness = 1.25

    /// The time over which the memory of movement fades, in seconds; stops on a journey are shorter.
    static let memorySeconds = 900.0

    /// The number of usual intervals that make a gap, in which the machine may have rested.
    static let gapIntervals = 4.0

    /// The time without a fix after which the last speed explains nothing, in seconds.
    ///
    /// It exceeds the pause between two changes; otherwise each of them would have to be confirmed.
    static let longestCoastSeconds = 330.0

    /// The weight of each new interval in the usual one.
    static let learningRate = 0.1
}

/// A receiver's time line, continued where the receiver's time steps back.
struct ReceiverClock: Equatable, Sendable {
    private var start: MonotonicInstant?
    private(set) var latest: MonotonicInstant?
    private var shift: Duration = .zero

    /// The time since the first fix, in seconds.
    private(set) var seconds = 0.0

    mutating func advance(to observedAt: MonotonicInstant) -> MonotonicInstant {
        if let latest, observedAt + shift < latest { shift = observedAt.duration(to: latest) }
        let now = observedAt + shift
        let start = start ?? now
        self.start = start
        latest = now
        seconds = start.duration(to: now).inSeconds
        return now
    }
}
