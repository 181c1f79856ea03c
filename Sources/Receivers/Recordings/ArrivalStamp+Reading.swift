import LocationModel

extension ArrivalStamp {
    /// More bytes than a stamp and the characters before it have.
    private static let longestStamp = 80

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Parses the stamp at the beginning of a line; `nil` if there is none.
    ///
    /// - Returns: The stamp, and the index after it.
    static func read(_ line: Span<UInt8>) -> (stamp: ArrivalStamp, end: Int)? {
        let beginning = unsafe line.extracting(first: longestStamp).withUnsafeBytes { unsafe Array($0) }
        var text = beginning[...]
        while text.startIndex < 8, text.skip(" ") || text.skip("\t") {}
        _ = text.skip("[") || text.skip("(")
        for form in [dateAndTime, count, timeOfDay, monthAndTime] {
            var rest = text
            if let stamp = form(&rest), isEnd(rest) { return (stamp, rest.startIndex) }
        }
        return nil
    }

    /// Parses `2026-11-21T08:00:13.5Z`, with any common separators, with or without a fraction and a zone.
    private static func dateAndTime(_ rest: inout ArraySlice<UInt8>) -> ArrivalStamp? {
        let isSlashed = rest.dropFirst(4).first == UInt8(ascii: "/")
        guard let date = rest.readDate(separatedBy: isSlashed ? "/" : "-"),
            rest.skip("T") || rest.skip(" ") || rest.skip("t"), let time = rest.readTime(takesComma: true)
        else { return nil }
        let local = date.midnight.nanosecondsSince1970 + time
        var afterZone = rest
        if let offset = afterZone.readOffset(needsColon: false) {
            rest = afterZone
            return ArrivalStamp(scale: .utc, nanoseconds: local - offset)
        }
        // With -uu gpspipe appends the time since 1970.
        var afterCount = rest
        if afterCount.skip(" "), let stamp = count(&afterCount), stamp.scale == .utc, isEnd(afterCount) {
            rest = afterCount
            return stamp
        }
        return ArrivalStamp(scale: .unknown, nanoseconds: local)
    }

    /// Parses `1795248013.879461`, or a count of milliseconds, microseconds or nanoseconds.
    ///
    /// The number of digits decides. A smaller number with a fraction is in seconds since the start of the
    /// recording.
    private static func count(_ rest: inout ArraySlice<UInt8>) -> ArrivalStamp? {
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard let whole = Int64(String(decoding: digits, as: UTF8.self)) else { return nil }
        rest = rest[digits.endIndex...]
        let fraction = rest.readFraction(takesComma: true)
        let unit: Int128
        switch digits.count {
        case 1...8 where fraction != nil, 9...11: unit = 1_000_000_000
        case 12...14: unit = 1_000_000
        case 15...17: unit = 1000
        case 18...19: unit = 1
        default: return nil
        }
        let nanoseconds = Int128(whole) * unit + (unit == 1_000_000_000 ? Int128(fraction ?? 0) : 0)
        return Int64(exactly: nanoseconds)
            .map { ArrivalStamp(scale: digits.count < 9 ? .unknown : .utc, nanoseconds: $0) }
    }

    /// Parses `08:00:13.5`.
    private static func timeOfDay(_ rest: inout ArraySlice<UInt8>) -> ArrivalStamp? {
        rest.readTime(takesComma: true).map { ArrivalStamp(scale: .midnight, nanoseconds: $0) }
    }

    /// Parses `Nov 21 08:00:13`, in a leap year, so that 29 February is valid.
    private static func monthAndTime(_ rest: inout ArraySlice<UInt8>) -> ArrivalStamp? {
        guard let month = months.firstIndex(where: { rest.starts(with: $0.utf8) }) else { return nil }
        rest = rest.dropFirst(3)
        guard rest.skip(" ") else { return nil }
        let isPadded = rest.skip(" ")
        guard let day = rest.readNumber(digits: isPadded ? 1 : 2),
            let date = CalendarDate(year: 2000, month: month + 1, day: day),
            rest.skip(" "), let time = rest.readTime(takesComma: true)
        else { return nil }
        return ArrivalStamp(scale: .unknown, nanoseconds: date.midnight.nanosecondsSince1970 + time)
    }

    /// Returns whether a stamp can end here.
    ///
    /// A following letter or digit would make it part of something else.
    private static func isEnd(_ rest: ArraySlice<UInt8>) -> Bool {
        guard let next = rest.first else { return false }
        return !isLetterOrDigit(next) && next != UInt8(ascii: ".") && next != UInt8(ascii: "-")
    }
}
