package import LocationModel

/// A dropped anchor, with what must survive a restart.
package struct SavedAnchor: Hashable, Codable, Sendable {
    package var rode: AnchorRode
    package let droppedAt: UTCInstant
    package var place: Coordinate?
    package var placeErrorMeters = 0.0

    /// The distance that the anchor may lie off because the heading was unknown when it was dropped, in
    /// metres.
    package var unknownBowMeters = 0.0

    /// Whether the place is the middle of the swing, and not where the anchor was dropped.
    package var isFitted = false
    package var condition = AnchorCondition.placing
    package var doubt: AnchorDoubt?
    package var since: UTCInstant
    package var isSilenced = false

    /// The places to which the boat has swung, some metres apart.
    package var swing: [SwingPoint] = []

    package init(_ rode: AnchorRode, at time: UTCInstant) {
        self.rode = rode
        droppedAt = time
        since = time
    }

    /// Returns the radius of the circle that an antenna with this 95 % error may not leave, in metres.
    package func radiusMeters(error95Meters error: Double) -> Double {
        // Both errors wander over a night. This is four standard deviations of their difference in one direction, so the
        // circle holds all night for a boat that lies at the end of its chain.
        let allowed = 1.6 * (placeErrorMeters * placeErrorMeters + error * error).squareRoot()
        return rode.swingMeters + unknownBowMeters + max(Self.leastAllowanceMeters, allowed)
    }

    /// The least error that the circle allows, in metres.
    private static let leastAllowanceMeters = 5.0
}
