package import LocationModel

/// The place and time of the last announced significant change.
package struct NotifiedPlace: Hashable, Codable, Sendable {
    /// The position.
    package var coordinate: Coordinate

    /// The 68 % radius of the position, in metres; `nil` when unknown.
    package var horizontal68Meters: Double?

    /// The 95 % radius of the position, in metres; `nil` when unknown.
    package var horizontal95Meters: Double?

    /// The wall-clock time of the announcement.
    package var notifiedAt: UTCInstant

    /// The number of the change, counted from 1; a later change has a greater one.
    package var number: UInt64

    /// Creates a notified place.
    package init(
        coordinate: Coordinate,
        horizontal68Meters: Double? = nil,
        horizontal95Meters: Double? = nil,
        notifiedAt: UTCInstant,
        number: UInt64 = 1
    ) {
        self.coordinate = coordinate
        self.horizontal68Meters = horizontal68Meters
        self.horizontal95Meters = horizontal95Meters
        self.notifiedAt = notifiedAt
        self.number = number
    }
}
