import LinuxSystem

/// The secret that a browser must know to use the board.
///
/// It is kept in the session's runtime folder, so that tabs survive a restart of the board, and goes with the session.
enum BoardToken {
    /// The file of the token; `nil` if the session has no runtime folder.
    static var path: String? {
        Environment.value(of: "XDG_RUNTIME_DIR").map { "\($0)/waymark-board.token" }
    }

    /// Returns the token of this session, and makes one if there is none.
    static func current() throws(SystemError) -> String {
        if let saved { return saved }
        var digits = ""
        for _ in 0..<4 {
            let word = String(UInt64.random(in: 0 ... .max), radix: 16)
            digits += String(repeating: "0", count: 16 - word.count) + word
        }
        if let path { try AtomicFile.write(Array((digits + "\n").utf8), to: path, permissions: 0o600) }
        return digits
    }

    /// The token in the file, if there is one.
    static var saved: String? {
        guard let path, let bytes = try? contentsOfFile(path, atMost: 128) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" }
        return text.utf8.count == 64 && text.allSatisfy(\.isHexDigit) ? String(text) : nil
    }
}
