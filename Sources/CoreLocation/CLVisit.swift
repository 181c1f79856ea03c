import Waymark

/// A stay of some minutes at one place.
public final class CLVisit: Hashable, Sendable {
    /// The middle of the place.
    public let coordinate: CLLocationCoordinate2D

    /// The radius in metres of the 68 % circle.
    public let horizontalAccuracy: CLLocationAccuracy

    /// When the machine arrived; `Date.distantPast` if nobody watched then.
    public let arrivalDate: Date

    /// When the machine left; `Date.distantFuture` while the visit lasts.
    public let departureDate: Date

    init(_ visit: Visit) {
        coordinate = CLLocationCoordinate2D(visit.coordinate)
        horizontalAccuracy = visit.horizontalAccuracyMeters
        arrivalDate = visit.arrival ?? .distantPast
        departureDate = visit.departure ?? .distantFuture
    }

    /// Compares all values.
    public static func == (left: CLVisit, right: CLVisit) -> Bool {
        left.coordinate == right.coordinate && left.horizontalAccuracy == right.horizontalAccuracy
            && left.arrivalDate == right.arrivalDate && left.departureDate == right.departureDate
    }

    /// Hashes the place and the times.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(coordinate)
        hasher.combine(arrivalDate)
        hasher.combine(departureDate)
    }
}
