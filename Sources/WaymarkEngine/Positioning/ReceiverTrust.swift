import Glibc
import LocationModel

/// A check of one receiver's own reports, which notices a receiver that lies.
///
/// Each rule may find something at each fix. The worst finding is the verdict, until nothing as bad has been
/// found for a while. A receiver that was contradicted for an hour is believed again, because then nobody
/// knows which of two places was wrong.
struct ReceiverTrust: Hashable, Sendable {
    /// The time in seconds without a finding after which the verdict improves.
    private static let calmSeconds = 30.0
    static let longestSeconds = 3600.0

    /// The interference above which a receiver cannot be relied on.
    private static let strongInterference: UInt8 = 200

    private(set) var verdict = TrustVerdict.trusted

    private var motion = MotionCheck()
    private var reach = ReachCheck()
    private var clock = ClockCheck()
    private var signals = SignalCheck()
    private var heights = HeightCheck()
    private var antennaWasGood = false

    /// The time of the last finding that was as bad as the verdict, and of the first.
    private var foundAt = 0.0
    private var contradictedSince: Double?

    /// The lead of the receiver's time over its time line, in seconds; `nil` until known.
    var clockOffset: Double? { clock.reference }

    /// Whether the latest fixes are either as old as the silence before them, or only waited while the machine slept.
    var awaitsProof: Bool { clock.awaitsProof }

    /// Judges the next fix, at `seconds` on the receiver's own time line.
    ///
    /// `abandoned` is the last waypoint of the track that this fix has ended although no vehicle can have gone here, and
    /// `isProven` whether the receiver's track is established and the fix is on it.
    mutating func judge(
        _ fix: Fix,
        atSeconds seconds: Double,
        abandoned: Waypoint?,
        isProven: Bool
    ) {
        var found = signals.judge(fix.signs?.signals, seconds)
            .worse(clock.judge(fix.time, seconds))
            .worse(heights.judge(fix, seconds))
        switch (verdict.trust, verdict.finding) {
        case (.contradicted, .unexplainedMovement), (.contradicted, .unreachable):
            found = found.worse(motion.judge(fix, seconds, isProven: isProven))
                .worse(reach.judge(fix, seconds, abandoned: nil))
        case (.contradicted, _):
            // Where a lie ends, the position jumps, and no earlier place proves anything.
            (motion, reach) = (MotionCheck(), ReachCheck())
        default:
            found = found.worse(motion.judge(fix, seconds, isProven: isProven))
                .worse(reach.judge(fix, seconds, abandoned: abandoned))
        }
        if let level = fix.signs?.jamming, level >= Self.strongInterference {
            found = found.worse(TrustVerdict(trust: .doubtful, finding: .interference(level: Int(level))))
        }
        if let hasFault = fix.signs?.hasAntennaFault {
            // Receivers with a passive antenna always say that it is open.
            if hasFault, antennaWasGood {
                found = found.worse(TrustVerdict(trust: .doubtful, finding: .antennaFault))
            }
            antennaWasGood = antennaWasGood || !hasFault
        }
        conclude(found, seconds)
    }

    private mutating func conclude(_ found: TrustVerdict, _ seconds: Double) {
        if found.trust.rank >= verdict.trust.rank {
            foundAt = seconds
            if found.trust != verdict.trust || found.finding?.name == verdict.finding?.name {
                verdict = found
            }
        } else if seconds - foundAt >= Self.calmSeconds {
            verdict = found
            foundAt = seconds
        }
        guard verdict.trust == .contradicted else {
            contradictedSince = nil
            return
        }
        let since = contradictedSince ?? seconds
        contradictedSince = since
        if seconds - since >= Self.longestSeconds { self = ReceiverTrust() }
    }
}

