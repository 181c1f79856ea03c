import LocationModel

/// What one receiver's fixes say of it: whether they can be true, how accurate they are, how often they come.
///
/// Every receiver is judged by its own past only, so that the difference between two of them is never taken for a
/// jump of one.
struct ReceiverTrail: Hashable, Sendable {
    /// Metres that a fix may be off without being held back, where a significant change tolerates no less.
    static let toleranceMeters = 30.0

    /// Seconds over which the stated accuracy is smoothed: it changes with every satellite that comes and goes.
    private static let smoothingSeconds = 30.0

    /// How many of its intervals a receiver may miss before another is followed in its place.
    private static let patienceInIntervals = 2.5
    private static let shortestPatience: Duration = .seconds(5)
    private static let longestPatience: Duration = .seconds(25)

    /// Since when, and by how many fixes, a receiver has been the better choice.
    struct Advantage: Hashable {
        var since: MonotonicInstant
        var fixes: Int
    }

    /// Why the machine is probably not where its last fix says; `nil` when it is.
    private(set) var doubt: FixDoubt? = .unproven(agreeingFixes: 0)

    /// When its last fix arrived.
    private(set) var lastFixAt: MonotonicInstant

    /// Its last fix.
    private(set) var lastFix: Fix

    /// The radius that it states to hold the truth with 68 % probability, smoothed; `nil` when it states none.
    private(set) var accuracyMeters: Double?

    /// How it has been the better choice than the receiver that is followed, while it has.
    var advantage: Advantage?

    private var hasPosition = true
    private var timeLine = TimeLine()
    private var track: SignificantChangeTrack
    private var interval = ReportingInterval()

    /// Begins with the first fix.
    init(
        _ fix: Fix,
        observedAt: MonotonicInstant,
        toleranceMeters: Double,
        at now: MonotonicInstant
    ) {
        lastFix = fix
        lastFixAt = now
        track = SignificantChangeTrack(toleranceMeters: min(toleranceMeters, Self.toleranceMeters))
        accuracyMeters = fix.accuracy?.horizontal68Meters
        judge(fix, observedAt)
    }

    /// Adds the next fix, and returns whether it can be where the machine is.
    mutating func add(
        _ fix: Fix,
        observedAt: MonotonicInstant,
        toleranceMeters: Double,
        at now: MonotonicInstant
    ) -> Bool {
        let gap = lastFixAt.duration(to: now)
        interval.record(gap: gap)
        lastFixAt = now
        lastFix = fix
        hasPosition = true
        if let stated = fix.accuracy?.horizontal68Meters, let smoothed = accuracyMeters {
            accuracyMeters = smoothed + (stated - smoothed) * min(1, gap.inSeconds / Self.smoothingSeconds)
        } else {
            accuracyMeters = fix.accuracy?.horizontal68Meters
        }
        track.toleranceMeters = min(toleranceMeters, Self.toleranceMeters)
        judge(fix, observedAt)
        return isCredible
    }

    /// Records that the receiver says that it has no position any more.
    mutating func losePosition() {
        hasPosition = false
        advantage = nil
    }

    /// Whether the last fix can be where the machine is.
    var isCredible: Bool { doubt == nil }

    /// How long the receiver may give no fix before another is followed in its place.
    var patience: Duration {
        guard let median = interval.median else { return Self.shortestPatience }
        return min(max(median * Self.patienceInIntervals, Self.shortestPatience), Self.longestPatience)
    }

    /// Whether its last fix is recent enough for it to be followed.
    func isGiving(at now: MonotonicInstant) -> Bool {
        hasPosition && lastFixAt.duration(to: now) < patience
    }

    /// Returns the metres between its last fix and another receiver's, less what their errors and the movement
    /// between them explain; not above zero where they agree.
    func contradictionMeters(to other: ReceiverTrail) -> Double {
        let between = lastFixAt.duration(to: other.lastFixAt).inSeconds
        let speed = max(lastFix.speedMetersPerSecond ?? 0, other.lastFix.speedMetersPerSecond ?? 0)
        return lastFix.coordinate.distanceMeters(to: other.lastFix.coordinate) - abs(between) * speed
            - lastFix.assumedError95Meters - other.lastFix.assumedError95Meters
    }

    private mutating func judge(_ fix: Fix, _ observedAt: MonotonicInstant) {
        _ = timeLine.advance(to: observedAt)
        doubt = track.judge(fix, atSeconds: timeLine.seconds)
    }
}
