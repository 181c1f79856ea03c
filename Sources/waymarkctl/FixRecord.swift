import LocationModel

/// One fix as the tools print it: a JSON object on a line of its own.
///
/// A value that the receiver did not give is absent, never null or zero.
struct FixRecord {
    let fix: Fix

    /// Appends the object and a line feed.
    func write(to output: inout [UInt8]) {
        var object = JSONLine()
        object.append("time", quoted: fix.time.map(Self.milliseconds))
        object.append("latitudeDegrees", fix.coordinate.latitudeDegrees)
        object.append("longitudeDegrees", fix.coordinate.longitudeDegrees)
        object.append("mode", fix.mode.rawValue)
        object.append("quality", quoted: fix.quality.rawValue)
        object.append("altitudeMeters", fix.altitudeMeters)
        object.append("geoidSeparationMeters", fix.geoidSeparationMeters)
        object.append("speedMetersPerSecond", fix.speedMetersPerSecond)
        object.append("courseDegrees", fix.courseDegrees)
        object.append("horizontalAccuracyMeters", fix.accuracy?.horizontal68Meters)
        object.append("horizontalAccuracy95Meters", fix.accuracy?.horizontal95Meters)
        object.append("verticalAccuracyMeters", fix.accuracy?.vertical68Meters)
        object.append("accuracySource", quoted: fix.accuracy?.source.rawValue)
        object.append("satellitesUsed", fix.satellitesUsed)
        object.append("horizontalDilution", fix.horizontalDilution)
        object.finish(into: &output)
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

/// A JSON object being written to a line, without the detour over a tree of values.
private struct JSONLine {
    private var bytes: [UInt8] = []

    init() { bytes.reserveCapacity(512) }

    mutating func append(_ name: StaticString, _ value: Double?) {
        // The shortest text that reads back as the same number; JSON has none for what is not finite.
        guard let value, value.isFinite else { return }
        append(name, text: value.description)
    }

    mutating func append(_ name: StaticString, _ value: Int?) {
        guard let value else { return }
        append(name, text: value.description)
    }

    /// Appends text that is known to need no escapes.
    mutating func append(_ name: StaticString, quoted value: String?) {
        guard let value else { return }
        append(name, text: "\"\(value)\"")
    }

    mutating func finish(into output: inout [UInt8]) {
        output.append(contentsOf: bytes)
        output.append(contentsOf: "}\n".utf8)
    }

    private mutating func append(_ name: StaticString, text: String) {
        bytes.append(UInt8(ascii: bytes.isEmpty ? "{" : ","))
        bytes.append(contentsOf: "\"\(name)\":".utf8)
        bytes.append(contentsOf: text.utf8)
    }
}

extension String {
    fileprivate func aligned(to width: Int) -> String {
        String(repeating: " ", count: Swift.max(0, width - count)) + self
    }
}
