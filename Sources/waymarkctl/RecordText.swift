import LocationModel

extension UTCInstant {
    /// RFC 3339 text with exactly three digits of the second, so that columns and keys line up.
    var milliseconds: String {
        let (rounded, overflow) = nanosecondsSince1970.addingReportingOverflow(500_000)
        let nanoseconds = overflow ? nanosecondsSince1970 : rounded
        let millisecond = ((nanoseconds % 1_000_000) + 1_000_000) % 1_000_000
        let text = UTCInstant(nanosecondsSince1970: nanoseconds - millisecond).description
        return text.utf8.contains(UInt8(ascii: ".")) ? text : text.dropLast() + ".000Z"
    }
}

/// Returns a number for people with so many digits behind its point, of which there may be seven.
func rounded(_ value: Double, digits: Int) -> String {
    let scale = [1.0, 10, 100, 1000, 1e4, 1e5, 1e6, 1e7][digits]
    guard abs(value) < 1e11 else { return value.description }
    let scaled = Int64((abs(value) * scale).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard digits > 0 else { return sign + String(scaled) }
    let fraction = String(scaled % Int64(scale))
    let zeros = String(repeating: "0", count: digits - fraction.count)
    return "\(sign)\(scaled / Int64(scale)).\(zeros)\(fraction)"
}

/// The fields of a JSON object, appended to a buffer that ends in the object so far.
extension [UInt8] {
    /// Appends a number, unless there is none.
    mutating func appendField(_ name: StaticString, _ value: Double?) {
        // The shortest text that reads back as the same number; JSON has none for what is not finite.
        guard let value, value.isFinite else { return }
        appendField(name, text: value.description)
    }

    /// Appends a whole number, unless there is none.
    mutating func appendField(_ name: StaticString, _ value: Int?) {
        guard let value else { return }
        appendField(name, text: value.description)
    }

    /// Appends text that is known to need no escapes.
    mutating func appendField(_ name: StaticString, quoted value: String?) {
        guard let value else { return }
        appendField(name, text: value, quote: true)
    }

    private mutating func appendField(_ name: StaticString, text: String, quote: Bool = false) {
        if last != UInt8(ascii: "{") { append(UInt8(ascii: ",")) }
        append(UInt8(ascii: "\""))
        unsafe append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        append(UInt8(ascii: "\""))
        append(UInt8(ascii: ":"))
        if quote { append(UInt8(ascii: "\"")) }
        append(contentsOf: text.utf8)
        if quote { append(UInt8(ascii: "\"")) }
    }
}

extension String {
    /// The text with blanks before it, `width` characters long at least.
    func aligned(to width: Int) -> String {
        String(repeating: " ", count: Swift.max(0, width - count)) + self
    }
}