/// A check that the displacement agrees with the speed and course that the receiver states.
///
/// These come from the Doppler shift, and an attacker who displaces the position has to forge them as well.
/// The check keeps the place to which they lead. Because they have errors too, that place drifts to the
/// position over two minutes, but not while the two are too far apart: then the position must come back, or
/// be explained, before it is believed.
private struct MotionCheck: Hashable {
    private static let fadingSeconds = 120.0

    /// The difference in metres, beyond the errors of the positions, that is never too great.
    private static let toleranceMeters = 100.0

    /// The error of speed and course as a fraction of the distance, once they have agreed with it, and
    /// before.
    ///
    /// Some receivers state speeds in another unit. The last is the error of a speed near zero, in metres per second.
    private static let errorPerMeter = 0.1
    private static let unknownErrorPerMeter = 1.2
    private static let errorAtRest = 0.3

    /// The length of the legs that are compared with speed and course, and the number that must agree.
    private static let comparedMeters = 150.0
    private static let agreementPerMeter = 0.2
    private static let agreementMeters = 30.0
    private static let fewestAgreements = 2

    /// The speed in metres per second below which a receiver may state that it rests.
    private static let restSpeed = 2.0

    /// The number of slow speeds that show that a receiver measures these, too.
    private static let slowFixes = 60

    /// The longest time between two fixes that their speeds describe, in seconds.
    private static let longestStep = 5.0

    /// The time in seconds, and the number of fixes, for which the difference must be too great.
    private static let doubtSeconds = 3.0
    private static let proofSeconds = 10.0
    private static let fewestFixes = 4

    private struct Step: Hashable {
        var coordinate: Coordinate
        var seconds: Double
        var speed: Double
        var courseDegrees: Double?

        /// The speed to the east and to the north, in metres per second; zero in an unknown direction.
        var velocity: SIMD2<Double> {
            courseDegrees.map { speed * SIMD2(sin($0.inRadians), cos($0.inRadians)) } ?? .zero
        }
    }

    /// A leg of the track, and the part of it that speed and course do not explain.
    private struct Leg: Hashable {
        var unexplained = SIMD2(0.0, 0.0)
        var meters = 0.0
    }

    private var last: Step?

    /// The place to which speed and course lead.
    private var expected: Coordinate?
    private var errorMeters = 0.0
    private var allowanceMeters = 0.0
    private var slowFixes = 0
    private var leg = Leg()
    private var agreements = 0
    private var exceededSince: Double?
    private var exceededFixes = 0

    mutating func judge(_ fix: Fix, _ seconds: Double, isProven: Bool) -> TrustVerdict {
        guard let speed = fix.speedMetersPerSecond else {
            last = nil
            return restart()
        }
        if speed > 0, speed < 1 { slowFixes += 1 }
        let here = Step(
            coordinate: fix.coordinate,
            seconds: seconds,
            speed: speed,
            courseDegrees: fix.courseDegrees
        )
        let before = last
        last = here
        guard let before, isProven || exceededSince != nil else { return restart() }
        let elapsed = seconds - before.seconds
        guard elapsed > 0 else { return verdict(seconds) }
        if elapsed > Self.longestStep {
            guard exceededSince != nil else { return restart() }
            allowanceMeters += ReachCheck.meters(in: elapsed, from: before.speed, to: speed)
        }
        add(before, here, elapsed)
        errorMeters = max(fix.assumedError95Meters, errorMeters)
        if unexplainedMeters > limitMeters {
            exceededSince = exceededSince ?? seconds
            exceededFixes += 1
        } else {
            if exceededSince != nil { _ = restart() }
            decay(elapsed, to: here.coordinate)
        }
        return verdict(seconds)
    }

    private var unexplainedMeters: Double {
        guard let expected, let last else { return 0 }
        return expected.distanceMeters(to: last.coordinate)
    }
    private var limitMeters: Double { Self.toleranceMeters + 2 * errorMeters + allowanceMeters }

