/// The text form that the socket, the tools and the journal use: RFC 3339 in UTC, `2024-04-28T03:00:00.250Z`.
///
/// Written here because the pure layer has no Foundation, and because a date formatter that reaches the
/// locale tables adds fifty megabytes to a static binary.
extension UTCInstant: CustomStringConvertible {
    /// The instant as RFC 3339 text in UTC, with as many groups of three fraction digits as it needs.
    public var description: String {
        let fraction = nanosecondsOfDay % 1_000_000_000
        if fraction % 1_000_000 != 0 { return text(places: fraction % 1000 == 0 ? 6 : 9) }
        return text(places: fraction == 0 ? 0 : 3)
    }

    /// The instant as RFC 3339 text in UTC, with so many digits of the second's fraction, the further ones cut off.
    package func text(places: Int) -> String {
        String(room: OutputSpan.roomForInstant) { $0.append(self, places: places) }
    }

    /// Creates an instant from RFC 3339 text with any offset, or `nil` when it is not such text.
    ///
    /// A second of 60 is accepted and becomes the first second of the next minute.
    public init?(_ text: String) {
        var rest = text.utf8[...]
        guard let year = rest.takeNumber(digits: 4), rest.take("-"),
            let month = rest.takeNumber(digits: 2), rest.take("-"),
            let day = rest.takeNumber(digits: 2), rest.take("T") || rest.take("t") || rest.take(" "),
            let hour = rest.takeNumber(digits: 2), hour < 24, rest.take(":"),
            let minute = rest.takeNumber(digits: 2), minute < 60, rest.take(":"),
            let second = rest.takeNumber(digits: 2), second <= 60,
            let date = CalendarDate(year: year, month: month, day: day)
        else { return nil }
        var nanoseconds: Int64 = 0
        if rest.take(".") {
            var weight: Int64 = 100_000_000
            var digits = 0
            while let digit = rest.takeNumber(digits: 1) {
                nanoseconds += Int64(digit) * weight
                weight /= 10
                digits += 1
            }
            guard digits > 0 else { return nil }
        }
        guard let offset = rest.takeOffset(), rest.isEmpty else { return nil }
        let seconds = Int64(hour * 3600 + minute * 60 + second - offset)
        self.init(
            nanosecondsSince1970: date.midnight.nanosecondsSince1970 + seconds * 1_000_000_000 + nanoseconds
        )
    }
}

extension OutputSpan<UInt8> {
    /// Room for an instant, `2024-04-28T03:00:00.250000000Z`.
    package static var roomForInstant: Int { 30 + SixteenDigits.count }

    /// Appends RFC 3339 text in UTC.
    ///
    /// - Parameters:
    ///   - instant: What to write.
    ///   - places: Digits of the second's fraction, in `0...9`; further ones are cut off.
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
    fileprivate mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard first == UInt8(ascii: character) else { return false }
        removeFirst()
        return true
    }

    fileprivate mutating func takeNumber(digits: Int) -> Int? {
        let taken = prefix(digits)
        guard taken.count == digits,
            taken.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        removeFirst(digits)
        return taken.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// Takes `Z` or `±hh:mm` and returns the seconds east of UTC.
    fileprivate mutating func takeOffset() -> Int? {
        if take("Z") || take("z") { return 0 }
        let isWest = first == UInt8(ascii: "-")
        guard take("+") || take("-"), let hours = takeNumber(digits: 2), hours < 24, take(":"),
            let minutes = takeNumber(digits: 2), minutes < 60
        else { return nil }
        return (hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
    }
}
