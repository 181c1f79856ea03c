import LocationModel

/// One heading as the tools print it: a JSON object on a line of its own, whose `kind` tells it from a fix.
///
/// A value that is not known is absent, never null or zero.
struct HeadingRecord {
    let heading: Heading

    /// Appends the object and a line feed.
    func write(to output: inout [UInt8]) {
        output.append(UInt8(ascii: "{"))
        output.appendField("kind", quoted: "heading")
        output.appendField("time", quoted: heading.time.map(\.milliseconds))
        output.appendField("trueHeadingDegrees", heading.trueDegrees)
        output.appendField("magneticHeadingDegrees", heading.magneticDegrees)
        output.appendField("variationDegrees", heading.variationDegrees)
        output.appendField("deviationDegrees", heading.deviationDegrees)
        output.appendField("origin", quoted: heading.origin == .unknown ? nil : heading.origin.rawValue)
        output.append(contentsOf: "}\n".utf8)
    }

    /// Appends a line for people and a line feed.
    func writeReadably(to output: inout [UInt8]) {
        var line = (heading.time.map(\.milliseconds) ?? "").padded(to: 24) + "  heading"
        if let degrees = heading.trueDegrees { line += " \(rounded(degrees, digits: 1)) deg true" }
        if let degrees = heading.magneticDegrees { line += " \(rounded(degrees, digits: 1)) deg magnetic" }
        if heading.origin != .unknown { line += ", \(heading.origin.rawValue)" }
        output.append(contentsOf: "\(line)\n".utf8)
    }
}
