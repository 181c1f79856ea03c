import LocationModel
package import Varlink

/// One object of gpsd's JSON, of any version since 3.17.
package struct GPSDLine {
    package let `class`: String

    /// The path of the device that the object is about, or empty.
    package let device: String

    package let message: GPSDMessage

    /// Whether gpsd says that it has no device (DEVICES), or that it has lost this one (DEVICE).
    package let lacksDevice: Bool

    /// What gpsd says of a request that failed (ERROR).
    package let problem: String?

    /// Reads an object that has a class; whatever else is missing or of another type is not given.
    package init?(_ json: JSONObject) {
        guard let `class` = json["class"]?.text else { return nil }
        self.class = `class`
        device = json[`class` == "DEVICE" ? "path" : "device"]?.text ?? ""
        lacksDevice =
            `class` == "DEVICES" && json["devices"]?.elements?.isEmpty == true
            || `class` == "DEVICE" && json.number("activated") == 0
        problem = `class` == "ERROR" ? json["message"]?.text ?? "" : nil
        switch `class` {
        case "TPV": message = GPSDMessage(Self.position(json))
        case "GST":
            let deviations = GPSDMessage.Deviations(
                latitudeMeters: json.number("lat"),
                longitudeMeters: json.number("lon"),
                altitudeMeters: json.number("alt")
            )
            message = deviations.map { .deviations(time: json.time, $0) } ?? .other
        case "SKY":
            let listed = Self.listed(json)
            message = GPSDMessage(
                Self.satellites(json, listed),
                horizontalDilution: json.number("hdop"),
                signals: Self.strengths(listed)
            )
        case "ATT":
            message = .attitude(
                GPSDAttitude(
                    heading: json.number("heading"),
                    compassStatus: json["mag_st"]?.text?.utf8.first
                )
            )
        default: message = .other
        }
    }

    /// Counts the satellites by their list, else as gpsd of 3.25 and later says without one.
    private static func satellites(_ json: JSONObject, _ visible: [Satellite]) -> SatelliteCount {
        if !visible.isEmpty {
            return SatelliteCount(used: visible.count(where: \.isUsed), inView: visible.count)
        }
        let used = json.count("uSat").flatMap { $0 > 0 ? $0 : nil }
        return SatelliteCount(used: used, inView: json.count("nSat"))
    }

    private static func listed(_ json: JSONObject) -> [Satellite] {
        (json["satellites"].flatMap { try? [Satellite](reading: $0) } ?? []).filter(\.isNamed)
    }

    private static func strengths(_ visible: [Satellite]) -> SignalStrengths? {
        let heard = visible.compactMap(\.strength).filter { $0 > 0 && $0 < 100 }
        return SignalStrengths(
            count: heard.count,
            sum: heard.reduce(0, +),
            sumOfSquares: heard.reduce(0) { $0 + $1 * $1 }
        )
    }

    private static func position(_ json: JSONObject) -> GPSDPosition {
        var position = GPSDPosition()
        position.time = json.time
        position.mode = json.count("mode") ?? 0
        position.status = json.count("status") ?? 0
        position.latitude = json.number("lat")
        position.longitude = json.number("lon")
        // Before 3.20 `alt` was the height above mean sea level; since then it is whatever the receiver gave.
        position.altitude = json.number("altMSL") ?? json.number("alt")
        position.geoidSeparation = json.number("geoidSep")
        position.speed = json.number("speed")
        position.track = json.number("track")
        position.magneticVariation = json.number("magvar")
        position.eph = json.number("eph")
        position.epx = json.number("epx")
        position.epy = json.number("epy")
        position.epv = json.number("epv")
        position.jam = json.count("jam")
        position.ant = json.count("ant")
        return position
    }
}

private struct Satellite: JSONReadable {
    let isNamed: Bool
    let isUsed: Bool

    /// The strength of its signal in dB-Hz.
    let strength: Double?

    init(reading value: JSONValue) throws(ParameterProblem) {
        guard let json = JSONObject(value) else { throw ParameterProblem() }
        isNamed = (json["PRN"].flatMap { try? Int(reading: $0) } ?? 0) > 0
        isUsed = json["used"]?.kind == .bool(true)
        strength = json.number("ss")
    }
}

extension JSONObject {
    /// A time to the microsecond, which is more than gpsd writes.
    fileprivate var time: UTCInstant? { self["time"]?.text.flatMap { UTCInstant($0) } }

    fileprivate func number(_ name: String) -> Double? { self[name].flatMap { try? Double(reading: $0) } }

    fileprivate func count(_ name: String) -> Int? {
        self[name].flatMap { try? Int(reading: $0) }.flatMap { UInt16(exactly: $0) }.map(Int.init)
    }
}
