import LocationModel

/// The decimal places of a quantity in the output: as many as any receiver reports, and no more than are meaningful.
struct DecimalPlaces {
    let places: Int

    /// Latitude and longitude in degrees, to 0.1 mm as gpsd writes them.
    static var place: DecimalPlaces { DecimalPlaces(places: 9) }

    /// Lengths in metres.
    static var length: DecimalPlaces { DecimalPlaces(places: 4) }

    /// Speeds in metres per second.
    ///
    /// Receivers report up to four decimal places of a knot.
    static var speed: DecimalPlaces { DecimalPlaces(places: 5) }

    /// Directions and other angles in degrees.
    static var angle: DecimalPlaces { DecimalPlaces(places: 4) }

    /// Dilutions of precision.
    static var dilution: DecimalPlaces { DecimalPlaces(places: 3) }
}

extension Double {
    /// Returns a direction in degrees for printing with `places` decimal places.
    ///
    /// A value that would round up to 360 becomes 0.
    func asDirection(places: Int = DecimalPlaces.angle.places) -> Double {
        var half = 0.5
        for _ in 0..<places { half /= 10 }
        return self + half >= 360 ? 0 : self
    }
}

/// Appends fields to a JSON object.
///
/// The methods are inlined, because the length of a name is known only at the call site.
extension OutputSpan<UInt8> {
    /// Appends a number without trailing zeros; nothing for `nil`.
    @inline(__always)
    mutating func appendField(_ name: StaticString, _ value: Double?, _ digits: DecimalPlaces) {
        // JSON cannot represent infinity or NaN.
        guard let value, value.isFinite else { return }
        appendName(name)
        append(value, places: digits.places, leavesOutZeros: true)
    }

    /// Appends an integer; nothing for `nil`.
    @inline(__always)
    mutating func appendField(_ name: StaticString, _ value: Int?) {
        guard let value else { return }
        appendName(name)
        append(value)
    }

    /// Appends a time with milliseconds, so that all have the same length; nothing for `nil`.
    @inline(__always)
    mutating func appendField(_ name: StaticString, _ time: UTCInstant?) {
        guard let time else { return }
        appendName(name)
        append(UInt8(ascii: "\""))
        appendMilliseconds(of: time)
        append(UInt8(ascii: "\""))
    }

    /// Appends a time rounded to the millisecond.
    fileprivate mutating func appendMilliseconds(of time: UTCInstant) {
        // Add half a millisecond, then truncate. At the largest time, only truncate.
        let (later, overflow) = time.nanosecondsSince1970.addingReportingOverflow(500_000)
        append(overflow ? time : UTCInstant(nanosecondsSince1970: later), places: 3)
    }

    /// Appends text that needs no escaping; nothing for `nil`.
    @inline(__always)
    mutating func appendField(_ name: StaticString, quoted value: String?) {
        guard let value else { return }
        appendName(name)
        append(UInt8(ascii: "\""))
        append(value.utf8.span)
        append(UInt8(ascii: "\""))
    }

    @inline(__always)
    private mutating func appendName(_ name: StaticString) {
        if self[count - 1] != UInt8(ascii: "{") { append(UInt8(ascii: ",")) }
        append(UInt8(ascii: "\""))
        append(name)
        append(UInt8(ascii: "\""))
        append(UInt8(ascii: ":"))
    }
}

/// Appends parts of a line for people.
extension OutputSpan<UInt8> {
    /// Appends a number and its unit, right-aligned to `width` bytes; only spaces for `nil`.
    mutating func append(_ value: Double?, places: Int, _ unit: StaticString = "", width: Int) {
        let start = count
        if let value {
            append(value, places: places)
            append(unit)
        }
        let end = count
        let blanks = width - (end - start)
        guard blanks > 0 else { return }
        append(repeating: UInt8(ascii: " "), count: blanks)
        for index in (start..<end).reversed() { swapAt(index, index + blanks) }
    }

    /// Appends a time with milliseconds, or the text `nothing`, padded to 24 bytes.
    mutating func append(_ time: UTCInstant?, orElse nothing: StaticString = "") {
        let start = count
        if let time { appendMilliseconds(of: time) } else { append(nothing) }
        append(repeating: UInt8(ascii: " "), count: Swift.max(0, start + 24 - count))
    }
}
