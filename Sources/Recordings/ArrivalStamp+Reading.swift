import LocationModel

extension ArrivalStamp {
    /// Parses the stamp at the beginning of a line; `nil` if there is none.
    ///
    /// - Returns: The stamp, and the index after it.
    static func read(_ line: Span<UInt8>) -> (stamp: ArrivalStamp, end: Int)? {
        var cursor = 0
        while cursor < line.count, cursor < 8, line[cursor] == space || line[cursor] == tab { cursor += 1 }
        if line.has("[", at: cursor) || line.has("(", at: cursor) { cursor += 1 }
        guard cursor < line.count else { return nil }
        for form in [dateAndTime, count, timeOfDay, monthAndTime] {
            var end = cursor
            if let stamp = form(line, &end), isEnd(line, end) { return (stamp, end) }
        }
        return nil
    }

    /// Parses `2026-11-21T08:00:13.5Z`, with any common separators, with or without a fraction and a zone.
    private static func dateAndTime(_ line: Span<UInt8>, _ end: inout Int) -> ArrivalStamp? {
        guard let year = line.number(at: &end, digits: 4) else { return nil }
        let isSlashed = line.has("/", at: end)
        guard line.skip("-", at: &end) || line.skip("/", at: &end),
            let month = line.number(at: &end, digits: 2),
            isSlashed ? line.skip("/", at: &end) : line.skip("-", at: &end),
            let day = line.number(at: &end, digits: 2),
            line.skip("T", at: &end) || line.skip(" ", at: &end) || line.skip("t", at: &end),
            let date = CalendarDate(year: Int(year), month: Int(month), day: Int(day)),
            let time = line.time(at: &end)
        else { return nil }
        let local = date.midnight.nanosecondsSince1970 + time
        var afterZone = end
        if let offset = line.zone(at: &afterZone) {
            end = afterZone
            return ArrivalStamp(.utc, nanoseconds: local - offset)
        }
        // With -uu gpspipe appends the time since 1970.
        var afterCount = end
        if line.skip(" ", at: &afterCount), let stamp = count(line, &afterCount), stamp.scale == .utc,
            isEnd(line, afterCount)
        {
            end = afterCount
            return stamp
        }
        return ArrivalStamp(.unknown, nanoseconds: local)
    }

    /// Parses `1795248013.879461`, or a count of milliseconds, microseconds or nanoseconds.
    ///
    /// The number of digits decides which.
    ///
    /// A smaller number with a fraction is in seconds since the start of the recording.
    private static func count(_ line: Span<UInt8>, _ end: inout Int) -> ArrivalStamp? {
        let start = end
        var whole: Int64 = 0
        while end < line.count, let digit = line.digit(at: end) {
            let (product, isTooLarge) = whole.multipliedReportingOverflow(by: 10)
            let (sum, isFull) = product.addingReportingOverflow(digit)
            guard !isTooLarge, !isFull else { return nil }
            whole = sum
            end += 1
        }
        let digits = end - start
        let fraction = line.fraction(at: &end)
        let perNanosecond: Int64
        switch digits {
        case 1...8:
            guard fraction != nil else { return nil }
            perNanosecond = 1_000_000_000
        case 9...11: perNanosecond = 1_000_000_000
        case 12...14: perNanosecond = 1_000_000
        case 15...17: perNanosecond = 1000
        case 18...19: perNanosecond = 1
        default: return nil
        }
        let (product, isTooLarge) = whole.multipliedReportingOverflow(by: perNanosecond)
        guard !isTooLarge else { return nil }
        let (sum, isFull) = product.addingReportingOverflow(
            perNanosecond == 1_000_000_000 ? fraction ?? 0 : 0
        )
        return isFull ? nil : ArrivalStamp(digits < 9 ? .unknown : .utc, nanoseconds: sum)
    }

    /// Parses `08:00:13.5`.
    private static func timeOfDay(_ line: Span<UInt8>, _ end: inout Int) -> ArrivalStamp? {
        line.time(at: &end).map { ArrivalStamp(.midnight, nanoseconds: $0) }
    }

