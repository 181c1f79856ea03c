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
        let (seconds, nanoseconds) = Int(nanosecondsOfDay).quotientAndRemainder(dividingBy: 1_000_000_000)
        let date = date
        let fraction = (places..<9).reduce(Int(nanoseconds)) { fraction, _ in fraction / 10 }
        var text = Array("0000-00-00T00:00:00.000000000".utf8.prefix(places > 0 ? 20 + places : 19))
        for (number, places) in [
            (date.year, 0..<4), (date.month, 5..<7), (date.day, 8..<10), (seconds / 3600, 11..<13),
            (seconds / 60 % 60, 14..<16), (seconds % 60, 17..<19), (fraction, 20..<20 + places),
        ] {
            var rest = number
            for place in places.reversed() {
                text[place] += UInt8(rest % 10)
                rest /= 10
            }
        }
        return String(decoding: text, as: UTF8.self) + "Z"
    }

    /// Creates an instant from RFC 3339 text with any offset, or `nil` if the text is malformed.
    ///
    /// A second of 60 is accepted and becomes the first second of the next minute.
    public init?(_ text: String) {
        var rest = text.utf8[...]
        guard let date = rest.readDate(), rest.skip("T") || rest.skip("t") || rest.skip(" "),
            let time = rest.readTime(), let offset = rest.readOffset(), rest.isEmpty
        else { return nil }
        self.init(nanosecondsSince1970: date.midnight.nanosecondsSince1970 + time - offset)
    }
}
