import LinuxSystem
import Modems

extension Taken {
    /// The file with the note for the next one after this program was killed, in the folder that systemd keeps until the
    /// service is stopped; `nil` without the folder.
    private static var file: String? { Environment.value(of: "RUNTIME_DIRECTORY").map { $0 + "/taken" } }

    static func noted() -> Taken? {
        guard let file, let bytes = try? contentsOfFile(file, atMost: 4096) else { return nil }
        return Taken(note: String(decoding: bytes, as: UTF8.self))
    }

    static func note(_ taken: Taken?) throws(SystemError) {
        guard let file else { return }
        try AtomicFile.write(Array((taken?.note ?? "").utf8), to: file, permissions: 0o600)
    }
}