    private func verdict(_ seconds: Double) -> TrustVerdict {
        guard let exceededSince, exceededFixes >= Self.fewestFixes else { return .trusted }
        let lasted = seconds - exceededSince
        guard lasted >= Self.doubtSeconds else { return .trusted }
        return TrustVerdict(
            trust: lasted >= Self.proofSeconds ? .contradicted : .doubtful,
            finding: .unexplainedMovement(distanceMeters: unexplainedMeters, explainedMeters: limitMeters)
        )
    }

    private mutating func add(_ before: Step, _ here: Step, _ elapsed: Double) {
        let offset = before.coordinate.offsetMeters(to: here.coordinate)
        let moved = SIMD2(offset.east, offset.north)
        let way = (before.velocity + here.velocity) / 2 * elapsed
        expected = (expected ?? before.coordinate).offset(eastMeters: way.x, northMeters: way.y)
        let speed = (before.speed + here.speed) / 2
        let isDirected = (before.courseDegrees != nil && here.courseDegrees != nil) || speed == 0
        let errorPerMeter =
            agreements >= Self.fewestAgreements ? Self.errorPerMeter : Self.unknownErrorPerMeter
        // A step in an unknown direction explains as much in any direction.
        allowanceMeters += speed * elapsed * (isDirected ? errorPerMeter : 1 + errorPerMeter)
        guard exceededSince == nil else {
            allowanceMeters += Self.errorAtRest * elapsed
            return
        }
        if isDirected { compare(moved - way, speed * elapsed) }
        let measuresSlowly = slowFixes >= Self.slowFixes
        allowanceMeters +=
            max(measuresSlowly ? Self.errorAtRest : Self.restSpeed - speed, Self.errorAtRest) * elapsed
    }

    /// Learns whether speed and course agree with the track.
    private mutating func compare(_ unexplained: SIMD2<Double>, _ meters: Double) {
        leg.unexplained += unexplained
        leg.meters += meters
        guard leg.meters >= Self.comparedMeters else { return }
        let difference = (leg.unexplained * leg.unexplained).sum().squareRoot()
        let agrees = difference <= Self.agreementMeters + Self.agreementPerMeter * leg.meters
        agreements = agrees ? min(agreements + 1, 20) : max(agreements - 4, 0)
        leg = Leg()
    }

    private mutating func decay(_ elapsed: Double, to here: Coordinate) {
        let factor = exp(-elapsed / Self.fadingSeconds)
        expected = expected?.moved(toward: here, by: 1 - factor)
        allowanceMeters *= factor
        errorMeters *= factor
    }

    private mutating func restart() -> TrustVerdict {
        (expected, errorMeters, allowanceMeters) = (nil, 0, 0)
        leg = Leg()
        (exceededSince, exceededFixes) = (nil, 0)
        return .trusted
    }
}

/// A check that a vehicle can have gone from the last believed place to where the receiver says it is.
private struct ReachCheck: Hashable {
    /// The speed of a vehicle on the ground, and of any, in metres per second.
    static let speed = 60.0
    private static let longestSpeed = 350.0

    /// The acceleration of a sports car, in metres per second squared.
    private static let acceleration = 5.0

    /// Returns the distance that a vehicle on the ground may have covered in a silence, between two speeds.
    static func meters(in seconds: Double, from start: Double, to end: Double) -> Double {
        let faster = max(start, end)
        return max(
            faster * seconds,
            min(faster * seconds + acceleration / 4 * seconds * seconds, speed * seconds)
        )
    }
    private static let toleranceMeters = 100.0

    private var origin: Waypoint?

    mutating func judge(_ fix: Fix, _ seconds: Double, abandoned: Waypoint?) -> TrustVerdict {
        origin = origin ?? abandoned
        guard let origin else { return .trusted }
        let elapsed = max(0, seconds - origin.seconds)
        let distance = origin.coordinate.distanceMeters(to: fix.coordinate)
        let explained =
            Self.toleranceMeters + origin.errorMeters + fix.assumedError95Meters
            + (fix.speedMetersPerSecond.map { max(Self.speed, $0, origin.speed ?? 0) } ?? Self.longestSpeed)
            * elapsed
        guard distance > explained else {
            self.origin = nil
            return .trusted
        }
        return TrustVerdict(
            trust: .contradicted,
            finding: .unreachable(distanceMeters: distance, elapsed: .seconds(elapsed))
        )
    }
}

