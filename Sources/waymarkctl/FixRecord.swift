import LocationModel

/// One fix as the tools print it: a JSON object on a line of its own.
///
/// A value that the receiver did not give is absent, never null or zero.
struct FixRecord {
    let fix: Fix

    /// Appends the object and a line feed.
    func write(to output: inout [UInt8]) {
        output.append(UInt8(ascii: "{"))
        output.appendField("time", quoted: fix.time.map(\.milliseconds))
        output.appendField("latitudeDegrees", fix.coordinate.latitudeDegrees)
        output.appendField("longitudeDegrees", fix.coordinate.longitudeDegrees)
        output.appendField("mode", fix.mode.rawValue)
        output.appendField("quality", quoted: fix.quality.rawValue)
        output.appendField("altitudeMeters", fix.altitudeMeters)
        output.appendField("geoidSeparationMeters", fix.geoidSeparationMeters)
        output.appendField("speedMetersPerSecond", fix.speedMetersPerSecond)
        output.appendField("courseDegrees", fix.courseDegrees)
        output.appendField("horizontalAccuracyMeters", fix.accuracy?.horizontal68Meters)
        output.appendField("horizontalAccuracy95Meters", fix.accuracy?.horizontal95Meters)
        output.appendField("verticalAccuracyMeters", fix.accuracy?.vertical68Meters)
        output.appendField("accuracySource", quoted: fix.accuracy?.source.rawValue)
        output.appendField("satellitesUsed", fix.satellitesUsed)
        output.appendField("horizontalDilution", fix.horizontalDilution)
        output.appendField("localDatum", quoted: fix.localDatum?.name)
        output.appendField("datumShiftMeters", fix.localDatum?.shiftMeters)
        output.append(contentsOf: "}\n".utf8)
    }

    /// Appends a line for people and a line feed.
    func writeReadably(to output: inout [UInt8]) {
        var line = (fix.time.map(\.milliseconds) ?? "no time").padded(to: 24)
        line += rounded(fix.coordinate.latitudeDegrees, digits: 7).aligned(to: 13)
        line += rounded(fix.coordinate.longitudeDegrees, digits: 7).aligned(to: 13)
        line += "  \(fix.mode.rawValue)D "
        line += (fix.altitudeMeters.map { rounded($0, digits: 1) + " m" } ?? "").aligned(to: 10)
        line += (fix.speedMetersPerSecond.map { rounded($0, digits: 1) + " m/s" } ?? "").aligned(to: 10)
        line += (fix.courseDegrees.map { rounded($0, digits: 0) + " deg" } ?? "").aligned(to: 8)
        if let accuracy = fix.accuracy {
            line += "  within \(rounded(accuracy.horizontal68Meters, digits: 1)) m (68 %)"
        }
        line += ", \(fix.quality.rawValue)"
        if let datum = fix.localDatum {
            line += ", datum \(datum.name), "
            line +=
                datum.shiftMeters.map { "brought to WGS-84 by \(rounded($0, digits: 1)) m" } ?? "not WGS-84"
        }
        output.append(contentsOf: "\(line)\n".utf8)
    }
}
