package import LocationModel

/// Where and when a significant change was notified.
package struct NotifiedPlace: Hashable, Sendable {
    /// The place.
    package var coordinate: Coordinate

    /// When it was notified, on the wall clock.
    package var notifiedAt: UTCInstant

    /// Creates a notified place.
    package init(coordinate: Coordinate, notifiedAt: UTCInstant) {
        self.coordinate = coordinate
        self.notifiedAt = notifiedAt
    }
}
