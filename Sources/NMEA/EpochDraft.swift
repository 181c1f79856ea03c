import LocationModel

/// What the sentences of one epoch have said so far.
struct EpochDraft: Hashable, Sendable {
    /// The time of day of the epoch; `nil` while no sentence of it had one.
    var time: TimeOfDay?

    /// Midnight at the start of the day, where a sentence of this epoch stated that.
    private(set) var midnight: UTCInstant?

    /// Whether a sentence was among them that states a solution or the lack of one.
    ///
    /// Others, such as a ZDA of another rhythm, do not make an epoch on their own.
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

    /// 1 without a fix, else the dimensions, as GSA said.
    private(set) var dimensions: Int?

    private(set) var noise: GST?
    private(set) var expectedErrors: GBS?

    /// The estimate of a maker's own sentence.
    private(set) var stated: StatedAccuracy?

    /// Whether a sentence said that there is no solution, whatever the others say.
    private(set) var isVoid = false

    private var hasFullDate = false
    private var qualityPrecedence = 0
    private var hasRMCMotion = false

    @inline(always)
    mutating func take(_ gga: GGA) {
        statesSolution = true
        guard let quality = gga.quality else {
            isVoid = true
            return
        }
        offer(gga.position)
        offer(quality, precedence: 4)
        offer(satellites: gga.satellitesUsed)
        horizontalDilution = gga.horizontalDilution ?? horizontalDilution
        altitudeMeters = gga.altitudeMeters ?? altitudeMeters
        geoidSeparationMeters = gga.geoidSeparationMeters ?? geoidSeparationMeters
    }

    mutating func take(_ gns: GNS) {
        statesSolution = true
        guard let quality = gns.quality else {
            if gns.statesQuality { isVoid = true }
            return
        }
        offer(gns.position)
        offer(quality, precedence: 3)
        offer(satellites: gns.satellitesUsed)
        horizontalDilution = gns.horizontalDilution ?? horizontalDilution
        altitudeMeters = gns.altitudeMeters ?? altitudeMeters
        geoidSeparationMeters = gns.geoidSeparationMeters ?? geoidSeparationMeters
    }

    @inline(always)
    mutating func take(_ rmc: RMC) {
        statesSolution = true
        if !hasFullDate { midnight = rmc.midnight ?? midnight }
        guard let quality = rmc.quality else {
            isVoid = true
            return
        }
        offer(rmc.position)
        offer(quality, precedence: 2)
        speedMetersPerSecond = rmc.speedMetersPerSecond ?? speedMetersPerSecond
        courseDegrees = rmc.courseDegrees ?? courseDegrees
        hasRMCMotion = rmc.speedMetersPerSecond != nil
    }

    mutating func take(_ gll: GLL) {
        statesSolution = true
        guard let quality = gll.quality else {
            isVoid = true
            return
        }
        offer(gll.position)
        offer(quality, precedence: 1)
    }

    mutating func take(_ zda: ZDA) {
        guard let full = zda.date else { return }
        midnight = full.midnight
        hasFullDate = true
    }

    mutating func take(_ gst: GST) { noise = gst }

    mutating func take(_ gbs: GBS) { expectedErrors = gbs }

    mutating func take(_ accuracy: StatedAccuracy?) { stated = accuracy ?? stated }

    mutating func take(_ pubx: PUBX00) {
        statesSolution = true
        guard let quality = pubx.quality else {
            isVoid = true
            return
        }
        offer(pubx.position)
        // GGA, GNS and RMC know carrier-phase solutions; this one does not.
        offer(quality, precedence: 0)
        offer(satellites: pubx.satellitesUsed)
        dimensions = dimensions ?? pubx.dimensions
        horizontalDilution = horizontalDilution ?? pubx.horizontalDilution
        verticalDilution = verticalDilution ?? pubx.verticalDilution
        take(StatedAccuracy(pubx))
        guard !hasRMCMotion else { return }
        speedMetersPerSecond = pubx.speedMetersPerSecond ?? speedMetersPerSecond
        courseDegrees = pubx.courseDegrees ?? courseDegrees
    }

    /// Takes what the sentences without a time have said.
    ///
    /// What is given is not changed, but used where it is.
    @inline(never)
    mutating func take(_ untimed: inout UntimedValues) {
        // RMC states time and motion together; VTG may be a neighbour's, and never overrides it.
        if let motion = untimed.motion, !hasRMCMotion {
            speedMetersPerSecond = motion.speedMetersPerSecond ?? speedMetersPerSecond
            courseDegrees = motion.courseDegrees ?? courseDegrees
        }
        guard let satellites = untimed.satellites else { return }
        dimensions = satellites.mode ?? dimensions
        horizontalDilution = horizontalDilution ?? satellites.horizontalDilution
        verticalDilution = satellites.verticalDilution ?? verticalDilution
    }

    /// Prefers the position with more digits, and of equal ones the later.
    @inline(always)
    private mutating func offer(_ candidate: Position?) {
        guard let candidate, candidate.digits >= position?.digits ?? 0 else { return }
        position = candidate
    }

    /// Keeps the larger count, because sentences of single systems count only theirs (Telit's GAGGA).
    @inline(always)
    private mutating func offer(satellites count: Int?) {
        guard let count else { return }
        satellitesUsed = max(count, satellitesUsed ?? 0)
    }

    @inline(always)
    private mutating func offer(_ candidate: FixQuality, precedence: Int) {
        guard candidate != .unknown, precedence >= qualityPrecedence else { return }
        quality = candidate
        qualityPrecedence = precedence
    }
}

/// What the sentences without a time - VTG and GSA - have said since it was last clear whose they are.
struct UntimedValues: Hashable, Sendable {
    /// The last VTG.
    private(set) var motion: VTG?

    /// The last GSA that knew a mode.
    private(set) var satellites: GSA?

    /// Whether nothing has been said.
    private(set) var isEmpty = true

    mutating func take(_ vtg: VTG) {
        motion = vtg
        isEmpty = false
    }

    mutating func take(_ gsa: GSA) {
        guard gsa.mode != nil else { return }
        satellites = gsa
        isEmpty = false
    }

    /// Forgets all of it.
    mutating func removeAll() {
        motion = nil
        satellites = nil
        isEmpty = true
    }
}
