import LocationModel
import UserInput

/// Values of scenarios as people write them, in files and on command lines.
///
/// Each reader returns `nil` for a malformed text; the constant beside it describes the right form.
package enum ScenarioValue {
    /// Reads reports a second.
    package static func rate(_ text: String) -> EpochRate? {
        Quantity.hertz(text).flatMap { EpochRate(hertz: $0) }
    }

    package static let rateForm = "reports a second from 0.2 to 20, such as 1, 5Hz or 0.5"

    package static func seed(_ text: String) -> UInt64? { UInt64(text) }

    package static let seedForm = "a whole number from 0 to \(UInt64.max)"

    package static func constellations(_ text: String) -> Set<Constellation>? {
        let found = words(text).map { Constellation(name: $0) }
        let systems = Set(found.compactMap(\.self))
        return systems.count == found.count && !systems.isSubset(of: [.qzss]) ? systems : nil
    }

    package static let constellationsForm =
        "some of " + Constellation.allCases.map(\.name).joined(separator: ", ") + ", and not QZSS alone"

    package static func sentences(_ text: String) -> Set<NMEAWriter.Kind>? {
        if text.lowercased() == "all" { return Set(NMEAWriter.Kind.allCases) }
        let found = words(text).map { NMEAWriter.Kind(rawValue: $0.uppercased()) }
        let kinds = Set(found.compactMap(\.self))
        return kinds.count == found.count && !kinds.isEmpty ? kinds : nil
    }

    package static let sentencesForm =
        "all, or some of " + NMEAWriter.Kind.allCases.map(\.rawValue).joined(separator: ", ")

    /// Reads a time span of up to a year.
    package static func span(_ text: String) -> Duration? {
        Quantity.duration(text).flatMap { $0 <= .seconds(365 * 86_400) ? $0 : nil }
    }

    package static let spanForm = "a time span up to 365d such as 90s, 5min or 1h 30min"

    /// Reads a speed limit in kilometres an hour.
    package static func speed(_ text: String) -> Double? {
        Quantity.kilometersPerHour(text).flatMap { (1...3600).contains($0) ? $0 : nil }
    }

    package static let speedForm = "a speed from 1km/h to 3600km/h such as 50km/h, 14m/s, 20kn or 30mph"

    /// Reads a place, with an altitude if there is one.
    package static func waypoint(_ text: String) -> Waypoint? {
        guard let place = PlaceText(text), (-89...89).contains(place.latitudeDegrees),
            let coordinate = Coordinate(
                latitudeDegrees: place.latitudeDegrees,
                longitudeDegrees: place.longitudeDegrees
            )
        else { return nil }
        return Waypoint(coordinate, altitudeMeters: place.altitudeMeters)
    }

    package static let waypointForm =
        "LATITUDE,LONGITUDE[,ALTITUDE] in degrees (up to 89 north or south) and metres, such as 52.5200,13.4050,34m"

    /// Reads metres east and north, with an altitude if there is one: `420m,180m`.
    package static func offset(_ text: String) -> (point: GroundPoint, altitudeMeters: Double?)? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(trimmed)
        guard (2...3).contains(parts.count), parts[0].hasSuffix("m"), parts[1].hasSuffix("m"),
            let east = Quantity.signedMeters(parts[0]), let north = Quantity.signedMeters(parts[1])
        else { return nil }
        let point = GroundPoint(eastMeters: east, northMeters: north)
        guard parts.count == 3 else { return (point, nil) }
        return Quantity.signedMeters(parts[2]).map { (point, $0) }
    }

    private static func words(_ text: String) -> [String] {
        text.split { $0 == " " || $0 == "," }.map(String.init)
    }

    private static func trimmed(_ text: Substring) -> String {
        let front = text.drop { $0 == " " }
        return String(front.prefix(front.count - front.reversed().prefix { $0 == " " }.count))
    }
}
