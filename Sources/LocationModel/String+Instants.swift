extension String {
    /// Returns the text with each of its instants in UTC replaced by `words`.
    ///
    /// The texts of decisions have instants as on the wire, which would mislead beside times of another zone.
    package func withInstants(_ words: (UTCInstant) -> String) -> String {
        var text = ""
        var rest = utf8[...]
        while let start = rest.firstIndex(where: Self.digits.contains) {
            text += String(Substring(rest[..<start]))
            let run = rest[start...].prefix { Self.digits.contains($0) || Self.marks.contains($0) }
            if let end = run.firstIndex(of: UInt8(ascii: "Z")),
                let instant = UTCInstant(String(Substring(run[...end])))
            {
                text += words(instant)
                rest = rest[run.index(after: end)...]
            } else {
                text += String(Substring(run))
                rest = rest[run.endIndex...]
            }
        }
        return text + String(Substring(rest))
    }

    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    private static let marks = Array("-:.TZ".utf8)
}
