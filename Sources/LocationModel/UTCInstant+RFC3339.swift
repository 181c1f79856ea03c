/// RFC 3339 in UTC, the text form of instants on the socket, in tools and in the journal: `2024-04-28T03:00:00.250Z`.
///
/// The pure layer has no Foundation, and a date formatter with locale tables would add fifty megabytes to a static
/// binary.
extension UTCInstant: CustomStringConvertible {
    /// The instant as RFC 3339 text in UTC, with 0, 3, 6 or 9 decimals of the second as needed.
    public var description: String {
        let fraction = nanosecondsOfDay % 1_000_000_000
        if fraction % 1_000_000 != 0 { return text(places: fraction % 1000 == 0 ? 6 : 9) }
        return text(places: fraction == 0 ? 0 : 3)
    }

    /// Returns the instant as RFC 3339 text in UTC with `places` decimals of the second; further ones are cut off.
    package func text(places: Int) -> String {
        String(room: OutputSpan.roomForInstant) { $0.append(self, places: places) }
    }

    /// Creates an instant from RFC 3339 text with any offset, or `nil` if the text is malformed.
    ///
    /// A second of 60 is accepted and becomes the first second of the next minute.
    public init?(_ text: String) {
        var rest = text.utf8[...]
        guard let year = rest.readNumber(digits: 4), rest.skip("-"),
            let month = rest.readNumber(digits: 2), rest.skip("-"),
            let day = rest.readNumber(digits: 2), rest.skip("T") || rest.skip("t") || rest.skip(" "),
            let hour = rest.readNumber(digits: 2), hour < 24, rest.skip(":"),
            let minute = rest.readNumber(digits: 2), minute < 60, rest.skip(":"),
            let second = rest.readNumber(digits: 2), second <= 60,
            let date = CalendarDate(year: year, month: month, day: day)
        else { return nil }
        var nanoseconds: Int64 = 0
        if rest.skip(".") {
            var weight: Int64 = 100_000_000
            var digits = 0
            while let digit = rest.readNumber(digits: 1) {
                nanoseconds += Int64(digit) * weight
                weight /= 10
                digits += 1
            }
            guard digits > 0 else { return nil }
        }
        guard let offset = rest.readOffset(), rest.isEmpty else { return nil }
        let seconds = Int64(hour * 3600 + minute * 60 + second - offset)
        self.init(
            nanosecondsSince1970: date.midnight.nanosecondsSince1970 + seconds * 1_000_000_000 + nanoseconds
        )
    }
}

extension OutputSpan<UInt8> {
    /// The capacity to reserve for an instant, `2024-04-28T03:00:00.250000000Z`.
    package static var roomForInstant: Int { 30 + SixteenDigits.count }

    /// Appends an instant as RFC 3339 text in UTC.
    ///
    /// - Parameters:
    ///   - instant: The instant.
    ///   - places: The number of decimals of the second, in `0...9`; further ones are cut off.
    package mutating func append(_ instant: UTCInstant, places: Int) {
        let date = instant.date
        let day = (date.year * 100 + date.month) * 100 + date.day
        let (seconds, nanoseconds) = instant.nanosecondsOfDay.quotientAndRemainder(dividingBy: 1_000_000_000)
        let (minutes, second) = Int(seconds).quotientAndRemainder(dividingBy: 60)
        let (hour, minute) = minutes.quotientAndRemainder(dividingBy: 60)
        let digits = SixteenDigits(UInt64(((day * 100 + hour) * 100 + minute) * 100 + second))
        append(digits, in: 2..<6)
        append(UInt8(ascii: "-"))
        append(digits, in: 6..<8)
        append(UInt8(ascii: "-"))
        append(digits, in: 8..<10)
        append(UInt8(ascii: "T"))
        append(digits, in: 10..<12)
        append(UInt8(ascii: ":"))
        append(digits, in: 12..<14)
        append(UInt8(ascii: ":"))
        append(digits, in: 14..<16)
        if places > 0 {
            append(UInt8(ascii: "."))
            append(SixteenDigits(UInt64(nanoseconds)), in: 7..<7 + places)
        }
        append(UInt8(ascii: "Z"))
    }
}

extension Substring.UTF8View {
    fileprivate mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard first == UInt8(ascii: character) else { return false }
        removeFirst()
        return true
    }

    fileprivate mutating func readNumber(digits: Int) -> Int? {
        let digitBytes = prefix(digits)
        guard digitBytes.count == digits,
            digitBytes.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        removeFirst(digits)
        return digitBytes.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// Reads `Z` or `±hh:mm` and returns the offset in seconds east of UTC.
    fileprivate mutating func readOffset() -> Int? {
        if skip("Z") || skip("z") { return 0 }
        let isWest = first == UInt8(ascii: "-")
        guard skip("+") || skip("-"), let hours = readNumber(digits: 2), hours < 24, skip(":"),
            let minutes = readNumber(digits: 2), minutes < 60
        else { return nil }
        return (hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
    }
}
