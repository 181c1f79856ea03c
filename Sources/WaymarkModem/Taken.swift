import LinuxSystem

/// A modem whose receiver this program has switched on, and has to switch off again.
struct Taken: Hashable {
    /// The ModemManager: its name on the bus, which no later one has.
    let owner: String

    /// The modem's object.
    let path: String

    /// Whether ModemManager told everybody on the bus the location before.
    let signalsLocation: Bool

    /// The file with the note for the next one after this program was killed, in the folder that systemd keeps until the
    /// service is stopped; `nil` without the folder.
    private static var file: String? { Environment.value(of: "RUNTIME_DIRECTORY").map { $0 + "/taken" } }

    /// Reads the note.
    static func noted() -> Taken? {
        guard let file, let bytes = try? contentsOfFile(file, atMost: 4096) else { return nil }
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        guard words.count == 3 else { return nil }
        return Taken(
            owner: String(words[0]),
            path: String(words[1]),
            signalsLocation: words[2] == "signals"
        )
    }

    /// Replaces the note.
    static func note(_ taken: Taken?) throws(SystemError) {
        guard let file else { return }
        let line = taken.map { "\($0.owner) \($0.path) \($0.signalsLocation ? "signals" : "silent")" } ?? ""
        try AtomicFile.write(Array(line.utf8), to: file, permissions: 0o600)
    }
}
