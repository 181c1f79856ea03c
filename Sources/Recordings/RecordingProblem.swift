/// Why a recording cannot be read, or not to its end.
package enum RecordingProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is not one byte.
    case empty

    /// It is something that is known and not read, in words for a person.
    case unsupported(String)

    /// Nothing in it is what is read; `beginning` shows its first bytes.
    case unrecognised(beginning: String)

    /// It is GPX, with a fault.
    case gpx(GPXProblem)

    /// What is compressed is damaged, at about this byte of the file: zlib looks a little ahead.
    case damagedCompression(atByte: Int, reason: String)

    /// The system lacks the memory.
    case outOfMemory

    /// What was seen, and what would be read.
    package var description: String {
        switch self {
        case .empty: "It is empty"
        case .unsupported(let seen): "It is \(seen); \(Self.whatIsRead)"
        case .unrecognised(let beginning):
            "It begins with \(beginning), and holds nothing known; \(Self.whatIsRead)"
        case .gpx(let problem): "GPX, \(problem)"
        case .damagedCompression(let byte, let reason): "gzip, at byte \(byte): \(reason)"
        case .outOfMemory: "There is not enough memory to read it"
        }
    }

    private static let whatIsRead =
        "read are NMEA 0183, also with time stamps, gpsd's reports in JSON, and GPX, each also compressed with gzip"
}
