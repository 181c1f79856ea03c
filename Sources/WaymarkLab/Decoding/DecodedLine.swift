import CommandLineTool
import LocationModel

extension Fix {
    /// The fix as a JSON object on a line.
    ///
    /// A value that the receiver did not report is absent, never null or zero.
    var jsonLine: String {
        line(of: [
            ("time", time?.quotedMilliseconds),
            ("latitudeDegrees", coordinate.latitudeDegrees.number(.place)),
            ("longitudeDegrees", coordinate.longitudeDegrees.number(.place)),
            ("mode", "\(mode.rawValue)"),
            ("quality", quality.rawValue.quoted),
            ("altitudeMeters", altitudeMeters?.number(.length)),
            ("geoidSeparationMeters", geoidSeparationMeters?.number(.length)),
            ("speedMetersPerSecond", speedMetersPerSecond?.number(.speed)),
            ("courseDegrees", courseDegrees?.asDirection().number(.angle)),
            ("horizontalAccuracyMeters", accuracy?.horizontal68Meters.number(.length)),
            ("horizontalAccuracy95Meters", accuracy?.horizontal95Meters.number(.length)),
            ("verticalAccuracyMeters", accuracy?.vertical68Meters?.number(.length)),
            ("accuracySource", accuracy?.source.rawValue.quoted),
            ("satellitesUsed", satellitesUsed?.description),
            ("horizontalDilution", horizontalDilution?.number(.dilution)),
            ("localDatum", localDatum?.name.quoted),
            ("datumShiftMeters", localDatum?.shiftMeters?.number(.length)),
        ])
    }

    var readableLine: String {
        var line = (time?.milliseconds ?? "no time").padded(to: 24)
        line += Optional(coordinate.latitudeDegrees).column(13, places: 7)
        line += Optional(coordinate.longitudeDegrees).column(13, places: 7)
        line += "  \(mode.rawValue)D "
        line += altitudeMeters.column(10, places: 1, " m")
        line += speedMetersPerSecond.column(10, places: 1, " m/s")
        line += (courseDegrees?.asDirection(places: 0)).column(8, places: 0, " deg")
        if let accuracy { line += "  within \(accuracy.horizontal68Meters.text(places: 1)) m (68 %)" }
        line += ", \(quality.rawValue)"
        if let localDatum {
            let shift = localDatum.shiftMeters.map { "brought to WGS-84 by \($0.text(places: 1)) m" }
            line += ", datum \(localDatum.name), \(shift ?? "not WGS-84")"
        }
        return line + "\n"
    }
}

extension Heading {
    /// The heading as a JSON object on a line, whose member `kind` distinguishes it from a fix.
    ///
    /// An unknown value is absent, never null or zero.
    var jsonLine: String {
        line(of: [
            ("kind", "heading".quoted),
            ("time", time?.quotedMilliseconds),
            ("trueHeadingDegrees", trueDegrees?.asDirection().number(.angle)),
            ("magneticHeadingDegrees", magneticDegrees?.asDirection().number(.angle)),
            ("variationDegrees", variationDegrees?.number(.angle)),
            ("deviationDegrees", deviationDegrees?.number(.angle)),
            ("accuracyDegrees", accuracyDegrees?.number(.angle)),
            ("origin", origin == .unknown ? nil : origin.rawValue.quoted),
            ("compass", compass?.rawValue.quoted),
        ])
    }

    var readableLine: String {
        var line = (time?.milliseconds ?? "").padded(to: 24) + "  heading"
        for (degrees, north) in [(trueDegrees, "true"), (magneticDegrees, "magnetic")] {
            if let degrees { line += " \(degrees.asDirection(places: 1).text(places: 1)) deg \(north)" }
        }
        return line + (origin == .unknown ? "" : ", \(origin.rawValue)") + "\n"
    }
}

/// Returns an object of the members that have a value, which is JSON already.
private func line(of members: [(name: String, value: String?)]) -> String {
    let known = members.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }
    return "{\(known.joined(separator: ","))}\n"
}

extension String {
    /// The text in quotes; it needs no escapes.
    fileprivate var quoted: String { "\"\(self)\"" }
}

extension UTCInstant {
    /// The time with milliseconds, so that all have the same length.
    fileprivate var milliseconds: String {
        // Add half a millisecond, then truncate. At the largest time, only truncate.
        let (later, overflow) = nanosecondsSince1970.addingReportingOverflow(500_000)
        return (overflow ? self : UTCInstant(nanosecondsSince1970: later)).text(places: 3)
    }
    fileprivate var quotedMilliseconds: String { milliseconds.quoted }
}

extension Double {
    /// Returns a direction in degrees for printing with `places` decimal places.
    ///
    /// A value that would round up to 360 becomes 0.
    fileprivate func asDirection(places: Int = DecimalPlaces.angle.places) -> Double {
        var half = 0.5
        for _ in 0..<places { half /= 10 }
        return self + half >= 360 ? 0 : self
    }

    /// Returns the number in JSON, which cannot represent infinity or NaN.
    fileprivate func number(_ digits: DecimalPlaces) -> String? { isFinite ? decimal(digits) : nil }
}

extension Double? {
    /// Returns a number and its unit, right-aligned; only spaces for `nil`.
    fileprivate func column(_ width: Int, places: Int, _ unit: String = "") -> String {
        let text = map { $0.text(places: places) + unit } ?? ""
        return String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
