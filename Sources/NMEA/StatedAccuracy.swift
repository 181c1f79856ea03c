/// The errors that a receiver states in its maker's own sentence, brought to the confidences used here.
///
/// None of the makers says what confidence is meant; docs/accuracy.md says why which was taken.
struct StatedAccuracy: Hashable, Sendable {
    /// Radius in metres of the circle of 68 %.
    var horizontal68Meters: Double

    /// Radius in metres of the circle of 95 %.
    var horizontal95Meters: Double

    /// Metres of altitude for 68 %.
    var vertical68Meters: Double?

    /// Takes Garmin's figures for 50 %; `nil` when there are none.
    ///
    /// In two dimensions, circles of 50, 68 and 95 % have radii of 1.177, 1.510 and 2.448 sigma; in one, half of all
    /// values lie within 0.674 and 68 % within 0.994 sigma.
    init?(_ pgrme: PGRME) {
        guard let radius = Self.radius(pgrme.horizontalMeters) else { return nil }
        horizontal68Meters = radius * 1.282
        horizontal95Meters = radius * 2.079
        vertical68Meters = Self.radius(pgrme.verticalMeters).map { $0 * 1.474 }
    }

    /// Takes SiRF's figures for 68 %; `nil` when there are none.
    init?(_ psrfepe: PSRFEPE) { self.init(psrfepe.horizontalMeters, psrfepe.verticalMeters) }

    /// Takes u-blox's figures for 68 %; `nil` when there are none.
    init?(_ pubx: PUBX00) { self.init(pubx.horizontalMeters, pubx.verticalMeters) }

    /// As with dilutions, errors have long tails: twice the radius for 95 %.
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
