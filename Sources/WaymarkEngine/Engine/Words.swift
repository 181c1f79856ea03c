package import LocationModel

/// Returns a distance for a person.
func meters(_ distance: Double) -> String {
    distance < 10_000 ? "\(Int(distance.rounded())) m" : "\((distance / 100).rounded() / 10) km"
}

extension Duration {
    /// The duration for a person, to two units: `1 h 5 min`, `42 s`, `250 ms`.
    package var words: String {
        if self < .seconds(1), self > .zero { return "\(Int((inSeconds * 1000).rounded())) ms" }
        let seconds = Int(inSeconds.rounded())
        switch seconds {
        case ..<60: return "\(seconds) s"
        case ..<3600:
            return seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds / 60) min \(seconds % 60) s"
        default:
            let minutes = seconds % 3600 / 60
            return minutes == 0 ? "\(seconds / 3600) h" : "\(seconds / 3600) h \(minutes) min"
        }
    }
}

extension String {
    /// The word as people type it, with dashes instead of capitals: `allowOnce` is `allow-once`.
    package var dashed: String {
        reduce(into: "") { text, letter in
            if letter.isUppercase, !text.isEmpty { text += "-" }
            text += letter.lowercased()
        }
    }
}

extension String {
    /// Returns the text with other words for each of its instants, which are in UTC.
    ///
    /// The texts of decisions have instants as on the wire. Beside times in another zone they would mislead.
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
