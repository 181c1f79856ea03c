/// Strings as JSON writes them.
package enum JSONString {
    /// What the letter after a backslash stands for.
    static let shortEscapes: [UInt8: UInt8] = [
        UInt8(ascii: "\""): UInt8(ascii: "\""),
        UInt8(ascii: "\\"): UInt8(ascii: "\\"),
        UInt8(ascii: "/"): UInt8(ascii: "/"),
        UInt8(ascii: "b"): 0x08,
        UInt8(ascii: "f"): 0x0C,
        UInt8(ascii: "n"): 0x0A,
        UInt8(ascii: "r"): 0x0D,
        UInt8(ascii: "t"): 0x09,
    ]

    static func hexadecimalValue(of byte: UInt8) -> UInt16? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a")) + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A")) + 10
        default: nil
        }
    }

    /// The text between the quotation marks of a string that was scanned, escapes decoded.
    static func decoded(_ contents: ArraySlice<UInt8>) -> String {
        guard contents.contains(UInt8(ascii: "\\")) else { return String(decoding: contents, as: UTF8.self) }
        var units: [UInt16] = []
        // Plain runs go through UTF-16 as well, so that the halves of an escaped pair meet.
        var rest = contents
        while let backslash = rest.firstIndex(of: UInt8(ascii: "\\")) {
            units += String(decoding: rest[..<backslash], as: UTF8.self).utf16
            let letter = rest[backslash + 1]
            if let character = shortEscapes[letter] {
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

    /// The JSON string that stands for `text`, with its quotation marks.
    package static func encoded(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = [UInt8(ascii: "\"")]
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes += [UInt8(ascii: "\\"), byte]
            case 0x0A:
                bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
            case 0x09:
                bytes += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
            case 0..<0x20:
                let digits = String(byte, radix: 16)
                bytes += "\\u00\(digits.count == 1 ? "0" : "")\(digits)".utf8
            default:
                bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
        return bytes
    }
}
