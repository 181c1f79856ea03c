package import LocationModel

package struct ReceiverTraits: Hashable, Sendable {
    package var rate = EpochRate.everySecond

    package var coldStart = ColdStart()
    package var noise = NoiseModel()

    /// The systems in use, at least one; QZSS only together with another.
    package var constellations: Set<Constellation> = [.gps]
    package var sentences = NMEAWriter.defaultKinds
    package var quality = FixQuality.autonomous

    /// The magnetic variation in degrees, positive to the east; `nil` if it is not reported.
    package var variationDegrees: Double?

    /// The compass deviation in degrees, positive to the east; `nil` if it is not reported.
    package var deviationDegrees: Double?

    /// Creates a GPS receiver that reports every second.
    package init() {}

    /// Returns the number of satellites in a solution of this dilution: fewer satellites for a larger dilution, at
    /// least four.
    func satellites(at dilution: Double) -> Int {
        let ofOne = Int(4 + min(8, 7 / dilution))
        let room = constellations.reduce(0) { $0 + $1.maximumUsed }
        return min(room, ofOne * (1 + constellations.count) / 2)
    }
}
