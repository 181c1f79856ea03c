/// The line that a person is typing.
///
/// It is kept here and not by the terminal, so that it can be shown again below what came in between, and thrown away
/// when the question that it answers waits no longer.
struct TypedLine {
    /// What a key brought about.
    enum Outcome: Hashable {
        /// The line is another one.
        case changed

        /// The line is done.
        case entered(String)

        /// There will be no more.
        case ended
    }

    private static let lengthLimit = 200

    private var bytes: [UInt8] = []

    /// How much of a sequence that a key such as an arrow sends has come: 0 none, 1 its escape, 2 its bracket.
    private var escape = 0

    /// What has been typed.
    var text: String { String(decoding: bytes, as: UTF8.self).harmless }

    /// Throws away what has been typed.
    mutating func clear() { bytes = [] }

    /// Takes a byte from the terminal.
    mutating func take(_ byte: UInt8) -> Outcome? {
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
