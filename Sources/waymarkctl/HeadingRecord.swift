import LocationModel

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
