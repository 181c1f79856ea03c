import Glibc
package import LocationModel

/// The rule of the anchor watch: whether the antenna is within the circle around the anchor, beyond the errors of the fixes.
///
/// No single fix decides. Each says "outside" or "inside", with its own error taken into account, and counts for the time
/// since the fix before; what says otherwise takes away twice as much. So a run of wild fixes of up to ten seconds, as
/// receivers give them after a silence, is outweighed, and a boat at the end of its chain does not drag because the error
/// wanders.
///
/// Time between fixes is measured on the receiver's own time line, and silence on the clock of the machine.
package struct AnchorWatch: Equatable, Sendable {
    package enum Change: Hashable, Sendable, Evidential {
        case placed(radiusMeters: Double, errorMeters: Double)
        case dragging(distanceMeters: Double, radiusMeters: Double, outside: Duration)
        case holding(distanceMeters: Double, radiusMeters: Double)
        case unknown(cause: AnchorDoubt, elapsed: Duration)
    }

    package struct Reading: Hashable, Sendable {
        package var distanceMeters: Double
        package var radiusMeters: Double
    }

    /// What the fixes say since the last time that nothing was known.
    private struct Evidence: Equatable {
        /// How long fixes have said "outside", less twice the time in which they said otherwise.
        var outside = Duration.zero
        var outsideFixes = 0

        /// The time for which no fix has said "outside".
        var inside = Duration.zero
        var seen = Duration.zero
    }

    /// A place where the anchor may have been dropped, until enough fixes agree.
    private struct Candidate: Equatable {
        let fix: Fix

        /// Degrees clockwise from north, if a compass said so.
        let heading: Double?
        var agreed = Duration.zero
    }

    /// The fixes that are joined to one place of the swing.
    private struct Sample: Equatable {
        var sum = SIMD2<Double>.zero
        var count = 0.0
        var length = Duration.zero
    }

    /// The time for which fixes must say "outside" before the anchor drags, or anything at all after a gap.
    private static let proof: Duration = .seconds(20)
    private static let fewestFixes = 5

    /// The time for which all fixes must say "inside" before the anchor holds again.
    private static let rest: Duration = .seconds(60)

    /// The time for which fixes must agree before one of them is believed to be where the anchor was dropped.
    private static let agreement: Duration = .seconds(15)
    private static let agreementMeters = 50.0

    /// The longest time for which one fix counts, however long ago the one before was.
    private static let longestStep: Duration = .seconds(10)

    /// The 95 % error above which a fix says nothing, in metres.
    private static let largestErrorMeters = 50.0

    /// The time without a usable fix after which nothing is known.
    package static let patience: Duration = .seconds(30)

    /// The same for the receivers that go on when the anchor is dropped, and may be cold.
    private static let patienceAtDrop: Duration = .seconds(120)

    /// The time over which fixes are joined to one place of the swing.
    private static let swingSample: Duration = .seconds(10)
    private static let swingPoints = 96

    package private(set) var saved: SavedAnchor
    package private(set) var reading: Reading?

    private var evidence = Evidence()
    private var candidate: Candidate?
    private var sample = Sample()
    private var lastObservedAt: MonotonicInstant?

    /// The arrival of the last usable fix, or the time from which one is waited for.
    private var lastUsableAt: MonotonicInstant
    private var patience = AnchorWatch.patience
    private var latestDoubt: AnchorDoubt?

    /// Drops an anchor; with a fresh fix, at its place.
    package init(_ rode: AnchorRode, at fix: Fix?, heading: Double?, now: Moment) {
        self.init(restoring: SavedAnchor(rode, at: now.utc), at: now.instant)
        patience = Self.patienceAtDrop
        candidate = fix.map { Candidate(fix: $0, heading: heading) }
    }

    /// Continues after a restart with what was known before, and waits for the next fixes.
    package init(restoring saved: SavedAnchor, at now: MonotonicInstant) {
        self.saved = saved
        lastUsableAt = now
    }

    /// The radius of the circle, by the error of the latest fix, in metres.
    package var radiusMeters: Double {
        reading?.radiusMeters ?? saved.radiusMeters(error95Meters: saved.placeErrorMeters)
    }

    // MARK: Time

    /// The time at which the condition becomes unknown unless a usable fix comes.
    package var deadline: MonotonicInstant? {
        saved.condition == .unknown ? nil : lastUsableAt + patience
    }

    /// Returns the change that silence means, if it has lasted long enough.
    package mutating func advance(at now: Moment) -> Change? {
        guard let deadline, deadline <= now.instant else { return nil }
        return doubt(latestDoubt ?? .noPosition, at: now)
    }

    /// Records that the watch may not know the location, or may know it again.
    package mutating func permit(_ isPermitted: Bool, at now: Moment) -> Change? {
        if !isPermitted { return saved.doubt == .notPermitted ? nil : doubt(.notPermitted, at: now) }
        guard saved.doubt == .notPermitted else { return nil }
        saved.doubt = .noPosition
        lastUsableAt = now.instant
        return nil
    }

    private mutating func doubt(_ doubt: AnchorDoubt, at now: Moment) -> Change {
        become(.unknown, doubt, at: now)
        evidence = Evidence()
        return .unknown(cause: doubt, elapsed: lastUsableAt.duration(to: now.instant))
    }

    private mutating func become(_ condition: AnchorCondition, _ doubt: AnchorDoubt? = nil, at now: Moment) {
        (saved.condition, saved.doubt) = (condition, doubt)
        saved.since = now.utc
        saved.isSilenced = false
    }

    // MARK: Fixes

    /// Takes a fix into account; `heading` is that of the bow at present, in degrees.
    package mutating func consider(
        _ fix: Fix,
        isBelieved: Bool,
        heading: Double?,
        observedAt: MonotonicInstant,
        at now: Moment
    ) -> Change? {
        let error = fix.assumedError95Meters
        guard isBelieved, error <= Self.largestErrorMeters else {
            latestDoubt = isBelieved ? .inaccurate : .doubtful
            return nil
        }
        let step = lastObservedAt?.duration(to: observedAt) ?? .zero
        guard lastObservedAt == nil || step != .zero else { return nil }
        lastObservedAt = observedAt
        lastUsableAt = now.instant
        patience = Self.patience
        latestDoubt = nil
        // A receiver's time line may also begin anew.
        let isContinuous = step >= .zero && step <= Self.patience
        if !isContinuous { (evidence, sample) = (Evidence(), Sample()) }
        let credit = isContinuous ? min(step, Self.longestStep) : .zero
        guard let place = saved.place else { return findPlace(fix, heading, credit, at: now) }
        let reading = Reading(
            distanceMeters: place.distanceMeters(to: fix.coordinate),
            radiusMeters: saved.radiusMeters(error95Meters: error)
        )
        self.reading = reading
        count(reading, credit)
        if reading.distanceMeters <= reading.radiusMeters {
            recordSwing(place.offsetMeters(to: fix.coordinate), credit)
        }
        return judge(reading, at: now)
    }

    private mutating func count(_ reading: Reading, _ credit: Duration) {
        evidence.seen += credit
        if reading.distanceMeters > reading.radiusMeters {
            evidence.outside = min(evidence.outside + credit, Self.proof * 2)
            evidence.outsideFixes += 1
            evidence.inside = .zero
        } else {
            evidence.outside = max(evidence.outside - credit * 2, .zero)
            if evidence.outside == .zero { evidence.outsideFixes = 0 }
            evidence.inside += credit
        }
    }

    private mutating func judge(_ reading: Reading, at now: Moment) -> Change? {
        if saved.condition != .dragging, evidence.outside >= Self.proof,
            evidence.outsideFixes >= Self.fewestFixes
        {
            become(.dragging, at: now)
            return .dragging(
                distanceMeters: reading.distanceMeters,
                radiusMeters: reading.radiusMeters,
                outside: evidence.outside
            )
        }
        switch saved.condition {
        case .dragging: guard evidence.inside >= Self.rest else { return nil }
        case .unknown:
            guard saved.doubt != .notPermitted, evidence.seen >= Self.proof, evidence.outside == .zero else {
                return nil
            }
        case .holding, .placing: return nil
        }
        become(.holding, at: now)
        return .holding(distanceMeters: reading.distanceMeters, radiusMeters: reading.radiusMeters)
    }

    /// Believes a fix to be where the anchor was dropped once the fixes after it agree for a while.
    private mutating func findPlace(
        _ fix: Fix,
        _ heading: Double?,
        _ credit: Duration,
        at now: Moment
    ) -> Change? {
        guard var candidate else {
            self.candidate = Candidate(fix: fix, heading: heading)
            return nil
        }
        let distance = candidate.fix.coordinate.distanceMeters(to: fix.coordinate)
        if distance <= Self.agreementMeters + fix.assumedError95Meters {
            candidate.agreed += credit
        } else {
            candidate.agreed -= credit * 2
            if candidate.agreed <= .zero { candidate = Candidate(fix: fix, heading: heading) }
        }
        self.candidate = candidate
        guard candidate.agreed >= Self.agreement else { return nil }
        self.candidate = nil
        saved.placeErrorMeters = min(candidate.fix.assumedError95Meters, Self.largestErrorMeters)
        let bow = saved.rode.bowMeters
        saved.unknownBowMeters = candidate.heading == nil ? bow : 0
        let bearing = (candidate.heading ?? 0).inRadians
        saved.place = candidate.fix.coordinate.offset(
            eastMeters: candidate.heading == nil ? 0 : bow * sin(bearing),
            northMeters: candidate.heading == nil ? 0 : bow * cos(bearing)
        )
        become(.holding, at: now)
        return .placed(radiusMeters: radiusMeters, errorMeters: saved.placeErrorMeters)
    }

    // MARK: The swing

    /// Keeps the places to which the boat swings, if they are apart.
    private mutating func recordSwing(_ offset: (east: Double, north: Double), _ credit: Duration) {
        sample.sum += SIMD2(offset.east, offset.north)
        sample.count += 1
        sample.length += credit
        guard sample.length >= Self.swingSample else { return }
        let point = SwingPoint(sample.sum / sample.count)
        sample = Sample()
        let apart = max(3, saved.rode.swingMeters / 8)
        guard saved.swing.count < Self.swingPoints,
            !saved.swing.contains(where: { ($0.vector - point.vector).length < apart })
        else { return }
        saved.swing.append(point)
    }

    /// Moves the anchor's place to the middle of the swing, if the swing shows it, and changes the rode, if
    /// given.
    ///
    /// An alarm ends, and what the fixes say counts from now on.
    ///
    /// - Returns: Whether the swing shows the place.
    package mutating func set(_ rode: AnchorRode?, at now: Moment) -> Bool {
        if let rode { saved.rode = rode }
        let fit = SwingFit(saved.swing.map(\.vector), within: saved.rode.swingMeters)
        if let fit, let place = saved.place {
            saved.place = place.offset(eastMeters: fit.center.x, northMeters: fit.center.y)
            saved.swing = saved.swing.map { SwingPoint($0.vector - fit.center) }
            saved.placeErrorMeters = max(2, min(saved.placeErrorMeters, fit.residualMeters))
            saved.unknownBowMeters = 0
            saved.isFitted = true
        }
        (evidence, reading) = (Evidence(), nil)
        if saved.condition == .dragging { become(.holding, at: now) }
        return fit != nil
    }

    /// Records that somebody has heard the alarm, and returns whether there is one.
    package mutating func silence() -> Bool {
        guard saved.condition.isAlarm, !saved.isSilenced else { return false }
        saved.isSilenced = true
        return true
    }
}
