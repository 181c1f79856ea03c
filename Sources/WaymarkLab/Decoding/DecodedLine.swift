import CommandLineTool
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

/// A heading as a line of output, in JSON or for people.
///
/// The member `kind` distinguishes it from a fix. An unknown value is absent, never null or zero.
struct HeadingRecord {
    let heading: Heading

    /// More bytes than any line needs.
    private static let room = 1024

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
        text.appendField("kind", quoted: "heading")
        text.appendField("time", heading.time)
        text.appendField("trueHeadingDegrees", heading.trueDegrees?.asDirection(), .angle)
        text.appendField("magneticHeadingDegrees", heading.magneticDegrees?.asDirection(), .angle)
        text.appendField("variationDegrees", heading.variationDegrees, .angle)
        text.appendField("deviationDegrees", heading.deviationDegrees, .angle)
        text.appendField("accuracyDegrees", heading.accuracyDegrees, .angle)
        if heading.origin != .unknown { text.appendField("origin", quoted: heading.origin.rawValue) }
        if let compass = heading.compass { text.appendField("compass", quoted: compass.rawValue) }
        text.append("}\n")
    }

    private func writeLine(to text: inout OutputSpan<UInt8>) {
        text.append(heading.time)
        text.append("  heading")
        if let degrees = heading.trueDegrees {
            text.append(" ")
            text.append(degrees.asDirection(places: 1), places: 1)
            text.append(" deg true")
        }
        if let degrees = heading.magneticDegrees {
            text.append(" ")
            text.append(degrees.asDirection(places: 1), places: 1)
            text.append(" deg magnetic")
        }
        if heading.origin != .unknown {
            text.append(", ")
            text.append(heading.origin.rawValue.utf8.span)
        }
        text.append("\n")
    }
}

extension Double {
    /// Returns a direction in degrees for printing with `places` decimal places.
    ///
    /// A value that would round up to 360 becomes 0.
    func asDirection(places: Int = DecimalPlaces.angle.places) -> Double {
        var half = 0.5
        for _ in 0..<places { half /= 10 }
        return self + half >= 360 ? 0 : self
    }
}

/// Appends fields to a JSON object.
///
/// The methods are inlined, because the length of a name is known only at the call site.
extension OutputSpan<UInt8> {
    /// Appends a number without trailing zeros; nothing for `nil`.
    @inline(__always)
    mutating func appendField(_ name: StaticString, _ value: Double?, _ digits: DecimalPlaces) {
        // JSON cannot represent infinity or NaN.
        guard let value, value.isFinite else { return }
        appendName(name)
        append(value, places: digits.places, leavesOutZeros: true)
    }

    /// Appends an integer; nothing for `nil`.
    @inline(__always)
    mutating func appendField(_ name: StaticString, _ value: Int?) {
        guard let value else { return }
        appendName(name)
        append(value)
    }

    /// Appends a time with milliseconds, so that all have the same length; nothing for `nil`.
    @inline(__always)
    mutating func appendField(_ name: StaticString, _ time: UTCInstant?) {
        guard let time else { return }
        appendName(name)
        append(UInt8(ascii: "\""))
        appendMilliseconds(of: time)
        append(UInt8(ascii: "\""))
    }

    fileprivate mutating func appendMilliseconds(of time: UTCInstant) {
        // Add half a millisecond, then truncate. At the largest time, only truncate.
        let (later, overflow) = time.nanosecondsSince1970.addingReportingOverflow(500_000)
        append(overflow ? time : UTCInstant(nanosecondsSince1970: later), places: 3)
    }

    /// Appends text that needs no escaping; nothing for `nil`.
    @inline(__always)
    mutating func appendField(_ name: StaticString, quoted value: String?) {
        guard let value else { return }
        appendName(name)
        append(UInt8(ascii: "\""))
        append(value.utf8.span)
        append(UInt8(ascii: "\""))
    }

    @inline(__always)
    private mutating func appendName(_ name: StaticString) {
        if self[count - 1] != UInt8(ascii: "{") { append(UInt8(ascii: ",")) }
        append(UInt8(ascii: "\""))
        append(name)
        append(UInt8(ascii: "\""))
        append(UInt8(ascii: ":"))
    }
}

/// Appends parts of a line for people.
extension OutputSpan<UInt8> {
    /// Appends a number and its unit, right-aligned to `width` bytes; only spaces for `nil`.
    mutating func append(_ value: Double?, places: Int, _ unit: StaticString = "", width: Int) {
        let start = count
        if let value {
            append(value, places: places)
            append(unit)
        }
        let end = count
        let blanks = width - (end - start)
        guard blanks > 0 else { return }
        append(repeating: UInt8(ascii: " "), count: blanks)
        for index in (start..<end).reversed() { swapAt(index, index + blanks) }
    }

    /// Appends a time with milliseconds, or the text `nothing`, padded to 24 bytes.
    mutating func append(_ time: UTCInstant?, orElse nothing: StaticString = "") {
        let start = count
        if let time { appendMilliseconds(of: time) } else { append(nothing) }
        append(repeating: UInt8(ascii: " "), count: Swift.max(0, start + 24 - count))
    }
}
