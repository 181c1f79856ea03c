/// Reads dates and times at the beginning of text, and removes what was read.
///
/// A method that returns `nil` may have removed a part.
extension Collection<UInt8> where SubSequence == Self {
    package mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard first == UInt8(ascii: character) else { return false }
        self = dropFirst()
        return true
    }

    package mutating func readNumber(digits: Int) -> Int? {
        let digitBytes = prefix(digits)
        guard digitBytes.count == digits,
            digitBytes.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        self = dropFirst(digits)
        return digitBytes.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// Reads `yyyy-mm-dd`.
    package mutating func readDate(separatedBy mark: Unicode.Scalar = "-") -> CalendarDate? {
        guard let year = readNumber(digits: 4), skip(mark), let month = readNumber(digits: 2), skip(mark),
            let day = readNumber(digits: 2)
        else { return nil }
        return CalendarDate(year: year, month: month, day: day)
    }

    /// Reads `hh:mm:ss` with or without a fraction, in nanoseconds; a second of 60 is accepted.
    package mutating func readTime(takesComma: Bool = false) -> Int64? {
        guard let hour = readNumber(digits: 2), hour < 24, skip(":"), let minute = readNumber(digits: 2),
            minute < 60, skip(":"), let second = readNumber(digits: 2), second <= 60
        else { return nil }
        let fraction = readFraction(takesComma: takesComma) ?? 0
        return Int64(hour * 3600 + minute * 60 + second) * 1_000_000_000 + fraction
    }

    /// Reads a decimal point or comma and its digits, in billionths; removes nothing if there are none.
    package mutating func readFraction(takesComma: Bool = false) -> Int64? {
        var rest = self
        guard rest.skip(".") || takesComma && rest.skip(",") else { return nil }
        let whole: Int64 = 1_000_000_000
        var (billionths, unit) = (Int64(0), whole)
        while let digit = rest.readNumber(digits: 1) {
            unit /= 10
            billionths += Int64(digit) * unit
        }
        guard unit < whole else { return nil }
        self = rest
        return billionths
    }

    /// Reads `Z` or `±hh:mm`, in nanoseconds east of UTC.
    package mutating func readOffset(needsColon: Bool = true) -> Int64? {
        if skip("Z") || skip("z") { return 0 }
        let isWest = first == UInt8(ascii: "-")
        guard skip("+") || skip("-"), let hours = readNumber(digits: 2), hours < 24,
            skip(":") || !needsColon, let minutes = readNumber(digits: 2), minutes < 60
        else { return nil }
        return Int64(hours * 3600 + minutes * 60) * (isWest ? -1_000_000_000 : 1_000_000_000)
    }
}
