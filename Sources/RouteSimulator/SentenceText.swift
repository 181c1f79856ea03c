import LocationModel

/// Sentences under construction, built field by field.
struct SentenceText {
    private(set) var bytes: [UInt8] = []
    private var bodyStart = 0

    /// Begins a sentence.
    ///
    /// Append the fields, then call ``end()``.
    mutating func begin(_ talker: String, _ type: String) {
        bytes.append(UInt8(ascii: "$"))
        bodyStart = bytes.count
        bytes.append(contentsOf: talker.utf8)
        bytes.append(contentsOf: type.utf8)
    }

    mutating func end() {
        var checksum: UInt8 = 0
        for byte in bytes[bodyStart...] { checksum ^= byte }
        bytes.append(UInt8(ascii: "*"))
        bytes.append(Self.digit(checksum >> 4))
        bytes.append(Self.digit(checksum & 15))
        bytes.append(UInt8(ascii: "\r"))
        bytes.append(UInt8(ascii: "\n"))
    }

    mutating func empty(_ count: Int = 1) {
        for _ in 0..<count { bytes.append(UInt8(ascii: ",")) }
    }

    mutating func field(_ text: String) {
        bytes.append(UInt8(ascii: ","))
        bytes.append(contentsOf: text.utf8)
    }

    /// Appends a number, padded with leading zeros to `width` digits, or an empty field for `nil`.
    mutating func field(_ number: Int?, width: Int = 1) {
        bytes.append(UInt8(ascii: ","))
        if let number { append(number, width) }
    }

    /// Appends a number with this many decimals, or an empty field for `nil`.
    mutating func field(_ value: Double?, fraction digits: Int) {
        bytes.append(UInt8(ascii: ","))
        if let value { append(value, fraction: digits) }
    }

    /// Appends an angle in degrees and minutes, and the letter of its side.
    ///
    /// It is rounded before it is split, so that the minutes are never 60.
    mutating func angle(
        _ degrees: Double,
        width: Int,
        fraction digits: Int,
        _ positive: String,
        _ negative: String
    ) {
        let unit = (0..<digits).reduce(1) { power, _ in power * 10 }
        let minutes = Int((degrees.magnitude * 60 * Double(unit)).rounded())
        bytes.append(UInt8(ascii: ","))
        append(minutes / (60 * unit), width)
        append(minutes / unit % 60, 2)
        bytes.append(UInt8(ascii: "."))
        append(minutes % unit, digits)
        field(degrees < 0 ? negative : positive)
    }

    /// Appends digits to the last field.
    mutating func append(_ number: Int, _ width: Int) {
        bytes += number.text(width: width).utf8
    }

    mutating func append(_ character: Unicode.Scalar) { bytes.append(UInt8(ascii: character)) }

    private mutating func append(_ value: Double, fraction digits: Int) {
        bytes += value.text(places: digits).utf8
    }

    private static func digit(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") - 10 + nibble
    }
}
