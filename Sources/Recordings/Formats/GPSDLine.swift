import FoundationEssentials
import GPSDReports
import LocationModel

/// One JSON object of gpsd, of any version since 3.17.
struct GPSDLine: Decodable {
    /// The class of the object.
    let `class`: String

    /// The path of the device that the object is about, or empty.
    let device: String

    /// The content of the object.
    let message: GPSDMessage

    private enum Key: String, CodingKey {
        case `class`, device, time, mode, status, lat, lon, alt, altMSL, geoidSep, speed, track
        case eph, epx, epy, epv, hdop, uSat, satellites
    }

    private struct Satellite: Decodable {
        let isNamed: Bool
        let isUsed: Bool

        private enum Key: String, CodingKey {
            case number = "PRN"
            case used
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self)
            isNamed = ((try? values.decode(Int.self, forKey: .number)) ?? 0) > 0
            isUsed = (try? values.decode(Bool.self, forKey: .used)) ?? false
        }
    }

    /// Decodes an object that has a class.
    ///
    /// Other values that are missing or of the wrong type are ignored.
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        `class` = try values.decode(String.self, forKey: .class)
        device = Self.text(.device, values) ?? ""
        switch `class` {
        case "TPV": message = GPSDMessage(Self.position(values))
        case "GST":
            let deviations = GPSDMessage.Deviations(
                latitudeMeters: Self.number(.lat, values),
                longitudeMeters: Self.number(.lon, values),
                altitudeMeters: Self.number(.alt, values)
            )
            message = deviations.map { .deviations(time: Self.time(values), $0) } ?? .other
        case "SKY":
            message = GPSDMessage(
                satellitesUsed: Self.satellitesUsed(values),
                horizontalDilution: Self.number(.hdop, values)
            )
        default: message = .other
        }
    }

    /// Counts the used satellites as a live connection does: in the list, else by the count that gpsd 3.25 and later
    /// sends without a list.
    private static func satellitesUsed(_ values: KeyedDecodingContainer<Key>) -> Int? {
        let listed = (try? values.decodeIfPresent([Satellite].self, forKey: .satellites)) ?? []
        let visible = listed.filter(\.isNamed)
        if !visible.isEmpty { return visible.count(where: \.isUsed) }
        return count(.uSat, values).flatMap { $0 > 0 ? $0 : nil }
    }

    private static func position(_ values: KeyedDecodingContainer<Key>) -> GPSDPosition {
        var position = GPSDPosition()
        position.time = time(values)
        position.mode = count(.mode, values) ?? 0
        position.status = count(.status, values) ?? 0
        position.latitude = number(.lat, values)
        position.longitude = number(.lon, values)
        // Before 3.20 `alt` was the height above mean sea level; since then it is either height, as the receiver gave
        // it.
        position.altitude = number(.altMSL, values) ?? number(.alt, values)
        position.geoidSeparation = number(.geoidSep, values)
        position.speed = number(.speed, values)
        position.track = number(.track, values)
        position.eph = number(.eph, values)
        position.epx = number(.epx, values)
        position.epy = number(.epy, values)
        position.epv = number(.epv, values)
        return position
    }

    /// Decodes a time to the microsecond, which is finer than gpsd writes.
    private static func time(_ values: KeyedDecodingContainer<Key>) -> UTCInstant? {
        text(.time, values).flatMap { UTCInstant($0) }
    }

    private static func text(_ key: Key, _ values: KeyedDecodingContainer<Key>) -> String? {
        try? values.decodeIfPresent(String.self, forKey: key)
    }

    private static func number(_ key: Key, _ values: KeyedDecodingContainer<Key>) -> Double? {
        try? values.decodeIfPresent(Double.self, forKey: key)
    }

    private static func count(_ key: Key, _ values: KeyedDecodingContainer<Key>) -> Int? {
        (try? values.decodeIfPresent(UInt16.self, forKey: key)).map(Int.init)
    }
}
