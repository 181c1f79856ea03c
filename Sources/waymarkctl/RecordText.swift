import LocationModel

/// How many digits behind the point a quantity is told with: as many as any receiver has, and no more than mean something.
struct Exactness {
    let places: Int

    /// Of latitude and longitude in degrees, to 0.1 mm as gpsd writes them.
    static var place: Exactness { Exactness(places: 9) }

    /// Of lengths in metres.
    static var length: Exactness { Exactness(places: 4) }

    /// Of speeds in metres per second; receivers write up to four digits of a knot.
    static var speed: Exactness { Exactness(places: 5) }

    /// Of directions and other angles in degrees.
    static var angle: Exactness { Exactness(places: 4) }

    /// Of dilutions of precision.
    static var dilution: Exactness { Exactness(places: 3) }
}

extension Double {
    /// The direction in degrees that is told with so many digits behind the point.
    ///
    /// What would be rounded up to the full circle is north, which is 0.
    func asDirection(places: Int = Exactness.angle.places) -> Double {
        var half = 0.5
        for _ in 0..<places { half /= 10 }
        return self + half >= 360 ? 0 : self
    }
}

/// The fields of a JSON object, at the end of text that ends in the object so far.
///
/// They are inlined because the length of a name is only known where it stands.
extension OutputSpan<UInt8> {
    /// Appends a number, without zeros at its end, unless there is none.
    @inline(__always)
    mutating func appendField(_ name: StaticString, _ value: Double?, _ exactness: Exactness) {
        // JSON has none for what is not finite.
        guard let value, value.isFinite else { return }
        appendName(name)
        append(value, places: exactness.places, leavesOutZeros: true)
    }

    /// Appends a whole number, unless there is none.
    @inline(__always)
    mutating func appendField(_ name: StaticString, _ value: Int?) {
        guard let value else { return }
        appendName(name)
        append(value)
    }

    /// Appends a time to the millisecond, so that columns and keys line up, unless there is none.
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
        // What is cut off then has been rounded; the end of time itself is only cut off.
        let (later, overflow) = time.nanosecondsSince1970.addingReportingOverflow(500_000)
        append(overflow ? time : UTCInstant(nanosecondsSince1970: later), places: 3)
    }

    /// Appends text that is known to need no escapes.
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

/// The parts of a line for people.
extension OutputSpan<UInt8> {
    /// Appends a number and its unit, with blanks before it to make both `width` bytes long; only blanks where there is
    /// none.
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

    /// Appends a time to the millisecond, or what says that there is none, in 24 bytes.
    mutating func append(_ time: UTCInstant?, orElse nothing: StaticString = "") {
        let start = count
        if let time { appendMilliseconds(of: time) } else { append(nothing) }
        append(repeating: UInt8(ascii: " "), count: Swift.max(0, start + 24 - count))
    }
}
