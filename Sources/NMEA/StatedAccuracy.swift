/// The error estimate of a proprietary sentence, converted to 68 % and 95 %.
///
/// No manufacturer states the confidence; docs/accuracy.md gives the reasons for the ones assumed.
struct StatedAccuracy: Hashable, Sendable {
    /// The radius in metres of the 68 % circle.
    var horizontal68Meters: Double

    /// The radius in metres of the 95 % circle.
    var horizontal95Meters: Double

    /// The 68 % altitude error in metres.
    var vertical68Meters: Double?

    /// Converts Garmin's figures, taken as 50 %; `nil` if there are none.
    ///
    /// In two dimensions the 50, 68 and 95 % circles have radii of 1.177, 1.510 and 2.448 sigma. In one dimension 50 %
    /// lie within 0.674 sigma and 68 % within 0.994 sigma.
    init?(_ pgrme: PGRME) {
        guard let radius = Self.radius(pgrme.horizontalMeters) else { return nil }
        horizontal68Meters = radius * 1.282
        horizontal95Meters = radius * 2.079
        vertical68Meters = Self.radius(pgrme.verticalMeters).map { $0 * 1.474 }
    }

    /// Uses SiRF's figures, taken as 68 %; `nil` if there are none.
    init?(_ psrfepe: PSRFEPE) { self.init(psrfepe.horizontalMeters, psrfepe.verticalMeters) }

    /// Uses u-blox's figures, taken as 68 %; `nil` if there are none.
    init?(_ pubx: PUBX00) { self.init(pubx.horizontalMeters, pubx.verticalMeters) }

    /// As with dilutions, errors have long tails: the 95 % radius is twice the 68 % radius.
    private init?(_ horizontal: Double?, _ vertical: Double?) {
        guard let radius = Self.radius(horizontal) else { return nil }
        horizontal68Meters = radius
        horizontal95Meters = 2 * radius
        vertical68Meters = Self.radius(vertical)
    }

    private static func radius(_ meters: Double?) -> Double? {
        guard let meters, meters.isFinite, meters > 0, meters < 1e6 else { return nil }
        return max(meters, AccuracyEstimate.floorMeters)
    }
}
