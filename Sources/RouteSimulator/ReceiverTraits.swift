package import LocationModel

/// What kind of receiver is in the vehicle.
package struct ReceiverTraits: Hashable, Sendable {
    /// How often it reports.
    package var rate = EpochRate.everySecond

    /// How it wakes up; `nil` for one that has just been used and knows where it is.
    package var coldStart: ColdStart?

    /// How far it is off.
    package var noise = NoiseModel()

    /// The systems it uses, at least one; QZSS only beside another.
    package var constellations: Set<Constellation> = [.gps]

    /// What it says.
    package var sentences = NMEAWriter.usual

    /// How its solutions are made, as it says.
    package var quality = FixQuality.autonomous

    /// Degrees east of true north to which a compass points here; `nil` where nothing is said about it.
    package var variationDegrees: Double?

    /// Degrees east by which the vehicle's iron turns the compass; `nil` where nothing is said about it.
    package var deviationDegrees: Double?

    /// Creates a receiver for GPS that reports every second.
    package init() {}

    /// The systems in the order of the sentences.
    var orderedConstellations: [Constellation] { constellations.sorted() }

    /// Returns how many satellites go into a solution of this dilution: the fewer, the worse; four at least.
    func satellites(at dilution: Double) -> Int {
        let ofOne = Int(4 + min(8, 7 / dilution))
        let room = constellations.reduce(0) { $0 + $1.mostUsed }
        return min(room, ofOne * (1 + constellations.count) / 2)
    }
}
