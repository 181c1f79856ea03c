/// A place as people write it: `LATITUDE,LONGITUDE[,ALTITUDE]` such as `52.5200,13.4050,34m`.
package struct PlaceText: Hashable, Sendable {
    package static let form =
        "LATITUDE,LONGITUDE[,ALTITUDE] in degrees and metres, such as 52.5200,13.4050,34m"

    /// Degrees north, in `-90...90`.
    package let latitudeDegrees: Double

    /// Degrees east, in `-180...180`.
    package let longitudeDegrees: Double

    /// The height above mean sea level in metres, if written.
    package let altitudeMeters: Double?

    package init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            let front = part.drop { $0 == " " }
            return String(front.prefix(front.count - front.reversed().prefix { $0 == " " }.count))
        }
        guard (2...3).contains(parts.count), let latitude = Quantity.decimal(parts[0]),
            let longitude = Quantity.decimal(parts[1]), (-90...90).contains(latitude),
            (-180...180).contains(longitude)
        else { return nil }
        let altitude = parts.count == 3 ? Quantity.signedMeters(parts[2]) : nil
        guard parts.count == 2 || altitude != nil else { return nil }
        latitudeDegrees = latitude
        longitudeDegrees = longitude
        altitudeMeters = altitude
    }
}
