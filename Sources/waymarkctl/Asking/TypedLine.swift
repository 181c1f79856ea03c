import UserInput

/// The line being typed.
///
/// The agent keeps it instead of the terminal, to show it again below messages, and to clear it when its question ends.
struct TypedLine {
    enum Outcome: Hashable {
        case changed
        case entered(String)
        case ended
    }

    private static let lengthLimit = 200

    private var bytes: [UInt8] = []

    /// The progress in the sequence of a key such as an arrow: 0 none, 1 after the escape, 2 after the bracket.
    private var escape = 0

    var text: String { String(decoding: bytes, as: UTF8.self).harmless }

    mutating func clear() { bytes = [] }

    /// Applies a byte from the terminal.
    mutating func type(_ byte: UInt8) -> Outcome? {
        if escape > 0 {
            escape =
                escape == 1 && (byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O")) ? 2 : rest(of: byte)
            return nil
        }
        switch byte {
        case 0x0A, 0x0D:
            defer { bytes = [] }
            return .entered(text)
        case 0x04: return bytes.isEmpty ? .ended : nil
        case 0x08, 0x7F: return erase { $0.removeLast() }
        case 0x15: return erase { $0 = "" }
        case 0x17:
            return erase { text in
                while text.last == " " { text.removeLast() }
                while let last = text.last, last != " " { text.removeLast() }
            }
        case 0x1B:
            escape = 1
            return nil
        case ..<0x20: return nil
        default:
            guard bytes.count < Self.lengthLimit else { return nil }
            bytes.append(byte)
            return .changed
        }
    }

    private func rest(of byte: UInt8) -> Int { escape == 2 && !(0x40...0x7E).contains(byte) ? 2 : 0 }

    private mutating func erase(_ change: (inout String) -> Void) -> Outcome? {
        guard !bytes.isEmpty else { return nil }
        var text = String(decoding: bytes, as: UTF8.self)
        change(&text)
        bytes = Array(text.utf8)
        return .changed
    }
}
