package import LocationModel

/// A stay of some minutes at one place.
package struct Visit: Hashable, Codable, Sendable {
    /// The middle of the place.
    package var center: Coordinate

    /// The radius in metres of the circle around it that contains the true position with 68 % probability.
    package var horizontal68Meters: Double

    /// The time of the arrival; `nil` when the machine was there before anybody watched, or came during a long gap.
    package var arrival: UTCInstant?

    /// The time of the departure; `nil` while the visit lasts.
    package var departure: UTCInstant?

    /// Creates a visit.
    package init(
        center: Coordinate,
        horizontal68Meters: Double,
        arrival: UTCInstant?,
        departure: UTCInstant? = nil
    ) {
        self.center = center
        self.horizontal68Meters = horizontal68Meters
        self.arrival = arrival
        self.departure = departure
    }
}

/// The part of the detector of visits that survives a restart.
package struct SavedStay: Hashable, Codable, Sendable {
    /// The middle of the place.
    package var center: Coordinate

    /// The radius in metres of the circle around it that contains the true position with 68 % probability.
    package var horizontal68Meters: Double

    /// The time of the first fix there.
    package var firstPresence: UTCInstant

    /// The time of the last fix there, at most some minutes before the last one known to the running service.
    package var lastPresence: UTCInstant

    /// Whether the first fix tells the time of the arrival.
    package var arrivalIsKnown: Bool

    /// Whether the stay has become a visit.
    package var isVisit: Bool

    /// Creates the saved part.
    package init(
        center: Coordinate,
        horizontal68Meters: Double,
        firstPresence: UTCInstant,
        lastPresence: UTCInstant,
        arrivalIsKnown: Bool,
        isVisit: Bool
    ) {
        self.center = center
        self.horizontal68Meters = horizontal68Meters
        self.firstPresence = firstPresence
        self.lastPresence = lastPresence
        self.arrivalIsKnown = arrivalIsKnown
        self.isVisit = isVisit
    }
}
