import Varlink

/// Detects the format of a recording by its first bytes.
///
/// A track format may be known by the beginning. Otherwise the first line decides that is a sentence, a
/// report of gpsd or a line of a track format, so that the format of a pipe is known from its first line. A
/// log of sentences and reports begins with gpsd's `WATCH` message that requests both, and is read as
/// reports, because reports name their device.
struct RecordingSniffer {
    /// The most bytes to inspect before giving up.
    static let longestBeginning = 1 << 16

    let tracks: [any TrackFormat.Type]

    /// Returns the form of a recording by its beginning, decompressed and in UTF-8; `nil` if more bytes are needed.
    func form(of bytes: [UInt8], isComplete: Bool) throws(RecordingProblem) -> RecordingForm? {
        let hasEnough = isComplete || bytes.count >= Self.longestBeginning
        guard bytes.count >= 16 || isComplete else { return nil }
        try Self.rejectUnsupported(bytes)
        let text = bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0).drop(while: Self.isBlank)
        guard let first = text.first else { return hasEnough ? RecordingForm(nil) : nil }
        for format in tracks where try format.isBeginning(text) { return RecordingForm(format.kind) }
        if text.starts(with: "Geolife trajectory".utf8) { throw .unsupported("GeoLife PLT") }
        var likely: RecordingForm?
        var rest = text
        while !rest.isEmpty {
            let line = rest.prefix { $0 != UInt8(ascii: "\n") }
            // An incomplete line may begin with half a time stamp.
            guard line.endIndex < rest.endIndex || hasEnough else { return nil }
            if let found = form(of: line) {
                if found.isCertain { return found.form }
                likely = likely ?? found.form
            }
            rest = rest[line.endIndex...].dropFirst()
        }
        guard hasEnough else { return nil }
        if let likely { return likely }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            throw .unsupported("JSON, but not of gpsd")
        }
        return RecordingForm(nil)
    }

    /// Returns the first bytes of an unknown format, for an error message.
    static func excerpt(of bytes: [UInt8]) -> String {
        var line = bytes.prefix(24)
        let lineEnds = [UInt8(ascii: "\n"), UInt8(ascii: "\r")]
        if let end = line.dropFirst().firstIndex(where: lineEnds.contains) { line = line[..<end] }
        guard line.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
            // Not text: show the bytes in hexadecimal.
            let numbers = bytes.prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
            return "the bytes " + numbers.joined(separator: " ")
        }
        return "'\(String(decoding: line, as: UTF8.self))'"
    }

    /// Returns the form that a line shows, for certain or unless another line decides; `nil` if any form has
    /// such lines.
    private func form(of line: ArraySlice<UInt8>) -> (form: RecordingForm, isCertain: Bool)? {
        for format in tracks {
            if let isCertain = format.isCertain(from: line) { return (RecordingForm(format.kind), isCertain) }
        }
        guard let first = line.first, first != UInt8(ascii: "#") else { return nil }
        let stamp = ArrivalStamp.read(line.span)
        let rest = line.dropFirst(stamp?.end ?? 0)
        guard let brace = rest.prefix(8).firstIndex(of: UInt8(ascii: "{")) else {
            return Self.isSentence(rest) ? (RecordingForm(.nmea, isStamped: stamp != nil), true) : nil
        }
        guard let json = try? JSONObject(Array(rest[brace...])), let name = json["class"]?.text else {
            return nil
        }
        let isReport = ["TPV", "SKY", "GST", "ATT", "TOFF", "PPS", "IMU", "POLL"].contains(name)
        // gpsd may also announce sentences only.
        let announcesReports = name == "WATCH" && json["json"]?.kind == .bool(true)
        return (RecordingForm(.gpsd, isStamped: stamp != nil), isReport || announcesReports)
    }

    /// Returns whether the line contains `$` or `!`, an address and a comma.
    ///
    /// The checksum is left to the decoder, which may be configured to ignore it.
    private static func isSentence(_ line: ArraySlice<UInt8>) -> Bool {
        line.indices.contains { index in
            guard line[index] == UInt8(ascii: "$") || line[index] == UInt8(ascii: "!") else { return false }
            let address = line[(index + 1)...].prefix(while: isUpperOrDigit)
            return (4...9).contains(address.count) && line[address.endIndex...].first == UInt8(ascii: ",")
        }
    }

    private static func rejectUnsupported(_ bytes: [UInt8]) throws(RecordingProblem) {
        let others: [([UInt8], String)] = [
            ([0xFF, 0xFE, 0, 0], utf32),
            ([0, 0, 0xFE, 0xFF], utf32),
            (Array("PK\u{3}\u{4}".utf8), "a ZIP archive, such as a KMZ file"),
            (Array("BZh".utf8), "compressed with bzip2"),
            ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "compressed with xz"),
            ([0x28, 0xB5, 0x2F, 0xFD], "compressed with Zstandard"),
            (Array("%PDF".utf8), "a PDF document"),
            (Array("SQLite format 3".utf8), "an SQLite database"),
            ([0x7F, 0x45, 0x4C, 0x46], "a program"),
            (GzipStream.magic, "compressed with gzip twice"),
        ]
        for (magic, name) in others where bytes.starts(with: magic) { throw .unsupported(name) }
        // FIT, the format of Garmin watches, has its magic after the length of its header.
        if bytes.dropFirst(8).starts(with: ".FIT".utf8) {
            throw .unsupported("a FIT file, which gpsbabel converts to GPX")
        }
    }

    private static let utf32 = "text in UTF-32, which iconv -f UTF-32 -t UTF-8 converts"

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || (byte >= UInt8(ascii: "\t") && byte <= UInt8(ascii: "\r"))
    }

    private static func isUpperOrDigit(_ byte: UInt8) -> Bool {
        (byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z"))
            || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"))
    }
}
