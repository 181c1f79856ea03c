import LocationModel

/// Derives how far the truth may be from what the sentences of an epoch say.
///
/// The figures and where they come from are in docs/accuracy.md.
enum AccuracyEstimate {
    /// Returns the estimate from the most direct statement there is.
    static func accuracy(of draft: EpochDraft, mode: Fix.Mode) -> FixAccuracy {
        let model = RangeError(draft.quality)
        var accuracy: FixAccuracy
        if let noise = draft.noise, let ellipse = ErrorEllipse(noise) {
            accuracy = ellipse.accuracy(source: .standardDeviations)
            accuracy.vertical68Meters = positive(noise.altitudeMeters).map { max($0, floorMeters) }
        } else if let errors = draft.expectedErrors, let ellipse = ErrorEllipse(errors) {
            accuracy = ellipse.accuracy(source: .expectedErrors)
            accuracy.vertical68Meters = positive(errors.altitudeMeters).map { max($0, floorMeters) }
        } else {
            let dilution = draft.horizontalDilution
            accuracy = model.accuracy(horizontalDilution: dilution ?? RangeError.poorDilution)
            accuracy.source = dilution == nil ? .quality : .dilution
        }
        // An altitude out of three satellites, or in a solution of two dimensions, is an old one carried on.
        let isSolved = mode == .threeDimensional && draft.satellitesUsed ?? 4 >= 4
        if draft.altitudeMeters == nil || !isSolved {
            accuracy.vertical68Meters = nil
        } else if accuracy.vertical68Meters == nil {
            accuracy.vertical68Meters = model.vertical68Meters(
                verticalDilution: draft.verticalDilution,
                horizontalDilution: draft.horizontalDilution
            )
        }
        return accuracy
    }

    /// The least that is ever stated: antennas and datums are not known better.
    static let floorMeters = 0.01

    private static func positive(_ value: Double?) -> Double? {
        guard let value, value.isFinite, value > 0 else { return nil }
        return value
    }
}

/// The two standard deviations of a position error along the axes of its ellipse.
struct ErrorEllipse: Hashable {
    /// The larger one, in metres.
    let major: Double

    /// The smaller one, in metres.
    let minor: Double

    /// Takes the ellipse that GST gives, or its errors along the parallels and meridians where those are larger.
    ///
    /// The two forms should agree; where they do not, nothing tells which is right. `nil` without either.
    init?(_ gst: GST) {
        let axes = Self(gst.semiMajorMeters, gst.semiMinorMeters)
        let components = Self(gst.latitudeMeters, gst.longitudeMeters)
        switch (axes, components) {
        case (let axes?, let components?):
            self = axes.squared > components.squared ? axes : components
        case (let one?, nil), (nil, let one?): self = one
        case (nil, nil): return nil
        }
    }

    /// Takes the expected errors of GBS; `nil` when there are none.
    init?(_ gbs: GBS) {
        self.init(gbs.latitudeMeters, gbs.longitudeMeters)
    }

    private init?(_ first: Double?, _ second: Double?) {
        guard let first, let second, first.isFinite, second.isFinite, first > 0, second > 0,
            max(first, second) < 1e6
        else { return nil }
        major = max(first, second)
        minor = min(first, second)
    }

    private var squared: Double { major * major + minor * minor }

    /// Returns the circles that hold 68 % and 95 % of a two-dimensional normal distribution of this shape.
    func accuracy(source: FixAccuracy.Source) -> FixAccuracy {
        FixAccuracy(
            horizontal68Meters: max(major * Self.radius(Self.radii68, minor / major), .leastHorizontal),
            horizontal95Meters: max(major * Self.radius(Self.radii95, minor / major), .leastHorizontal * 2),
            source: source
        )
    }

    /// Radii of the circles in units of the larger axis, for ratios of the axes of 0, 0.1 … 1; integrated
    /// numerically.
    private static let radii68: [11 of Double] = [
        0.994, 1.000, 1.015, 1.044, 1.089, 1.148, 1.215, 1.287, 1.360, 1.434, 1.510,
    ]
    private static let radii95: [11 of Double] = [
        1.960, 1.963, 1.970, 1.984, 2.005, 2.036, 2.081, 2.146, 2.230, 2.332, 2.448,
    ]

    private static func radius(_ table: [11 of Double], _ ratio: Double) -> Double {
        let scaled = ratio * 10
        let lower = min(9, max(0, Int(scaled)))
        return table[lower] + (table[lower + 1] - table[lower]) * (scaled - Double(lower))
    }
}

extension Double {
    fileprivate static var leastHorizontal: Double { AccuracyEstimate.floorMeters }
}

/// How far one range to a satellite is off, seen in the positions: metres of 68 % radius per unit of dilution.
struct RangeError: Hashable {
    /// Metres of 68 % radius per unit of horizontal dilution.
    let horizontal68Meters: Double

    /// The dilution assumed when the receiver states none: what few satellites or a bad sky give.
    static let poorDilution = 2.5

    /// Creates the range error usual for a quality of fix.
    init(_ quality: FixQuality) {
        horizontal68Meters =
            switch quality {
            case .autonomous, .unknown: 4.5
            case .differential: 3
            case .precise: 3
            case .rtkFloat: 0.8
            case .rtkFixed: 0.03
            case .deadReckoning: 20
            case .manual, .simulated: 4.5
            }
    }

    /// Returns the circles at a horizontal dilution.
    func accuracy(horizontalDilution: Double) -> FixAccuracy {
        // Below 0.8 the errors that all satellites share - atmosphere, reflections - no longer average out.
        let radius = max(horizontalDilution, 0.8) * horizontal68Meters
        return FixAccuracy(
            horizontal68Meters: radius,
            horizontal95Meters: radius * 2,
            source: .dilution
        )
    }

    /// Returns the metres of altitude error at a vertical dilution; without one, at 1.5 times the horizontal one.
    func vertical68Meters(verticalDilution: Double?, horizontalDilution: Double?) -> Double {
        let dilution = verticalDilution ?? (horizontalDilution ?? Self.poorDilution) * 1.5
        return max(dilution, 1.2) * horizontal68Meters
    }
}
