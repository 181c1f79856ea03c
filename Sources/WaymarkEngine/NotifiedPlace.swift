package import LocationModel

/// Where and when a significant change was last notified.
package struct NotifiedPlace: Hashable, Sendable {
    /// The position.
    package var coordinate: Coordinate

    /// Metres around it that held the truth with 95 % probability; `nil` when unknown.
    package var horizontal95Meters: Double?

    /// When it was notified, on the wall clock.
    package var notifiedAt: UTCInstant

    /// Creates a notified place.
    package init(coordinate: Coordinate, horizontal95Meters: Double? = nil, notifiedAt: UTCInstant) {
        self.coordinate = coordinate
        self.horizontal95Meters = horizontal95Meters
        self.notifiedAt = notifiedAt
    }
}