/// A check that the receiver's time goes on like the machine's clock.
private struct ClockCheck: Hashable {
    /// The difference that a connection may make, in seconds.
    private static let toleranceSeconds = 1.5

    /// The largest step, in seconds, that has ordinary causes: leap seconds that become known, or a slow connection.
    private static let ordinarySeconds = 20.0

    /// The silence in seconds after which a receiver may have set its clock.
    private static let silenceSeconds = 30.0

    /// The time in seconds, and the number of fixes, for which a step must last.
    private static let proofSeconds = 10.0
    private static let fewestFixes = 5

    /// The same for reports that are as old as the silence before them, and one more fix.
    private static let delaySeconds = 3.0

    /// The time in seconds after its first fix in which a receiver may set its clock: it may begin with a
    /// wrong date.
    private static let settlingSeconds = 10.0

    /// The time in seconds for which a receiver is doubted after a small step.
    private static let doubtSeconds = 60.0

    /// How far the receiver's time was ahead of its time line, in seconds.
    private(set) var reference: Double?

    /// The place on the time line where the receiver's time was last learned anew, and the fixes since then.
    private var learnedSince = 0.0
    private var fixes = 0

    /// The place on the time line of the latest fix with a time.
    private var latest: Double?

    private var jump: Jump?

    /// The small step for which the receiver is doubted, and the place on the time line where that ends.
    private var doubtedStep = 0.0
    private var doubtedUntil = 0.0

    /// A difference from ``reference`` that is seen, but has not lasted long enough to be a step of the clock.
    private struct Jump: Hashable {
        var seconds: Double
        var since: Double
        var fixes: Int

        /// Whether it is as long as the silence before it, and the next times will show whether it lasts.
        var isDelay = false

        func isProven(at seconds: Double) -> Bool { seconds - since >= proofSeconds && fixes >= fewestFixes }
    }

    var awaitsProof: Bool { jump?.isDelay ?? false }

    mutating func judge(_ time: UTCInstant?, _ seconds: Double) -> TrustVerdict {
        guard let time else {
            // A receiver that gives no time any more shows nothing. Reports that only waited come at once.
            if let jump, seconds - jump.since >= Self.proofSeconds { self.jump?.isDelay = false }
            return .trusted
        }
        let silence = latest.map { seconds - $0 } ?? 0
        latest = seconds
        let offset = UTCInstant(secondsSince1970: 0).duration(to: time).inSeconds - seconds
        let wasSilent = silence >= Self.silenceSeconds
        // A clock that stood still in the silence was delayed, and was not set.
        let mayBeSet =
            wasSilent && abs((reference ?? offset) - offset - silence) > Self.toleranceSeconds
        guard let reference, !mayBeSet, fixes >= Self.fewestFixes,
            seconds - learnedSince >= Self.settlingSeconds
        else {
            learn(offset, seconds, anew: mayBeSet)
            return .trusted
        }
        let difference = offset - reference
        guard abs(difference) > Self.toleranceSeconds else {
            self.reference = reference + difference * 0.01
            jump = nil
            return doubt(seconds)
        }
        watch(difference, afterSilence: wasSilent, seconds)
        guard let jump, jump.isProven(at: seconds) else { return doubt(seconds) }
        guard abs(difference) <= Self.ordinarySeconds else {
            return TrustVerdict(trust: .contradicted, finding: .clockStep(step: .seconds(difference)))
        }
        (doubtedStep, doubtedUntil) = (difference, seconds + Self.doubtSeconds)
        self.reference = offset
        self.jump = nil
        return doubt(seconds)
    }

