import LocationModel

/// The history of one receiver's fixes: their credibility, accuracy and frequency.
///
/// Each receiver is judged by its own history only, so that a difference between two is never mistaken for a jump of
/// one.
struct ReceiverTrail: Equatable, Sendable {
    /// The error in metres at which a fix is not held back.
    static let toleranceMeters = 30.0

    /// The time over which the stated accuracy is smoothed, in seconds; it changes whenever a satellite comes or goes.
    private static let smoothingSeconds = 30.0

    /// The number of its intervals that a receiver may miss before another replaces it.
    private static let patienceInIntervals = 2.5
    private static let shortestPatience: Duration = .seconds(5)
    private static let longestPatience: Duration = .seconds(25)

    /// The time in seconds that a track must last before a contradiction of it counts.
    private static let provenSeconds = 60.0

    /// The time and number of fixes for which a receiver has been the better choice.
    struct Advantage: Equatable {
        var since: MonotonicInstant
        var fixes: Int
    }

    /// The doubt about the place of the last fix; `nil` when it is credible.
    private(set) var doubt: FixDoubt? = .unproven(agreeingFixes: 0)
    private(set) var lastFixAt: MonotonicInstant
    private(set) var lastFix: Fix

    /// The smoothed 68 % radius that the receiver states, in metres; `nil` when it states none.
    private(set) var accuracyMeters: Double?

    var advantage: Advantage?

    private(set) var trust = ReceiverTrust()

    private var hasPosition = true
    private var clock = ReceiverClock()
    private var track = SignificantChangeTrack(toleranceMeters: ReceiverTrail.toleranceMeters)
    private var interval = ReportingInterval()

    /// Whether the track was long enough before the last fix.
    private var wasProven = false

    init(_ fix: Fix, observedAt: MonotonicInstant, at now: MonotonicInstant) {
        lastFix = fix
        lastFixAt = now
        accuracyMeters = fix.accuracy?.horizontal68Meters
        judge(fix, observedAt)
    }

    mutating func add(_ fix: Fix, observedAt: MonotonicInstant, at now: MonotonicInstant) -> Bool {
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
        judge(fix, observedAt)
        return isCredible
    }

    mutating func losePosition() {
        hasPosition = false
        advantage = nil
    }

    var isCredible: Bool { doubt == nil }

    /// The time without a fix after which another receiver replaces this one.
    var patience: Duration {
        guard let median = interval.median else { return Self.shortestPatience }
        return min(max(median * Self.patienceInIntervals, Self.shortestPatience), Self.longestPatience)
    }

    /// Returns whether the last fix is recent enough to follow the receiver.
    func isGiving(at now: MonotonicInstant) -> Bool {
        hasPosition && lastFixAt.duration(to: now) < patience
    }

    /// Returns the distance in metres to another receiver's last fix that errors and movement do not explain.
    ///
    /// The result is zero or less when the two agree.
    func contradictionMeters(to other: ReceiverTrail) -> Double {
        let between = lastFixAt.duration(to: other.lastFixAt).inSeconds
        let speed = max(lastFix.speedMetersPerSecond ?? 0, other.lastFix.speedMetersPerSecond ?? 0)
        return lastFix.coordinate.distanceMeters(to: other.lastFix.coordinate) - abs(between) * speed
            - lastFix.assumedError95Meters - other.lastFix.assumedError95Meters
    }

    private mutating func judge(_ fix: Fix, _ observedAt: MonotonicInstant) {
        _ = clock.advance(to: observedAt)
        let earlier = track.latest
        doubt = track.judge(fix, atSeconds: clock.seconds, listenedFor: .zero)
        // A simulator may be anywhere at any time.
        guard fix.quality != .simulated else { return }
        let isProven = track.isLongerThan(Self.provenSeconds, atSeconds: clock.seconds)
        if doubt == nil, track.latest?.isBreak == true {
            trust.judge(fix, atSeconds: clock.seconds, abandoned: wasProven ? earlier : nil, isProven: false)
        } else {
            trust.judge(fix, atSeconds: clock.seconds, abandoned: nil, isProven: isProven)
        }
        wasProven = isProven
        if trust.verdict.trust == .contradicted, let finding = trust.verdict.finding {
            doubt = .contradicted(finding: finding)
        } else if trust.awaitsProof, doubt == nil {
            doubt = .unproven(agreeingFixes: 1)
        }
    }
}
