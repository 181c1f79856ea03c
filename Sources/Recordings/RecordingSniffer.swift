import LocationModel

/// Detects the format of a recording by its first bytes.
///
/// XML is GPX; its reader rejects other XML. Otherwise the first line decides that is a sentence or a report of gpsd,
/// so that the format of a pipe is known from its first line. A log of both begins with gpsd's `WATCH` message that
/// requests both, and is read as reports, because reports name their device.
enum RecordingSniffer {
    /// The number of bytes to inspect before giving up.
    static let longestBeginning = 1 << 16

    /// Returns the form of a recording by its beginning, decompressed and in UTF-8; `nil` if more bytes are needed.
    static func form(of bytes: Span<UInt8>, isComplete: Bool) throws(RecordingProblem) -> RecordingForm? {
        let hasEnough = isComplete || bytes.count >= longestBeginning
        guard bytes.count >= 16 || isComplete else { return nil }
        try rejectUnsupported(bytes)
        var start = bytes.begins(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while start < bytes.count, isBlank(bytes[start]) { start += 1 }
        guard start < bytes.count else { return hasEnough ? RecordingForm(nil) : nil }
        if isMarkup(bytes, at: start) { return RecordingForm(.gpx) }
        let text = bytes.extracting(start...)
        if text.begins(with: Array("Geolife trajectory".utf8)) { return RecordingForm(.geolife) }
        if text[0] == UInt8(ascii: "{"), let name = firstName(in: text) {
            // A name without end may still become one of these.
            if name.isComplete, googleMembers.contains(name.text) { return RecordingForm(.googleHistory) }
            if name.isComplete, name.text == "timelineObjects" {
                throw .unsupported(
                    "a semantic location history of Google Takeout; its export has the positions in Records.json"
                )
            }
            if !name.isComplete, !hasEnough { return nil }
        }
        if text[0] == UInt8(ascii: "["), let name = firstNameOfList(in: text) {
            if name.isComplete, segmentMembers.contains(name.text) { return RecordingForm(.googleHistory) }
            if !name.isComplete, !hasEnough { return nil }
        }
        var line = start
        var gpsdForm: RecordingForm?
        var hasFixHeader = false
        while line < bytes.count {
            var end = line
            while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
            // An incomplete line may begin with half a time stamp.
            guard end < bytes.count || hasEnough else { return nil }
            switch kind(of: bytes.extracting(line..<end)) {
            case .form(let form): return form
            case .gpsdMessage(let isStamped): gpsdForm = RecordingForm(.gpsd, isStamped: isStamped)
            case .fixHeader: hasFixHeader = true
            case nil: break
            }
            line = end + 1
        }
        guard hasEnough else { return nil }
        if let gpsdForm { return gpsdForm }
        if hasFixHeader { return RecordingForm(.gnssLogger) }
        if bytes[start] == UInt8(ascii: "{") || bytes[start] == UInt8(ascii: "[") {
            throw .unsupported("JSON, but not of gpsd and not a location history")
        }
        return RecordingForm(nil)
    }

    /// Returns the first bytes of an unknown format, for an error message.
    static func excerpt(of bytes: Span<UInt8>) -> String {
        var text = ""
        for index in 0..<min(bytes.count, 24) {
            let byte = bytes[index]
            if !text.isEmpty, byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { break }
            guard byte >= 0x20, byte < 0x7F else {
                // Not text: show the bytes in hexadecimal.
                var numbers: [String] = []
                for index in 0..<min(bytes.count, 8) {
                    let digits = String(bytes[index], radix: 16)
                    numbers.append(digits.count == 1 ? "0" + digits : digits)
                }
                return "the bytes " + numbers.joined(separator: " ")
            }
            text.unicodeScalars.append(Unicode.Scalar(byte))
        }
        return "'\(text)'"
    }

    private enum LineKind {
        case form(RecordingForm)

        /// A message of gpsd that decides nothing yet.
        case gpsdMessage(isStamped: Bool)

        /// GnssLogger's list of the columns of a fix; its log may have sentences too, and the first of either decides.
        case fixHeader
    }

    /// The first members of a location history: of `Records.json`, and of `Timeline.json`.
    private static let googleMembers = ["locations", "semanticSegments", "rawSignals", "userLocationProfile"]

    /// The first members of the segments that iOS exports as an array.
    private static let segmentMembers = ["startTime", "endTime", "timelinePath", "visit", "activity"]

    /// The name of the first member of an array's first object, as far as it is there; `nil` if there is none.
    private static func firstNameOfList(in list: Span<UInt8>) -> (text: String, isComplete: Bool)? {
        var index = 1
        while index < list.count, isBlank(list[index]) { index += 1 }
        guard index < list.count else { return ("", false) }
        return list[index] == UInt8(ascii: "{") ? firstName(in: list.extracting(index...)) : nil
    }

    /// The name of the first member of an object, as far as it is there; `nil` if there is none.
    private static func firstName(in object: Span<UInt8>) -> (text: String, isComplete: Bool)? {
        var index = 1
        while index < object.count, isBlank(object[index]) { index += 1 }
        guard index < object.count else { return ("", false) }
        guard object[index] == UInt8(ascii: "\"") else { return nil }
        var name: [UInt8] = []
        index += 1
        while index < object.count, object[index] != UInt8(ascii: "\"") {
            name.append(object[index])
            index += 1
            if name.count > 32 { return nil }
        }
        return (String(decoding: name, as: UTF8.self), index < object.count)
    }

    private static func kind(of line: Span<UInt8>) -> LineKind? {
        if line.begins(with: Array("# Fix,Provider".utf8)) { return .fixHeader }
        if line.begins(with: Array("Fix,".utf8)) { return .form(RecordingForm(.gnssLogger)) }
        guard line.count > 0, line[0] != UInt8(ascii: "#") else { return nil }
        let stamp = ArrivalStamp.read(line)
        let rest = line.extracting((stamp?.end ?? 0)...)
        if let brace = rest.firstIndex(of: UInt8(ascii: "{"), before: 8) {
            let object = rest.extracting(brace...)
            guard let name = className(in: object) else { return nil }
            switch name {
            case "TPV", "SKY", "GST", "ATT", "TOFF", "PPS", "IMU", "POLL":
                return .form(RecordingForm(.gpsd, isStamped: stamp != nil))
            case "WATCH" where object.isTrue("json"):
                return .form(RecordingForm(.gpsd, isStamped: stamp != nil))
            default: return .gpsdMessage(isStamped: stamp != nil)
            }
        }
        guard isSentence(rest) else { return nil }
        return .form(RecordingForm(.nmea, isStamped: stamp != nil))
    }

    /// Whether the line contains `$` or `!`, an address and a comma.
    ///
    /// The checksum is left to the decoder, which may be configured to ignore it.
    private static func isSentence(_ line: Span<UInt8>) -> Bool {
        var index = 0
        while index < line.count {
            defer { index += 1 }
            guard line[index] == UInt8(ascii: "$") || line[index] == UInt8(ascii: "!") else { continue }
            var end = index + 1
            while end < line.count, isUpperOrDigit(line[end]) { end += 1 }
            if end - index >= 5, end - index <= 10, end < line.count, line[end] == UInt8(ascii: ",") {
                return true
            }
        }
        return false
    }

    /// The value of `"class"`, with any white space.
    private static func className(in object: Span<UInt8>) -> String? {
        guard let key = object.firstIndex(of: Array("\"class\"".utf8)) else { return nil }
        var start = key + 7
        while start < object.count, isBlank(object[start]) || object[start] == UInt8(ascii: ":") {
            start += 1
        }
        guard start < object.count, object[start] == UInt8(ascii: "\"") else { return nil }
        var name: [UInt8] = []
        start += 1
        while start < object.count, object[start] != UInt8(ascii: "\""), name.count < 16 {
            name.append(object[start])
            start += 1
        }
        return String(decoding: name, as: UTF8.self)
    }

    private static func isMarkup(_ bytes: Span<UInt8>, at start: Int) -> Bool {
        guard bytes[start] == UInt8(ascii: "<"), start + 1 < bytes.count else { return false }
        switch bytes[start + 1] {
        case UInt8(ascii: "?"), UInt8(ascii: "!"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            return true
        default: return false
        }
    }

    /// Throws for common unsupported formats.
    private static func rejectUnsupported(_ bytes: Span<UInt8>) throws(RecordingProblem) {
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
        for (magic, name) in others where bytes.begins(with: magic) { throw .unsupported(name) }
        // FIT, the format of Garmin watches, has its magic after the length of its header.
        if bytes.count >= 12, bytes.extracting(8..<12).begins(with: Array(".FIT".utf8)) {
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

extension Span<UInt8> {
    fileprivate func begins(with prefix: [UInt8]) -> Bool {
        guard count >= prefix.count else { return false }
        for index in prefix.indices where self[index] != prefix[index] { return false }
        return true
    }

    fileprivate func firstIndex(of byte: UInt8, before limit: Int) -> Int? {
        for index in 0..<Swift.min(limit, count) where self[index] == byte { return index }
        return nil
    }

    fileprivate func firstIndex(of text: [UInt8]) -> Int? {
        var index = 0
        while index + text.count <= count {
            if extracting(index..<index + text.count).begins(with: text) { return index }
            index += 1
        }
        return nil
    }

    fileprivate func isTrue(_ name: String) -> Bool {
        firstIndex(of: Array("\"\(name)\":true".utf8)) != nil
            || firstIndex(of: Array("\"\(name)\": true".utf8)) != nil
    }
}
