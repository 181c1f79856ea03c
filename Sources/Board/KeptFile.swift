import Glibc
import LinuxSystem

/// A small file in the user's state folder, which the board keeps over sessions.
struct KeptFile {
    /// Its path; `nil` if the user has no home.
    private let path: String?

    static let port = KeptFile(name: "board.port")
    static let layout = KeptFile(name: "board.layout")

    private init(name: String) { path = Environment.stateHome.map { "\($0)/waymark/\(name)" } }

    /// The contents; `nil` if there are none that can be read.
    func contents(atMost limit: Int) -> [UInt8]? { path.flatMap { try? contentsOfFile($0, atMost: limit) } }

    /// Replaces the contents, which only the user can read.
    func save(_ contents: [UInt8]) throws(SystemError) {
        guard let path else { return }
        for end in path.indices.dropFirst() where path[end] == "/" {
            let folder = String(path[..<end])
            guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else {
                throw SystemError("mkdir", on: folder)
            }
        }
        try AtomicFile.write(contents, to: path, permissions: 0o600)
    }
}
