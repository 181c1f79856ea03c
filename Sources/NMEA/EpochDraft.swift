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

    private(set) var gst: GST?
    private(set) var gbs: GBS?

    /// The error estimate of a proprietary sentence.
    private(set) var statedAccuracy: StatedAccuracy?

    /// The strengths of the satellites' signals.
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
    private var qualityPrecedence = 0
    private var hasRMCMotion = false

    @inline(always)
    mutating func merge(_ gga: GGA) {
        statesSolution = true
        update(satellitesUsed: gga.satellitesUsed)
        guard let quality = gga.quality else {
            recordNoSolution()
            return
        }
        hasDetails = true
        update(position: gga.position)
        update(quality: quality, precedence: 4)
        horizontalDilution = gga.horizontalDilution ?? horizontalDilution
        altitudeMeters = gga.altitudeMeters ?? altitudeMeters
        geoidSeparationMeters = gga.geoidSeparationMeters ?? geoidSeparationMeters
    }

    mutating func merge(_ gns: GNS) {
        statesSolution = true
        update(satellitesUsed: gns.satellitesUsed)
        guard let quality = gns.quality else {
            if gns.statesQuality { recordNoSolution() }
            return
        }
        hasDetails = true
        update(position: gns.position)
        update(quality: quality, precedence: 3)
        horizontalDilution = gns.horizontalDilution ?? horizontalDilution
        altitudeMeters = gns.altitudeMeters ?? altitudeMeters
        geoidSeparationMeters = gns.geoidSeparationMeters ?? geoidSeparationMeters
    }

    @inline(always)
    mutating func merge(_ rmc: RMC) {
        statesSolution = true
        if !hasFullDate { midnight = rmc.midnight ?? midnight }
        guard let quality = rmc.quality else {
            recordNoSolution()
            return
        }
        update(position: rmc.position)
        update(quality: quality, precedence: 2)
        speedMetersPerSecond = rmc.speedMetersPerSecond ?? speedMetersPerSecond
        courseDegrees = rmc.courseDegrees ?? courseDegrees
        hasRMCMotion = rmc.speedMetersPerSecond != nil
    }

    mutating func merge(_ gll: GLL) {
        statesSolution = true
        guard let quality = gll.quality else {
            recordNoSolution()
            return
        }
        update(position: gll.position)
        update(quality: quality, precedence: 1)
    }

    mutating func merge(_ zda: ZDA) {
        guard let full = zda.date else { return }
        midnight = full.midnight
        hasFullDate = true
    }

    mutating func merge(_ gst: GST) { self.gst = gst }

    mutating func merge(_ gbs: GBS) { self.gbs = gbs }

    mutating func merge(_ accuracy: StatedAccuracy?) { statedAccuracy = accuracy ?? statedAccuracy }

    mutating func merge(_ pubx: PUBX00) {
        statesSolution = true
        update(satellitesUsed: pubx.satellitesUsed)
        guard let quality = pubx.quality else {
            recordNoSolution()
            return
        }
        update(position: pubx.position)
        // GGA, GNS and RMC report carrier-phase solutions; PUBX,00 does not.
        update(quality: quality, precedence: 0)
        dimensions = dimensions ?? pubx.dimensions
        horizontalDilution = horizontalDilution ?? pubx.horizontalDilution
        verticalDilution = verticalDilution ?? pubx.verticalDilution
        merge(StatedAccuracy(pubx))
        guard !hasRMCMotion else { return }
        speedMetersPerSecond = pubx.speedMetersPerSecond ?? speedMetersPerSecond
        courseDegrees = pubx.courseDegrees ?? courseDegrees
    }

    /// Merges the sentences without a time.
    ///
    /// The values are passed `inout` to avoid a copy; they are not changed.
    mutating func merge(_ untimed: inout UntimedValues) {
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

    private mutating func recordNoSolution() {
        if time == nil { isUntimedVoid = true } else { isTimedVoid = true }
    }

    /// Keeps the position with more digits, and the later one if both have equally many.
    @inline(always)
    private mutating func update(position candidate: Position?) {
        guard let candidate, candidate.digits >= position?.digits ?? 0 else { return }
        position = candidate
    }

    /// Keeps the larger count, because sentences of a single system count only their own satellites (Telit's GAGGA).
    @inline(always)
    private mutating func update(satellitesUsed count: Int?) {
        guard let count else { return }
        satellitesUsed = max(count, satellitesUsed ?? 0)
    }

    @inline(always)
    private mutating func update(quality candidate: FixQuality, precedence: Int) {
        if time != nil { isUntimedVoid = false }
        guard candidate != .unknown, precedence >= qualityPrecedence else { return }
        quality = candidate
        qualityPrecedence = precedence
    }
}

/// The content of the sentences without a time (VTG and GSA) that are not yet assigned to an epoch.
struct UntimedValues: Hashable, Sendable {
    private(set) var motion: VTG?
    private(set) var satellites: GSA?

    /// Whether there is no VTG and no GSA.
    private(set) var isEmpty = true

    mutating func merge(_ vtg: VTG) {
        motion = vtg
        isEmpty = false
    }

    mutating func merge(_ gsa: GSA) {
        guard gsa.mode != nil else { return }
        satellites = gsa
        isEmpty = false
    }

    mutating func removeAll() {
        motion = nil
        satellites = nil
        isEmpty = true
    }
}
