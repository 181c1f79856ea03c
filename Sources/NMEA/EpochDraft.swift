import LocationModel

/// The merged content of an epoch's sentences.
struct EpochDraft: Hashable, Sendable {
    /// The time of day of the epoch; `nil` until a sentence has one.
    var time: TimeOfDay?

    /// Midnight at the start of the day, if a sentence of this epoch has the date.
    private(set) var midnight: UTCInstant?

    /// Whether a sentence stated a solution or the lack of one.
    ///
    /// Other sentences, such as a ZDA sent at its own rate, do not make an epoch.
    private(set) var statesSolution = false

    private(set) var position: Position?
    private(set) var quality = FixQuality.unknown
    private(set) var satellitesUsed: Int?
    private(set) var altitudeMeters: Double?
    private(set) var geoidSeparationMeters: Double?
    private(set) var speedMetersPerSecond: Double?
    private(set) var courseDegrees: Double?
    private(set) var horizontalDilution: Double?
    private(set) var verticalDilution: Double?

    /// The mode of GSA: 1 without a fix, else the number of dimensions.
    private(set) var dimensions: Int?

    /// Whether a GGA or GNS stated the details of a solution.
    private(set) var hasDetails = false

    /// Whether a GSA stated dimensions or dilutions.
    private(set) var hasDilutions = false

    var gst: ErrorEstimate?
    var gbs: ErrorEstimate?

    /// The error estimate of a proprietary sentence.
    var statedAccuracy: FixAccuracy?
    var signals: SignalStrengths?

    /// Whether a sentence stated that there is no solution, which overrides the others.
    var isVoid: Bool { isTimedVoid || isUntimedVoid }

    private var isTimedVoid = false

    /// Whether a sentence stated so before the epoch had a time.
    ///
    /// Such a sentence is of the cycle before if one with a time gives a solution: receivers that have lost the time
    /// send it up to the cycle in which they find both.
    private var isUntimedVoid = false

    private var hasFullDate = false
    private var bestKind = Solution.Kind.pubx
    private var hasRMCMotion = false

    mutating func merge(_ solution: Solution) {
        statesSolution = true
        if !hasFullDate { midnight = solution.midnight ?? midnight }
        update(satellitesUsed: solution.satellitesUsed)
        guard let quality = solution.quality else {
            if solution.statesQuality {
                if time == nil { isUntimedVoid = true } else { isTimedVoid = true }
            }
            return
        }
        if time != nil { isUntimedVoid = false }
        // The position with more digits, and the later one if both have equally many.
        if let candidate = solution.position, candidate.digits >= position?.digits ?? 0 {
            position = candidate
        }
        if quality != .unknown, solution.kind.rawValue >= bestKind.rawValue {
            (self.quality, bestKind) = (quality, solution.kind)
        }
        altitudeMeters = solution.altitudeMeters ?? altitudeMeters
        geoidSeparationMeters = solution.geoidSeparationMeters ?? geoidSeparationMeters
        statedAccuracy = solution.accuracy ?? statedAccuracy
        if solution.kind == .gga || solution.kind == .gns { hasDetails = true }
        if solution.kind == .pubx {
            // What the standard sentences say counts more.
            dimensions = dimensions ?? solution.dimensions
            horizontalDilution = horizontalDilution ?? solution.horizontalDilution
            verticalDilution = verticalDilution ?? solution.verticalDilution
            guard !hasRMCMotion else { return }
        } else {
            horizontalDilution = solution.horizontalDilution ?? horizontalDilution
        }
        speedMetersPerSecond = solution.speedMetersPerSecond ?? speedMetersPerSecond
        courseDegrees = solution.courseDegrees ?? courseDegrees
        if solution.kind == .rmc { hasRMCMotion = solution.speedMetersPerSecond != nil }
    }

    mutating func merge(_ zda: ZDA) {
        guard let full = zda.date else { return }
        midnight = full.midnight
        hasFullDate = true
    }

    /// Merges the sentences without a time.
    mutating func merge(_ untimed: UntimedValues) {
        // RMC has time and motion together; VTG may belong to a neighbouring epoch and never overrides it.
        if let motion = untimed.motion, !hasRMCMotion {
            speedMetersPerSecond = motion.speedMetersPerSecond ?? speedMetersPerSecond
            courseDegrees = motion.courseDegrees ?? courseDegrees
        }
        guard let satellites = untimed.satellites else { return }
        hasDilutions = true
        dimensions = satellites.mode ?? dimensions
        horizontalDilution = horizontalDilution ?? satellites.horizontalDilution
        verticalDilution = satellites.verticalDilution ?? verticalDilution
    }

    /// Adds the details that an earlier GGA or GNS stated.
    mutating func addDetails(of earlier: EpochDraft) {
        update(satellitesUsed: earlier.satellitesUsed)
        if earlier.quality != .unknown { quality = earlier.quality }
        horizontalDilution = earlier.horizontalDilution ?? horizontalDilution
        altitudeMeters = altitudeMeters ?? earlier.altitudeMeters
        geoidSeparationMeters = geoidSeparationMeters ?? earlier.geoidSeparationMeters
    }

    /// Adds the speed and course that an earlier sentence stated.
    mutating func addMotion(of earlier: EpochDraft) {
        speedMetersPerSecond = earlier.speedMetersPerSecond
        courseDegrees = courseDegrees ?? earlier.courseDegrees
    }

    /// Adds the dimensions and dilutions that an earlier GSA stated.
    mutating func addDilutions(of earlier: EpochDraft) {
        dimensions = earlier.dimensions
        verticalDilution = verticalDilution ?? earlier.verticalDilution
        horizontalDilution = horizontalDilution ?? earlier.horizontalDilution
    }

    /// Keeps the larger count, because sentences of a single system count only their own satellites (Telit's GAGGA).
    private mutating func update(satellitesUsed count: Int?) {
        guard let count else { return }
        satellitesUsed = max(count, satellitesUsed ?? 0)
    }

    /// Returns the error estimate from the most direct figures; docs/accuracy.md gives them and their sources.
    func accuracy(mode: Fix.Mode) -> FixAccuracy {
        let model = RangeErrorModel(quality, signals: signals)
        var accuracy =
            gst?.accuracy ?? gbs?.accuracy ?? statedAccuracy
            ?? model.accuracy(horizontalDilution: horizontalDilution)
        // An altitude from three satellites or in a two-dimensional solution is carried over from an earlier one.
        let isSolved = mode == .threeDimensional && satellitesUsed ?? 4 >= 4
        if altitudeMeters == nil || !isSolved {
            accuracy.vertical68Meters = nil
        } else if accuracy.vertical68Meters == nil {
            accuracy.vertical68Meters = model.vertical68Meters(
                verticalDilution: verticalDilution,
                horizontalDilution: horizontalDilution
            )
        }
        return accuracy
    }
}

/// The sentences without a time that are not yet assigned to an epoch.
struct UntimedValues: Hashable, Sendable {
    var motion: VTG?

    /// The latest GSA that has a mode.
    var satellites: GSA?

    var isEmpty: Bool { motion == nil && satellites == nil }
}
