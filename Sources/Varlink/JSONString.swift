enum JSONString {
    /// The characters with an escape of one letter, and the letters.
    private static let escapes: [(byte: UInt8, letter: UInt8)] = [
        (UInt8(ascii: "\""), UInt8(ascii: "\"")), (UInt8(ascii: "\\"), UInt8(ascii: "\\")),
        (0x08, UInt8(ascii: "b")), (0x0C, UInt8(ascii: "f")), (0x0A, UInt8(ascii: "n")),
        (0x0D, UInt8(ascii: "r")), (0x09, UInt8(ascii: "t")),
        // Read, and never written.
        (UInt8(ascii: "/"), UInt8(ascii: "/")),
    ]

    /// Returns the character for the letter after a backslash.
    static func meaning(ofEscape letter: UInt8) -> UInt8? { escapes.first { $0.letter == letter }?.byte }

    /// Returns the letter that follows the backslash in the escape of a character; `nil` if there is none.
    static func escape(for byte: UInt8) -> UInt8? { escapes.first { $0.byte == byte }?.letter }

    static func hexadecimalValue(of byte: UInt8) -> UInt16? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a")) + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A")) + 10
        default: nil
        }
    }

    /// Returns the decoded text of a validated string, given without its quotation marks.
    static func decoded(_ contents: ArraySlice<UInt8>) -> String {
        guard contents.contains(UInt8(ascii: "\\")) else { return String(decoding: contents, as: UTF8.self) }
        var units: [UInt16] = []
        // Plain runs pass through UTF-16 too, so that escaped surrogate pairs join.
        var rest = contents
        while let backslash = rest.firstIndex(of: UInt8(ascii: "\\")) {
            units += String(decoding: rest[..<backslash], as: UTF8.self).utf16
            if let character = meaning(ofEscape: rest[backslash + 1]) {
                units.append(UInt16(character))
                rest = rest[(backslash + 2)...]
            } else {
                let digits = rest[(backslash + 2)..<(backslash + 6)]
                units.append(digits.reduce(0) { $0 << 4 | (hexadecimalValue(of: $1) ?? 0) })
                rest = rest[(backslash + 6)...]
            }
        }
        units += String(decoding: rest, as: UTF8.self).utf16
        return String(decoding: units, as: UTF16.self)
    }

    /// The most bytes of a string that is compared quickly whatever it contains.
    static let harmlessLength = 256

    /// The most combining marks on one character; Unicode's stream-safe text has 30 (UAX #15).
    private static let longestRunOfMarks = 64

    /// Returns whether a text can be compared and hashed in a time that grows with its length.
    ///
    /// Swift compares by canonical equivalence, and sorts the marks of a character for that in a time that grows with the
    /// square of their number: 32,000 of them take half a minute.
    static func isComparable(_ text: String) -> Bool {
        var run = 0
        for scalar in text.unicodeScalars {
            guard scalar.value >= 0x300, scalar.properties.canonicalCombiningClass != .notReordered else {
                run = 0
                continue
            }
            run += 1
            if run > longestRunOfMarks { return false }
        }
        return true
    }
}
