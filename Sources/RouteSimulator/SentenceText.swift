import LocationModel

/// Sentences as bytes, put together field by field.
struct SentenceText {
    private(set) var bytes: [UInt8] = []
    private var bodyStart = 0

    /// Begins a sentence; the fields follow, and ``end()``.
    mutating func begin(_ talker: String, _ type: String) {
        bytes.append(UInt8(ascii: "$"))
        bodyStart = bytes.count
        bytes.append(contentsOf: talker.utf8)
        bytes.append(contentsOf: type.utf8)
    }

    /// Adds the checksum and the end of the line.
    mutating func end() {
        var checksum: UInt8 = 0
        for byte in bytes[bodyStart...] { checksum ^= byte }
        bytes.append(UInt8(ascii: "*"))
        bytes.append(Self.digit(checksum >> 4))
        bytes.append(Self.digit(checksum & 15))
        bytes.append(UInt8(ascii: "\r"))
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Adds fields without anything in them.
    mutating func empty(_ count: Int = 1) {
        for _ in 0..<count { bytes.append(UInt8(ascii: ",")) }
    }

    /// Adds a field.
    mutating func field(_ text: String) {
        bytes.append(UInt8(ascii: ","))
        bytes.append(contentsOf: text.utf8)
    }

    /// Adds a number, with zeros in front to make it `width` digits long; none without a number.
    mutating func field(_ number: Int?, width: Int = 1) {
        bytes.append(UInt8(ascii: ","))
        if let number { append(number, width) }
    }

    /// Adds a number with so many digits behind the point; none without a number.
    mutating func field(_ value: Double?, fraction digits: Int) {
        bytes.append(UInt8(ascii: ","))
        if let value { append(value, fraction: digits) }
    }

    /// Adds an angle in degrees and minutes, and the letter of its side.
    ///
    /// Rounded before it is taken apart, so that 60 minutes never come out.
    mutating func angle(
        _ degrees: Double,
        width: Int,
        fraction digits: Int,
        _ positive: String,
        _ negative: String
    ) {
        let unit = Self.powerOfTen(digits)
        let minutes = Int((degrees.magnitude * 60 * Double(unit)).rounded())
        bytes.append(UInt8(ascii: ","))
        append(minutes / (60 * unit), width)
        append(minutes / unit % 60, 2)
        bytes.append(UInt8(ascii: "."))
        append(minutes % unit, digits)
        field(degrees < 0 ? negative : positive)
    }

    /// Adds digits to the field that was begun last.
    mutating func append(_ number: Int, _ width: Int) {
        bytes.append(addingCapacity: OutputSpan<UInt8>.roomForNumber) { $0.append(number, width: width) }
    }

    /// Adds a letter or a sign to the field that was begun last.
    mutating func append(_ character: Unicode.Scalar) { bytes.append(UInt8(ascii: character)) }

    private mutating func append(_ value: Double, fraction digits: Int) {
        bytes.append(addingCapacity: OutputSpan<UInt8>.roomForNumber) { $0.append(value, places: digits) }
    }

    private static func digit(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") - 10 + nibble
    }

    private static func powerOfTen(_ exponent: Int) -> Int {
        var power = 1
        for _ in 0..<exponent { power *= 10 }
        return power
    }
}
