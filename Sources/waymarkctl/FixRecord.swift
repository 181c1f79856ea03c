import LocationModel

/// A fix as a line of output, in JSON or for people.
///
/// A value that the receiver did not report is absent, never null or zero.
struct FixRecord {
    let fix: Fix

    /// More bytes than any line needs.
    private static let room = 2048

    /// Appends the JSON object and a newline.
    func write(to output: inout [UInt8]) {
        output.append(addingCapacity: Self.room, initializingWith: writeObject)
    }

    /// Appends the line for people and a newline.
    func writeReadably(to output: inout [UInt8]) {
        output.append(addingCapacity: Self.room, initializingWith: writeLine)
    }

    private func writeObject(to text: inout OutputSpan<UInt8>) {
        text.append("{")
        text.appendField("time", fix.time)
        text.appendField("latitudeDegrees", fix.coordinate.latitudeDegrees, .place)
        text.appendField("longitudeDegrees", fix.coordinate.longitudeDegrees, .place)
        text.appendField("mode", fix.mode.rawValue)
        text.appendField("quality", quoted: fix.quality.rawValue)
        text.appendField("altitudeMeters", fix.altitudeMeters, .length)
        text.appendField("geoidSeparationMeters", fix.geoidSeparationMeters, .length)
        text.appendField("speedMetersPerSecond", fix.speedMetersPerSecond, .speed)
        text.appendField("courseDegrees", fix.courseDegrees?.asDirection(), .angle)
        if let accuracy = fix.accuracy {
            text.appendField("horizontalAccuracyMeters", accuracy.horizontal68Meters, .length)
            text.appendField("horizontalAccuracy95Meters", accuracy.horizontal95Meters, .length)
            text.appendField("verticalAccuracyMeters", accuracy.vertical68Meters, .length)
            text.appendField("accuracySource", quoted: accuracy.source.rawValue)
        }
        text.appendField("satellitesUsed", fix.satellitesUsed)
        text.appendField("horizontalDilution", fix.horizontalDilution, .dilution)
        if let datum = fix.localDatum {
            text.appendField("localDatum", quoted: datum.name)
            text.appendField("datumShiftMeters", datum.shiftMeters, .length)
        }
        text.append("}\n")
    }

    private func writeLine(to text: inout OutputSpan<UInt8>) {
        text.append(fix.time, orElse: "no time")
        text.append(fix.coordinate.latitudeDegrees, places: 7, width: 13)
        text.append(fix.coordinate.longitudeDegrees, places: 7, width: 13)
        text.append("  ")
        text.append(fix.mode.rawValue)
        text.append("D ")
        text.append(fix.altitudeMeters, places: 1, " m", width: 10)
        text.append(fix.speedMetersPerSecond, places: 1, " m/s", width: 10)
        text.append(fix.courseDegrees?.asDirection(places: 0), places: 0, " deg", width: 8)
        if let accuracy = fix.accuracy {
            text.append("  within ")
            text.append(accuracy.horizontal68Meters, places: 1)
            text.append(" m (68 %)")
        }
        text.append(", ")
        text.append(fix.quality.rawValue.utf8.span)
        if let datum = fix.localDatum {
            text.append(", datum ")
            text.append(datum.name.utf8.span)
            if let shift = datum.shiftMeters {
                text.append(", brought to WGS-84 by ")
                text.append(shift, places: 1)
                text.append(" m")
            } else {
                text.append(", not WGS-84")
            }
        }
        text.append("\n")
    }
}
