import LocationModel

/// The error ellipse of a position: the standard deviations along its two axes.
struct ErrorEllipse: Hashable {
    /// The standard deviation along the major axis in metres.
    let major: Double

    /// The standard deviation along the minor axis in metres.
    let minor: Double

    /// Creates the ellipse of GST from its axes, or from its latitude and longitude errors if those are larger.
    ///
    /// The two forms should agree. Where they differ, nothing shows which is right. Returns `nil` if both are missing.
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

    /// Creates the ellipse of the expected errors of GBS, or `nil` if there are none.
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

    /// Returns the radii that contain 68 % and 95 % of a two-dimensional normal distribution of this shape.
    func accuracy(source: FixAccuracy.Source) -> FixAccuracy {
        let floor = AccuracyEstimate.floorMeters
        let scaled = minor / major * 10
        let lower = min(9, Int(scaled))
        let rest = scaled - Double(lower)
        func radius(_ table: [11 of Double]) -> Double {
            major * (table[lower] + (table[lower + 1] - table[lower]) * rest)
        }
        return FixAccuracy(
            horizontal68Meters: max(radius(Self.radii68), floor),
            horizontal95Meters: max(radius(Self.radii95), 2 * floor),
            source: source
        )
    }

    /// The circle radii in units of the major axis, for axis ratios of 0, 0.1 … 1, integrated numerically.
    private static let radii68: [11 of Double] = [
        0.994, 1.000, 1.015, 1.044, 1.089, 1.148, 1.215, 1.287, 1.360, 1.434, 1.510,
    ]
    private static let radii95: [11 of Double] = [
        1.960, 1.963, 1.970, 1.984, 2.005, 2.036, 2.081, 2.146, 2.230, 2.332, 2.448,
    ]
}
