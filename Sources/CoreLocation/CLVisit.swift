// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Waymark

/// A stay of some minutes at one place.
open class CLVisit: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    private struct Values: Hashable, Codable {
        var latitude = kCLLocationCoordinate2DInvalid.latitude
        var longitude = kCLLocationCoordinate2DInvalid.longitude
        var horizontalAccuracy: CLLocationAccuracy = -1
        var arrival: Date?
        var departure: Date?
    }

    private let values: Values

    /// The middle of the place.
    open var coordinate: CLLocationCoordinate2D {
        CLLocationCoordinate2D(latitude: values.latitude, longitude: values.longitude)
    }

    /// The radius in metres of the 68 % circle.
    open var horizontalAccuracy: CLLocationAccuracy { values.horizontalAccuracy }

    /// The time of arrival; `Date.distantPast` if nobody watched then.
    open var arrivalDate: Date { values.arrival ?? .distantPast }

    /// The time of departure; `Date.distantFuture` while the visit lasts.
    open var departureDate: Date { values.departure ?? .distantFuture }

    /// Creates a visit of no known place, for a subclass to fill.
    public override init() { values = Values() }

    init(_ visit: Visit) {
        values = Values(
            latitude: visit.coordinate.latitudeDegrees,
            longitude: visit.coordinate.longitudeDegrees,
            horizontalAccuracy: visit.horizontalAccuracyMeters,
            arrival: visit.arrival,
            departure: visit.departure
        )
    }

    public required init?(coder: NSCoder) {
        guard let values = coder.decodeValues(Values.self) else { return nil }
        self.values = values
    }

    /// Writes the visit into an archive, which only this module reads.
    open func encode(with coder: NSCoder) { coder.encode(values: values) }

    open class var supportsSecureCoding: Bool { true }

    open func copy(with zone: NSZone? = nil) -> Any { self }
    open override func isEqual(_ object: Any?) -> Bool { (object as? CLVisit)?.values == values }

    open override var hash: Int { values.hashValue }
}
