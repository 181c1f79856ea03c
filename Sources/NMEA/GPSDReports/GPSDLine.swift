package import LocationModel
package import Varlink

/// One message of gpsd, in terms of the location model.
package enum GPSDMessage: Equatable, Sendable {
    /// A position report (TPV); `time` is `nil` until gpsd knows the date.
    ///
    /// The magnetic variation is in degrees, positive to the east.
    case report(time: UTCInstant?, epoch: Epoch, variationDegrees: Double? = nil)

    /// The accuracy by the standard deviations (GST) that the receiver computed for `time`.
    case deviations(time: UTCInstant?, FixAccuracy)
    case sky(SatelliteCount, horizontalDilution: Double?, signals: SignalStrengths? = nil)

    /// A heading from true north (ATT).
    case attitude(Heading)

    /// A message without content for a fix.
    case other
}

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
        message =
            switch `class` {
            case "TPV":
                .report(
                    time: json.time,
                    epoch: Fix(json).map(Epoch.fix) ?? .noFix(time: json.time),
                    variationDegrees: json.number("magvar")
                )
            case "GST":
                FixAccuracy(
                    ErrorEllipse(json.error("lat"), json.error("lon")),
                    vertical: json.error("alt"),
                    source: .standardDeviations
                ).map { .deviations(time: json.time, $0) } ?? .other
            case "SKY": Self.sky(json)
            case "ATT": Heading(json).map { .attitude($0) } ?? .other
            default: .other
            }
    }

    private static func sky(_ json: JSONObject) -> GPSDMessage {
        let visible = (json["satellites"]?.elements ?? []).compactMap { JSONObject($0) }
            .filter { $0.count("PRN") ?? 0 > 0 }
        // Without a list, gpsd of 3.25 and later has the numbers.
        var satellites = SatelliteCount(
            used: json.count("uSat").flatMap { $0 > 0 ? $0 : nil },
            inView: json.count("nSat")
        )
        if !visible.isEmpty {
            let used = visible.count { $0["used"]?.kind == .bool(true) }
            satellites = SatelliteCount(used: used, inView: visible.count)
        }
        var signals = SignalSums()
        for decibels in visible.compactMap({ $0.number("ss") }) where decibels > 0 && decibels < 100 {
            signals.add(decibels)
        }
        return .sky(satellites, horizontalDilution: json.error("hdop"), signals: signals.strengths)
    }
}

extension JSONObject {
    /// A time to the microsecond, which is more than gpsd writes.
    fileprivate var time: UTCInstant? { self["time"]?.text.flatMap { UTCInstant($0) } }

    fileprivate func number(_ name: String) -> Double? { self[name].flatMap { try? Double(reading: $0) } }

    /// An error or dilution, below the limit that those of NMEA have: the square of a larger one may be infinite.
    fileprivate func error(_ name: String) -> Double? {
        number(name).flatMap { $0 > 0 && $0 < 1e6 ? $0 : nil }
    }

    fileprivate func count(_ name: String) -> Int? {
        self[name].flatMap { try? Int(reading: $0) }.flatMap { UInt16(exactly: $0) }.map(Int.init)
    }
}

extension Fix {
    /// Converts a position report, or returns `nil` if it has no valid position.
    fileprivate init?(_ report: JSONObject) {
        guard let mode = report.count("mode").flatMap(Mode.init), let latitude = report.number("lat"),
            let longitude = report.number("lon"),
            let coordinate = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
        else { return nil }
        self.init(
            time: report.time,
            coordinate: coordinate,
            mode: mode,
            quality: FixQuality(gpsdStatus: report.count("status") ?? 0),
            accuracy: FixAccuracy(report, mode)
        )
        // Before 3.20 `alt` was the height above mean sea level; since then it is whatever the receiver gave.
        if mode == .threeDimensional { altitudeMeters = report.number("altMSL") ?? report.number("alt") }
        geoidSeparationMeters = report.number("geoidSep")
        speedMetersPerSecond = report.number("speed").flatMap { (0...1e6).contains($0) ? $0 : nil }
        courseDegrees = report.number("track").flatMap { course in
            (0...360).contains(course) ? course.truncatingRemainder(dividingBy: 360) : nil
        }
        let signs = ReceptionSigns(
            jamming: report.count("jam").flatMap { UInt8(exactly: $0) },
            // 2 is an open antenna, 3 a shorted one.
            hasAntennaFault: report.count("ant").map { $0 == 2 || $0 == 3 }
        )
        if !signs.isEmpty { self.signs = signs }
    }
}

extension FixQuality {
    /// Converts gpsd's `status`, whose numbers are stable across versions, unlike its names.
    fileprivate init(gpsdStatus status: Int) {
        self =
            switch status {
            // Satellites aided by motion sensors, 6, are no worse than satellites alone.
            case 1, 6: .autonomous
            case 2: .differential
            case 3: .rtkFixed
            case 4: .rtkFloat
            case 5: .deadReckoning
            case 7: .manual
            case 8: .simulated
            case 9: .precise
            default: .unknown
            }
    }
}

extension FixAccuracy {
    /// The ratio of the 68 % error to the 95 % error in two dimensions: √(ln 0.32 / ln 0.05).
    private static let horizontal68Per95 = 0.617

    /// The same ratio in one dimension: 0.994 / 1.960 standard deviations.
    private static let vertical68Per95 = 0.51

    /// Converts gpsd's error estimate, which its manual calls a guess at 95 %; `nil` if there is none.
    fileprivate init?(_ report: JSONObject, _ mode: Fix.Mode) {
        let perAxis: Double? =
            if let east = report.error("epx"), let north = report.error("epy") {
                (east * east + north * north).squareRoot()
            } else { nil }
        guard let horizontal95 = report.error("eph") ?? perAxis else { return nil }
        self.init(
            horizontal68Meters: horizontal95 * Self.horizontal68Per95,
            horizontal95Meters: horizontal95,
            vertical68Meters: mode == .threeDimensional
                ? report.error("epv").map { $0 * Self.vertical68Per95 } : nil,
            source: .expectedErrors
        )
    }
}

extension Heading {
    /// Converts an attitude report, whose heading is from true north by gpsd's manual; `nil` without one.
    fileprivate init?(_ report: JSONObject) {
        guard let degrees = report.number("heading") else { return nil }
        self.init(trueDegrees: degrees)
        // The status of TrueNorth's and similar compasses.
        compass =
            switch report["mag_st"]?.text?.first {
            case "N": .normal
            case "C": .uncalibrated
            // L and M: too low, O and P: too high, V: the sensor's voltage.
            case "L", "M", "O", "P", "V": .disturbed
            default: nil
            }
    }
}
