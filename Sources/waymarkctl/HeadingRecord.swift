import LocationModel

/// One heading as the tools print it: a JSON object on a line of its own, whose `kind` tells it from a fix.
///
/// A value that is not known is absent, never null or zero.
struct HeadingRecord {
    let heading: Heading

    /// More than any line takes.
    private static let room = 1024

    /// Appends the object and a line feed.
    func write(to output: inout [UInt8]) {
        output.append(addingCapacity: Self.room, initializingWith: writeObject)
    }

    /// Appends a line for people and a line feed.
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
        if heading.origin != .unknown { text.appendField("origin", quoted: heading.origin.rawValue) }
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
