import LocationModel

/// Tells by its first bytes what a recording is.
///
/// XML is GPX, or its reader says what else it is. In everything else the first line decides that is a sentence or a
/// report of gpsd, so that a pipe is understood with its first line: in a log of both, a report that both are wanted
/// stands before them all, and the reports are followed, because they name their device.
enum RecordingSniffer {
    /// What is looked at before giving up.
    static let longestBeginning = 1 << 16

    /// Looks at the beginning of a recording.
    ///
    /// - Parameters:
    ///   - bytes: All there is so far, after decompression.
    ///   - isAll: Whether no more will come.
    /// - Returns: What it is; `nil` while more bytes are needed to tell.
    /// - Throws: ``RecordingProblem`` when it is something that is known and not read.
    static func form(of bytes: Span<UInt8>, isAll: Bool) throws(RecordingProblem) -> RecordingForm? {
        let hasEnough = isAll || bytes.count >= longestBeginning
        guard bytes.count >= 16 || isAll else { return nil }
        try refuseOthers(bytes)
        var start = bytes.begins(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while start < bytes.count, isBlank(bytes[start]) { start += 1 }
        guard start < bytes.count else { return hasEnough ? RecordingForm(nil) : nil }
        if isMarkup(bytes, at: start) { return RecordingForm(.gpx) }
        var line = start
        var saysOther: RecordingForm?
        while line < bytes.count {
            var end = line
            while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
            // A line of which more is to come may begin with half a time stamp.
            guard end < bytes.count || hasEnough else { return nil }
            switch sign(in: bytes.extracting(line..<end)) {
            case .form(let form): return form
            case .report(let isStamped): saysOther = RecordingForm(.gpsd, isStamped: isStamped)
            case nil: break
            }
            line = end + 1
        }
        guard hasEnough else { return nil }
        if let saysOther { return saysOther }
        if bytes[start] == UInt8(ascii: "{") || bytes[start] == UInt8(ascii: "[") {
            throw .unsupported("JSON, but not gpsd's")
        }
        return RecordingForm(nil)
    }

    /// Shows the first bytes of something unknown to a person.
    static func excerpt(of bytes: Span<UInt8>) -> String {
        var text = ""
        for index in 0..<min(bytes.count, 24) {
            let byte = bytes[index]
            if !text.isEmpty, byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { break }
            guard byte >= 0x20, byte < 0x7F else {
                // Not text: then its first bytes say more as numbers.
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

    private enum Sign {
        case form(RecordingForm)

        /// gpsd speaks, but has not said of what.
        case report(isStamped: Bool)
    }

    private static func sign(in line: Span<UInt8>) -> Sign? {
        guard line.count > 0, line[0] != UInt8(ascii: "#") else { return nil }
        let stamp = ArrivalStamp.read(line)
        let rest = line.extracting((stamp?.end ?? 0)...)
        if let brace = rest.firstIndex(of: UInt8(ascii: "{"), before: 8) {
            let object = rest.extracting(brace...)
            guard let name = className(in: object) else { return nil }
            switch name {
            case "TPV", "SKY", "GST", "ATT", "TOFF", "PPS", "IMU", "POLL":
                return .form(RecordingForm(.gpsd, isStamped: stamp != nil))
            case "WATCH" where object.holdsTruth(of: "json"):
                return .form(RecordingForm(.gpsd, isStamped: stamp != nil))
            default: return .report(isStamped: stamp != nil)
            }
        }
        guard isSentence(rest) else { return nil }
        return .form(RecordingForm(.nmea, isStamped: stamp != nil))
    }

    /// Tells whether there is a `$` or `!`, an address and a comma, wherever in the line.
    ///
    /// The checksum is left to the decoder, which may have been told not to mind it.
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

    /// The value of `"class"`, with blanks as any program may write them.
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

    /// Throws for what people are likely to try.
    private static func refuseOthers(_ bytes: Span<UInt8>) throws(RecordingProblem) {
        let others: [([UInt8], String)] = [
            ([0xFF, 0xFE], utf16),
            ([0xFE, 0xFF], utf16),
            (Array("PK\u{3}\u{4}".utf8), "a ZIP archive, as of KMZ files"),
            (Array("BZh".utf8), "compressed with bzip2"),
            ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "compressed with xz"),
            ([0x28, 0xB5, 0x2F, 0xFD], "compressed with Zstandard"),
            (Array("%PDF".utf8), "a PDF document"),
            (Array("SQLite format 3".utf8), "an SQLite database"),
            ([0x7F, 0x45, 0x4C, 0x46], "a program"),
            (GzipStream.magic, "compressed with gzip twice"),
        ]
        for (magic, name) in others where bytes.begins(with: magic) { throw .unsupported(name) }
        // The files of Garmin's watches have this behind the length of their header.
        if bytes.count >= 12, bytes.extracting(8..<12).begins(with: Array(".FIT".utf8)) {
            throw .unsupported("a FIT file, which gpsbabel turns into GPX")
        }
        // Text in UTF-16 without a mark: every other byte of ASCII is zero.
        if bytes.count >= 8, isWide(bytes, zerosFrom: 0) || isWide(bytes, zerosFrom: 1) {
            throw .unsupported(utf16)
        }
    }

    private static let utf16 = "text in UTF-16, which iconv -f UTF-16 -t UTF-8 turns into what is read"

    private static func isWide(_ bytes: Span<UInt8>, zerosFrom first: Int) -> Bool {
        for index in 0..<8 where (bytes[index] == 0) != (index % 2 == first) { return false }
        return true
    }

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

    /// Tells whether the object says `"name":true`.
    fileprivate func holdsTruth(of name: String) -> Bool {
        firstIndex(of: Array("\"\(name)\":true".utf8)) != nil
            || firstIndex(of: Array("\"\(name)\": true".utf8)) != nil
    }
}
