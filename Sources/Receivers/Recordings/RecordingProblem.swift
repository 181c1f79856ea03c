/// The reason why a recording cannot be read, or not to its end.
package enum RecordingProblem: Error, Hashable, Sendable, CustomStringConvertible {
    case empty

    /// It has a known but unsupported format, named in words.
    case unsupported(String)

    /// It contains no known data; `beginning` shows its first bytes.
    case unrecognised(beginning: String)

    /// It is not valid in this line of its GPX or JSON.
    case invalid(String, line: Int, reason: String)

    /// The compressed data is damaged at about this byte of the file; zlib reads a little ahead.
    case damagedCompression(atByte: Int, reason: String)

    case outOfMemory

    /// The error message: what was found, and what is supported.
    package var description: String {
        switch self {
        case .empty: "It is empty"
        case .unsupported(let seen): "It is \(seen); \(Self.supported)"
        case .unrecognised(let beginning):
            "It begins with \(beginning) and contains nothing known; \(Self.supported)"
        case .invalid(let language, let line, let reason): "\(language), line \(line): \(reason)"
        case .damagedCompression(let byte, let reason): "gzip, at byte \(byte): \(reason)"
        case .outOfMemory: "Not enough memory to read it"
        }
    }

    private static let supported =
        "supported are NMEA 0183, also with time stamps, gpsd's JSON reports and GPX, each also in UTF-16 and "
        + "compressed with gzip; waymark-lab reads GeoLife PLT, Google location history and GnssLogger text too"
}
