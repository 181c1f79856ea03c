import LocationModel

/// One fix as the tools print it: a JSON object on a line of its own.
///
/// A value that the receiver did not give is absent, never null or zero.
struct FixRecord {
    let fix: Fix

    /// Appends the object and a line feed.
    func write(to output: inout [UInt8]) {
        output.append(UInt8(ascii: "{"))
        output.appendField("time", quoted: fix.time.map(Self.milliseconds))
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
        output.append(contentsOf: "}\n".utf8)
    }

    /// Appends a line for people and a line feed.
    func writeReadably(to output: inout [UInt8]) {
        var line = (fix.time.map(Self.milliseconds) ?? "no time").padded(to: 24)
        line += Self.rounded(fix.coordinate.latitudeDegrees, digits: 7).aligned(to: 13)
        line += Self.rounded(fix.coordinate.longitudeDegrees, digits: 7).aligned(to: 13)
        line += "  \(fix.mode.rawValue)D "
        line += (fix.altitudeMeters.map { Self.rounded($0, digits: 1) + " m" } ?? "").aligned(to: 10)
        line += (fix.speedMetersPerSecond.map { Self.rounded($0, digits: 1) + " m/s" } ?? "").aligned(to: 10)
        line += (fix.courseDegrees.map { Self.rounded($0, digits: 0) + " deg" } ?? "").aligned(to: 8)
        if let accuracy = fix.accuracy {
            line += "  within \(Self.rounded(accuracy.horizontal68Meters, digits: 1)) m (68 %)"
        }
        output.append(contentsOf: "\(line), \(fix.quality.rawValue)\n".utf8)
    }

    /// Returns RFC 3339 text with exactly three digits of the second, so that columns and keys line up.
    private static func milliseconds(_ instant: UTCInstant) -> String {
        let (rounded, overflow) = instant.nanosecondsSince1970.addingReportingOverflow(500_000)
        let nanoseconds = overflow ? instant.nanosecondsSince1970 : rounded
        let millisecond = ((nanoseconds % 1_000_000) + 1_000_000) % 1_000_000
        let text = UTCInstant(nanosecondsSince1970: nanoseconds - millisecond).description
        return text.utf8.contains(UInt8(ascii: ".")) ? text : text.dropLast() + ".000Z"
    }

    private static func rounded(_ value: Double, digits: Int) -> String {
        let scale = [1.0, 10, 100, 1000, 1e4, 1e5, 1e6, 1e7][digits]
        guard abs(value) < 1e11 else { return value.description }
        let scaled = Int64((abs(value) * scale).rounded())
        let sign = value < 0 && scaled > 0 ? "-" : ""
        guard digits > 0 else { return sign + String(scaled) }
        let fraction = String(scaled % Int64(scale))
        let zeros = String(repeating: "0", count: digits - fraction.count)
        return "\(sign)\(scaled / Int64(scale)).\(zeros)\(fraction)"
    }
}

/// The fields of a JSON object, appended to a buffer that ends in the object so far.
extension [UInt8] {
    fileprivate mutating func appendField(_ name: StaticString, _ value: Double?) {
        // The shortest text that reads back as the same number; JSON has none for what is not finite.
        guard let value, value.isFinite else { return }
        appendField(name, text: value.description)
    }

    fileprivate mutating func appendField(_ name: StaticString, _ value: Int?) {
        guard let value else { return }
        appendField(name, text: value.description)
    }

    /// Appends text that is known to need no escapes.
    fileprivate mutating func appendField(_ name: StaticString, quoted value: String?) {
        guard let value else { return }
        appendField(name, text: value, quote: true)
    }

    private mutating func appendField(_ name: StaticString, text: String, quote: Bool = false) {
        if last != UInt8(ascii: "{") { append(UInt8(ascii: ",")) }
        append(UInt8(ascii: "\""))
        unsafe append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        append(UInt8(ascii: "\""))
        append(UInt8(ascii: ":"))
        if quote { append(UInt8(ascii: "\"")) }
        append(contentsOf: text.utf8)
        if quote { append(UInt8(ascii: "\"")) }
    }
}

extension String {
    fileprivate func aligned(to width: Int) -> String {
        String(repeating: " ", count: Swift.max(0, width - count)) + self
    }
}
