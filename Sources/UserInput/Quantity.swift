/// Parsers for numbers with units, as people write them.
///
/// Each parses the whole text or fails, so that `5 minutse` is an error rather than five seconds.
package enum Quantity {
    /// Reads a time span as systemd writes it, or returns `nil`: `1h 30min`, `90s`, `500ms`; plain numbers are seconds.
    package static func duration(_ text: String) -> Duration? {
        let units: [(name: String, factor: Double)] = [
            ("ms", 1e6), ("msec", 1e6),
            ("", 1e9), ("s", 1e9), ("sec", 1e9), ("second", 1e9), ("seconds", 1e9),
            ("m", 60e9), ("min", 60e9), ("minute", 60e9), ("minutes", 60e9),
            ("h", 3600e9), ("hr", 3600e9), ("hour", 3600e9), ("hours", 3600e9),
            ("d", 86_400e9), ("day", 86_400e9), ("days", 86_400e9),
        ]
        guard let nanoseconds = sum(of: text, in: units), nanoseconds < 9e18 else { return nil }
        return .nanoseconds(Int64(nanoseconds.rounded()))
    }

    /// Reads a distance in metres, or returns `nil`: `500m`, `1.5km`; plain numbers are metres.
    package static func meters(_ text: String) -> Double? {
        single(text, in: [("", 1), ("m", 1), ("km", 1000)])
    }

    /// Reads a distance of at most 1000 km with a sign, in metres, or returns `nil`: `-12m`.
    package static func signedMeters(_ text: String) -> Double? {
        let isNegative = text.hasPrefix("-")
        guard let size = meters(isNegative ? String(text.dropFirst()) : text), size <= 1e6 else { return nil }
        return isNegative ? -size : size
    }

    /// Reads a decimal number with a sign, or returns `nil`: `-0.25`.
    package static func decimal(_ text: String) -> Double? {
        guard text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }) else { return nil }
        return Double(text)
    }

    /// Reads a number of bytes, or returns `nil`: `64K`, `1M`; plain numbers are bytes.
    package static func bytes(_ text: String) -> Int? {
        single(text, in: [("", 1), ("K", 1024), ("M", 1_048_576), ("G", 1_073_741_824)])
            .flatMap { Int(exactly: $0) }
    }

    /// Reads a speed in kilometres an hour, or returns `nil`: `50km/h`, `13.9m/s`, `20kn`, `30mph`; plain numbers are
    /// kilometres an hour.
    package static func kilometersPerHour(_ text: String) -> Double? {
        single(text, in: [("", 1), ("km/h", 1), ("m/s", 3.6), ("kn", 1.852), ("mph", 1.609_344)])
    }

    /// Reads a rate in hertz, or returns `nil`: `5Hz`, `0.5`.
    package static func hertz(_ text: String) -> Double? {
        single(text, in: [("", 1), ("Hz", 1)])
    }

    private static func single(_ text: String, in units: [(name: String, factor: Double)]) -> Double? {
        parts(of: text).count == 1 ? sum(of: text, in: units) : nil
    }

    private static func sum(of text: String, in units: [(name: String, factor: Double)]) -> Double? {
        var total = 0.0
        let parts = parts(of: text)
        guard !parts.isEmpty else { return nil }
        for (number, unit) in parts {
            // `Double` itself accepts `0x10`, `1e3`, `inf` and `nan`, none of which is meant here.
            guard number.first != ".", number.last != ".", let value = Double(number),
                let factor = units.first(where: { $0.name == unit })?.factor
            else { return nil }
            total += value * factor
        }
        // So many digits are no number that anybody means.
        return total.isFinite ? total : nil
    }

    /// Returns the numbers of `text` with the letters that follow each: `1h 30min` is `1`, `h` and `30`,
    /// `min`.
    private static func parts(of text: String) -> [(number: String, unit: String)] {
        var parts: [(number: String, unit: String)] = []
        var rest = text[...]
        while let first = rest.first {
            if first == " " {
                rest.removeFirst()
                continue
            }
            let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            rest = rest.dropFirst(number.count).drop { $0 == " " }
            let unit = rest.prefix { !$0.isNumber && $0 != " " && $0 != "." }
            rest = rest.dropFirst(unit.count)
            parts.append((String(number), String(unit)))
            // Neither a number nor a unit: leave it as a part that no reader accepts.
            if number.isEmpty { return parts }
        }
        return parts
    }
}
