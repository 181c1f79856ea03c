import LocationModel

/// A TAG block: the parameters that multiplexers and recorders put before a sentence.
///
///     \s:source,c:1577836800*hh\$GPRMC,…
///
///  s source · c time since 1970 in seconds or milliseconds · g group · d destination · n line · t text
///  hh checksum: exclusive or of all bytes between the first backslash and the `*`
///
/// The time gives the date to sentences that have none, the source tells devices apart. Several blocks may precede one
/// sentence.
///
/// Reference: NMEA 0183 4.10, "TAG blocks"; IEC 61162-450.
/// Quirks: nothing states whether `c` counts seconds or milliseconds. From 100,000,000,000 on it is read as
/// milliseconds; as seconds that would be the year 5138.
struct TagBlock: Hashable {
    /// When the sentence was received; `nil` for a block without a time.
    var time: UTCInstant?

    /// A hash of the source's name; zero without one.
    var source: UInt32 = 0

    /// Parses the text between two backslashes, or returns `nil` if its checksum is missing or wrong.
    init?(_ body: Span<UInt8>) {
        let star = body.count - 3
        guard star > 0, body[star] == UInt8(ascii: "*"),
            body.exclusiveOr(over: 0..<star) == body.hexadecimalByte(at: star + 1)
        else { return nil }
        var start = 0
        while start < star {
            let end = body.firstIndex(of: UInt8(ascii: ","), in: start..<star)
            if end >= start + 2, body[start + 1] == UInt8(ascii: ":") {
                let value = (start + 2)..<end
                switch body[start] {
                case UInt8(ascii: "c"): time = Self.time(body.extracting(value))
                case UInt8(ascii: "s"):
                    // FNV-1a, which is never zero for a name that anybody uses.
                    source = 2_166_136_261
                    for index in value { source = (source ^ UInt32(body[index])) &* 16_777_619 }
                default: break
                }
            }
            start = end + 1
        }
    }

    private static func time(_ digits: Span<UInt8>) -> UTCInstant? {
        var fields = FieldCursor(digits)
        // The limit is the last instant that ``UTCInstant`` can represent, in milliseconds.
        guard let count = fields.integer(1...9_223_372_036_854, in: digits), fields.isAtEnd else {
            return nil
        }
        let unit: Int64 = count < 100_000_000_000 ? 1_000_000_000 : 1_000_000
        let (nanoseconds, overflow) = count.multipliedReportingOverflow(by: unit)
        return overflow ? nil : UTCInstant(nanosecondsSince1970: nanoseconds)
    }
}
