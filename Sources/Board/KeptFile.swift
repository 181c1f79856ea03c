import LinuxSystem

/// A small file in the user's state folder, which the board keeps over sessions.
struct KeptFile {
    private let name: String

    static let port = KeptFile(name: "board.port")
    static let layout = KeptFile(name: "board.layout")

    /// The folder; `nil` if the user has no home.
    private var folder: String? { Environment.stateHome.map { "\($0)/waymark" } }

    /// The contents; `nil` if there are none that can be read.
    func contents(atMost limit: Int) -> [UInt8]? {
        folder.flatMap { try? contentsOfFile("\($0)/\(name)", atMost: limit) }
    }

    /// Replaces the contents, which only the user can read.
    func save(_ contents: [UInt8]) throws(SystemError) {
        guard let folder else { return }
        try Folder.make(folder)
        try AtomicFile.write(contents, to: "\(folder)/\(name)", permissions: 0o600)
    }
}
