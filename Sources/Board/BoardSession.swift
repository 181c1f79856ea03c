import Glibc
import LinuxSystem

/// The secrets of a board: they are as old as its sockets.
///
/// They survive a restart of the program, for which the service manager holds the sockets. When the sockets were closed,
/// another user may have taken the port in the meantime, to which open tabs then send what they have. So other sockets
/// have another token and another page.
struct BoardSession {
    let page: PageAddress

    /// The secret that a browser must know to use the board.
    let token: String

    /// The kernel's numbers of the sockets.
    let sockets: Set<UInt64>

    /// The folder of the session's board, which only its user can read.
    private static var folder: String {
        get throws(BoardError) {
            guard let folder = Environment.value(of: "XDG_RUNTIME_DIR") else { throw .noSession }
            return folder + "/waymark-board"
        }
    }

    /// Returns the session of these sockets, and makes it if there is none.
    static func current(of listener: TCPListener, at host: String) throws -> BoardSession {
        let sockets = listener.inodes
        if let saved = try saved, saved.sockets == sockets, saved.page.isServed(at: host) { return saved }
        let session = BoardSession(
            page: PageAddress(servedAt: host, port: listener.port, name: randomDigits(32)),
            token: randomDigits(64),
            sockets: sockets
        )
        try session.save()
        return session
    }

    /// Makes a number of random hexadecimal digits, a multiple of 16.
    static func randomDigits(_ count: Int) -> String {
        (0..<count / 16).map { _ in
            let word = String(UInt64.random(in: 0 ... .max), radix: 16)
            return String(repeating: "0", count: 16 - word.count) + word
        }.joined()
    }

    /// The session in the files, if there is one.
    static var saved: BoardSession? {
        get throws {
            let folder = try folder
            guard let token = line("\(folder).token"), token.utf8.count == 64,
                let words = line("\(folder)/sockets")?.split(separator: " "), words.count > 2,
                let port = UInt16(words[1])
            else { return nil }
            return BoardSession(
                page: PageAddress(host: String(words[0]), port: port),
                token: token,
                sockets: Set(words[2...].compactMap { UInt64($0) })
            )
        }
    }

    /// The session whose board can be opened.
    ///
    /// - Throws: ``BoardError`` if there is none, or if others listen at its port now.
    static var running: BoardSession {
        get throws {
            guard let saved = try saved else { throw BoardError.notRunning }
            let listening = SocketTableRow.listeners(at: saved.page.port)
            // As long as they listen, nobody else can at their addresses.
            guard saved.sockets.isSubset(of: listening.map(\.inode)) else { throw BoardError.notRunning }
            return saved
        }
    }

    private func save() throws {
        let folder = try Self.folder
        guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw SystemError("mkdir", on: folder)
        }
        try OpeningPage.removeAll(in: folder)
        try AtomicFile.write(Array("\(token)\n".utf8), to: "\(folder).token", permissions: 0o600)
        // Last: without it, the token counts for no sockets.
        let words = [page.host, "\(page.port)"] + sockets.sorted().map { "\($0)" }
        let text = words.joined(separator: " ") + "\n"
        try AtomicFile.write(Array(text.utf8), to: "\(folder)/sockets", permissions: 0o600)
    }

    private static func line(_ path: String) -> String? {
        guard let bytes = try? contentsOfFile(path, atMost: 1024) else { return nil }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    // MARK: Codes

    /// Makes a page in a file that opens the board or another view; returns the address of the file.
    func makeFileURL(_ view: PageView = .board) throws -> String {
        try "file://" + OpeningPage(page, view).save(in: Self.folder)
    }

    /// Makes an address that opens the board, for a browser that cannot read the files of this user.
    func makeURL() throws -> String {
        let opening = OpeningPage(page)
        _ = try opening.save(in: Self.folder)
        return page.url(code: opening.code)
    }

    /// Returns whether a code opens the board, which it does once.
    func redeem(_ code: String) -> Bool {
        PageView.allCases.contains { view in
            (try? OpeningPage(page, view, code: code)?.remove(from: Self.folder)) ?? false
        }
    }
}
