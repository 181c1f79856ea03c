/// The chain or line that holds a boat to its anchor, with the depth and the bow, in metres.
package struct AnchorRode: Hashable, Codable, Sendable {
    /// The length of the chain or line that is out.
    package let chainMeters: Double

    /// The height of the bow's roller above the ground, at high water.
    package let depthMeters: Double

    /// The distance from the bow's roller back to the receiver's antenna.
    package let bowMeters: Double

    /// Creates a rode; the chain must be 1 to 1000 m and longer than the depth, the bow at most 200 m.
    package init?(chainMeters: Double, depthMeters: Double = 0, bowMeters: Double = 0) {
        guard (1...1000).contains(chainMeters), (0...1000).contains(depthMeters), depthMeters < chainMeters,
            (0...200).contains(bowMeters)
        else { return nil }
        self.chainMeters = chainMeters
        self.depthMeters = depthMeters
        self.bowMeters = bowMeters
    }

    /// The greatest distance of the antenna from the anchor, with the chain straight.
    package var swingMeters: Double {
        (chainMeters * chainMeters - depthMeters * depthMeters).squareRoot() + bowMeters
    }
}