    /// Parses `Nov 21 08:00:13`, in a leap year, so that 29 February is valid.
    private static func monthAndTime(_ line: Span<UInt8>, _ end: inout Int) -> ArrivalStamp? {
        guard let month = line.month(at: &end), line.skip(" ", at: &end) else { return nil }
        let day =
            line.skip(" ", at: &end) ? line.number(at: &end, digits: 1) : line.number(at: &end, digits: 2)
        guard let day, let date = CalendarDate(year: 2000, month: month, day: Int(day)),
            line.skip(" ", at: &end), let time = line.time(at: &end)
        else { return nil }
        return ArrivalStamp(.unknown, nanoseconds: date.midnight.nanosecondsSince1970 + time)
    }

    /// Whether a stamp can end here.
    ///
    /// A following letter or digit would make it part of something else.
    private static func isEnd(_ line: Span<UInt8>, _ index: Int) -> Bool {
        guard index < line.count else { return false }
        switch line[index] {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "."), UInt8(ascii: "-"):
            return false
        default: return true
        }
    }
}

private let space = UInt8(ascii: " ")
private let tab = UInt8(ascii: "\t")
private let monthNames = Array("JanFebMarAprMayJunJulAugSepOctNovDec".utf8)

extension Span<UInt8> {
    fileprivate func has(_ character: Unicode.Scalar, at index: Int) -> Bool {
        index < count && self[index] == UInt8(ascii: character)
    }

    fileprivate func skip(_ character: Unicode.Scalar, at index: inout Int) -> Bool {
        guard has(character, at: index) else { return false }
        index += 1
        return true
    }

    fileprivate func digit(at index: Int) -> Int64? {
        guard index < count, self[index] >= UInt8(ascii: "0"), self[index] <= UInt8(ascii: "9") else {
            return nil
        }
        return Int64(self[index] - UInt8(ascii: "0"))
    }

    fileprivate func number(at index: inout Int, digits: Int) -> Int64? {
        var number: Int64 = 0
        for offset in 0..<digits {
            guard let digit = digit(at: index + offset) else { return nil }
            number = number * 10 + digit
        }
        index += digits
        return number
    }

    /// Reads `hh:mm:ss` with or without a fraction, in nanoseconds.
    fileprivate func time(at index: inout Int) -> Int64? {
        guard let hour = number(at: &index, digits: 2), hour < 24, skip(":", at: &index),
            let minute = number(at: &index, digits: 2), minute < 60, skip(":", at: &index),
            let second = number(at: &index, digits: 2), second <= 60
        else { return nil }
        return (hour * 3600 + minute * 60 + second) * 1_000_000_000 + (fraction(at: &index) ?? 0)
    }

    /// Reads a point or comma and the decimals after it, in billionths; `nil` if there are none.
    fileprivate func fraction(at index: inout Int) -> Int64? {
        var end = index
        guard skip(".", at: &end) || skip(",", at: &end), digit(at: end) != nil else { return nil }
        var billionths: Int64 = 0
        var weight: Int64 = 100_000_000
        while let digit = digit(at: end) {
            billionths += digit * weight
            weight /= 10
            end += 1
        }
        index = end
        return billionths
    }

    /// Reads `Z`, `+hh:mm` or `+hhmm`, in nanoseconds east of UTC.
    fileprivate func zone(at index: inout Int) -> Int64? {
        if skip("Z", at: &index) || skip("z", at: &index) { return 0 }
        let isWest = has("-", at: index)
        guard skip("+", at: &index) || skip("-", at: &index), let hours = number(at: &index, digits: 2),
            hours < 24
        else { return nil }
        _ = skip(":", at: &index)
        guard let minutes = number(at: &index, digits: 2), minutes < 60 else { return nil }
        return (hours * 3600 + minutes * 60) * (isWest ? -1_000_000_000 : 1_000_000_000)
    }

    fileprivate func month(at index: inout Int) -> Int? {
        guard index + 3 <= count else { return nil }
        for month in 0..<12
        where self[index] == monthNames[month * 3] && self[index + 1] == monthNames[month * 3 + 1]
            && self[index + 2] == monthNames[month * 3 + 2]
        {
            index += 3
            return month + 1
        }
        return nil
    }
}
