import LocationModel

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
        let floor = AccuracyEstimate.floorMeters
        let scaled = minor / major * 10
        let lower = min(9, Int(scaled))
        let rest = scaled - Double(lower)
        @inline(__always)
        func radius(_ table: [11 of Double]) -> Double {
            major * (table[lower] + (table[lower + 1] - table[lower]) * rest)
        }
        return FixAccuracy(
            horizontal68Meters: max(radius(Self.radii68), floor),
            horizontal95Meters: max(radius(Self.radii95), 2 * floor),
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
}
