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

    /// What GGA and GNS state beside the position.
    struct Details: Hashable, Sendable {
        var quality: FixQuality
        var satellitesUsed: Int?
        var horizontalDilution: Double?
        var altitudeMeters: Double?
        var geoidSeparationMeters: Double?
    }

    var details: Details?
    var dilutions: GSA?
    var motion: VTG?
    var gst: FixAccuracy?
    var gbs: FixAccuracy?

    /// The error estimate of a proprietary sentence.
    var statedAccuracy: FixAccuracy?
    var signals: SignalStrengths?

    private var statedQuality = FixQuality.unknown
    private var statedSatellites: Int?

    var quality: FixQuality {
        if let details, details.quality.isKnown { details.quality } else { statedQuality }
    }

    /// The largest count, because sentences of a single system count only their own satellites (Telit's GAGGA).
    var satellitesUsed: Int? {
        guard let statedSatellites else { return details?.satellitesUsed }
        return max(statedSatellites, details?.satellitesUsed ?? 0)
    }

    var horizontalDilution: Double? { details?.horizontalDilution ?? dilutions?.horizontalDilution }

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
        if let count = solution.satellitesUsed { statedSatellites = max(count, statedSatellites ?? 0) }
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
        if quality.isKnown, solution.kind.rawValue >= bestKind.rawValue {
            (statedQuality, bestKind) = (quality, solution.kind)
        }
        statedAccuracy = solution.accuracy ?? statedAccuracy
        switch solution.kind {
        case .gga, .gns:
            details = Details(
                quality: statedQuality,
                satellitesUsed: statedSatellites,
                horizontalDilution: solution.horizontalDilution ?? details?.horizontalDilution,
                altitudeMeters: solution.altitudeMeters ?? details?.altitudeMeters,
                geoidSeparationMeters: solution.geoidSeparationMeters ?? details?.geoidSeparationMeters
            )
        case .rmc:
            hasRMCMotion = solution.speedMetersPerSecond != nil
            merge(solution.motion)
        case .pubx:
            // What the standard sentences say counts more.
            dilutions =
                dilutions
                ?? GSA(
                    mode: solution.dimensions,
                    horizontalDilution: solution.horizontalDilution,
                    verticalDilution: solution.verticalDilution
                )
            if !hasRMCMotion { merge(solution.motion) }
        case .gll: break
        }
    }

    mutating func merge(_ zda: ZDA) {
        guard let full = zda.date else { return }
        midnight = full.midnight
        hasFullDate = true
    }

    /// Merges the sentences without a time.
    mutating func merge(_ untimed: UntimedValues) {
        // RMC has time and motion together; VTG may belong to a neighbouring epoch and never overrides it.
        if let motion = untimed.motion, !hasRMCMotion { merge(motion) }
        dilutions = untimed.satellites ?? dilutions
        statedAccuracy = untimed.accuracy ?? statedAccuracy
    }

    private mutating func merge(_ new: VTG) {
        let course = new.courseDegrees ?? motion?.courseDegrees
        let speed = new.speedMetersPerSecond ?? motion?.speedMetersPerSecond
        if course != nil || speed != nil { motion = VTG(courseDegrees: course, speedMetersPerSecond: speed) }
    }

    /// Returns the error estimate from the most direct figures; docs/accuracy.md gives them and their sources.
    ///
    /// Mutating only so that the call does not copy the draft.
    mutating func accuracy(mode: Fix.Mode) -> FixAccuracy {
        let model = RangeErrorModel(quality, signals: signals)
        var accuracy =
            gst ?? gbs ?? statedAccuracy
            ?? model.accuracy(horizontalDilution: horizontalDilution)
        // An altitude from three satellites or in a two-dimensional solution is carried over from an earlier one.
        let isSolved = if case .threeDimensional = mode { satellitesUsed ?? 4 >= 4 } else { false }
        if details?.altitudeMeters == nil || !isSolved {
            accuracy.vertical68Meters = nil
        } else if accuracy.vertical68Meters == nil {
            accuracy.vertical68Meters = model.vertical68Meters(
                verticalDilution: dilutions?.verticalDilution,
                horizontalDilution: horizontalDilution
            )
        }
        return accuracy
    }
}

extension FixQuality {
    /// The operators of another module's enumerations are not inlined.
    fileprivate var isKnown: Bool { if case .unknown = self { false } else { true } }
}

extension Solution {
    fileprivate var motion: VTG {
        VTG(courseDegrees: courseDegrees, speedMetersPerSecond: speedMetersPerSecond)
    }
}

/// The sentences without a time that are not yet assigned to an epoch.
struct UntimedValues: Hashable, Sendable {
    var motion: VTG?

    /// The latest GSA that has a mode.
    var satellites: GSA?
    var accuracy: FixAccuracy?

    var isEmpty: Bool { motion == nil && satellites == nil && accuracy == nil }
}