    /// Learns the receiver's time, while it may still set its clock.
    private mutating func learn(_ offset: Double, _ seconds: Double, anew mayBeSet: Bool) {
        jump = nil
        guard let reference, !mayBeSet, abs(reference - offset) <= Self.ordinarySeconds else {
            (self.reference, fixes, learnedSince) = (offset, 1, seconds)
            return
        }
        fixes += 1
        // The first reports may be late, and none is early.
        self.reference = max(reference, offset)
    }

    /// Watches whether a difference from the reference lasts.
    private mutating func watch(_ difference: Double, afterSilence wasSilent: Bool, _ seconds: Double) {
        if let jump, jump.isDelay || !wasSilent,
            abs(difference - jump.seconds) <= Self.toleranceSeconds
        {
            // With a report in each such silence, all may be late by one silence.
            self.jump?.fixes += 1
        } else if wasSilent {
            // The report is as old as the silence, and so will be those that follow, unless it only waited while the machine
            // slept: programs stop before devices do.
            jump = Jump(
                seconds: difference,
                since: seconds - Self.proofSeconds + Self.delaySeconds,
                fixes: Self.fewestFixes - 1,
                isDelay: true
            )
        } else {
            jump = Jump(seconds: difference, since: seconds, fixes: 1)
        }
    }

    private func doubt(_ seconds: Double) -> TrustVerdict {
        seconds < doubtedUntil
            ? TrustVerdict(trust: .doubtful, finding: .clockStep(step: .seconds(doubtedStep))) : .trusted
    }
}

/// A check that the signals differ in strength, as those from all over the sky do.
private struct SignalCheck: Hashable {
    /// The least spread of signals from the sky, in decibels.
    private static let leastSpread = 1.0
    private static let fewestSignals = 6

    /// The time in seconds, and the number of reports, for which they must be equal.
    private static let doubtSeconds = 5.0
    private static let proofSeconds = 20.0
    private static let fewestReports = 5

    private var equalSince: Double?
    private var reports = 0

    mutating func judge(_ signals: SignalStrengths?, _ seconds: Double) -> TrustVerdict {
        guard let signals else { return .trusted }
        guard signals.count >= Self.fewestSignals, signals.spreadDecibels < Self.leastSpread else {
            (equalSince, reports) = (nil, 0)
            return .trusted
        }
        let since = equalSince ?? seconds
        equalSince = since
        reports += 1
        guard seconds - since >= Self.doubtSeconds, reports >= Self.fewestReports else { return .trusted }
        return TrustVerdict(
            trust: seconds - since >= Self.proofSeconds ? .contradicted : .doubtful,
            finding: .equalSignals(signals: signals.count, spreadDecibels: signals.spreadDecibels)
        )
    }
}

/// A check that the altitude and the number of satellites do not jump together.
private struct HeightCheck: Hashable {
    private static let leastMeters = 100.0
    private static let fewestSatellites = 4
    private static let longestStep = 5.0

    private var altitude = 0.0
    private var error = 0.0
    private var satellites = 0
    private var seconds: Double?

    mutating func judge(_ fix: Fix, _ seconds: Double) -> TrustVerdict {
        guard let altitude = fix.altitudeMeters, let satellites = fix.satellitesUsed else { return .trusted }
        let error = 2 * (fix.accuracy?.vertical68Meters ?? Self.leastMeters / 4)
        defer {
            (self.altitude, self.error, self.satellites, self.seconds) = (
                altitude, error, satellites, seconds
            )
        }
        guard let last = self.seconds, seconds - last <= Self.longestStep else { return .trusted }
        let step = abs(altitude - self.altitude)
        let change = abs(satellites - self.satellites)
        guard step > Self.leastMeters + error + self.error, change >= Self.fewestSatellites else {
            return .trusted
        }
        return TrustVerdict(
            trust: .doubtful,
            finding: .altitudeStep(distanceMeters: step, satellites: change)
        )
    }
}
