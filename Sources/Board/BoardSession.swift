import Glibc
import HTTP
import LinuxSystem
import UserInput

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
            guard let folder = Environment.value(of: "XDG_RUNTIME_DIR") else {
                throw BoardError("XDG_RUNTIME_DIR is not set: run it in a session")
            }
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

    /// The session whose board can be opened; throws if there is none, or if others listen at its port now.
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

    /// Makes a page in a file that opens the page at a path, which is `/` for the board; returns the address of the file.
    func makeFileURL(to path: String = "/") throws -> String {
        try "file://" + OpeningPage().save(in: Self.folder, leadingTo: page, path)
    }

    /// Makes an address that opens the board, for a browser that cannot read the files of this user.
    func makeURL() throws -> String {
        let opening = OpeningPage()
        _ = try opening.save(in: Self.folder, leadingTo: page)
        return page.url(code: opening.code)
    }

    /// Returns whether a code opens the board, which it does once.
    func redeem(_ code: String) -> Bool {
        (try? OpeningPage(code: code)?.remove(from: Self.folder, leadingTo: page)) ?? false
    }

    // MARK: Who may use the board

    static let headers = ["Authorization", "Host", "Origin"]

    /// Returns the refusal of a request that reached the board by another name or from another page; `nil` to go on.
    func refusalOfOrigin(_ request: HTTPRequest) -> HTTPResponse? {
        let host = request.headers["Host"]?.lowercased() ?? ""
        // Programs that fetch figures resolve no names below localhost.
        if request.path == "/metrics", request.headers["Origin"] == nil, page.plainAuthorities.contains(host)
        {
            return nil
        }
        guard page.authorities.contains(host) else {
            return .problem(421, "The board has another address: open it with waymark-board --open.")
        }
        guard let origin = request.headers["Origin"]?.lowercased() else { return nil }
        guard origin.hasPrefix("http://"), page.authorities.contains(String(origin.dropFirst(7))) else {
            return .problem(403, "Another page may not use the board.")
        }
        return nil
    }

    /// Returns the refusal of a request without the token; `nil` to go on.
    func refusalOfToken(_ request: HTTPRequest) -> HTTPResponse? {
        let given = Array((request.headers["Authorization"] ?? "").utf8)
        return isSame(given, Array("Bearer \(token)".utf8))
            ? nil : .problem(401, "The token is missing or wrong.")
    }
}

/// A page in a file that leads a browser to the board, with a code that works once.
///
/// All users can read command lines, but only the user of the board can read the file. The file is the record of the code,
/// too: whoever removes it has used it.
struct OpeningPage {
    /// The most files that wait to be opened: a browser that never starts leaves one.
    private static let limit = 64

    /// 64 hexadecimal digits, of which the first 16 name the file.
    let code: String

    init() { code = BoardSession.randomDigits(64) }

    /// Takes a code that was given out; `nil` if it is none.
    init?(code: String) {
        let digits = "0123456789abcdef".utf8
        guard code.utf8.count == 64, code.utf8.allSatisfy(digits.contains) else { return nil }
        self.code = code
    }

    private var name: String { "\(code.prefix(16)).html" }

    func save(in folder: String, leadingTo page: PageAddress, _ path: String = "/") throws -> String {
        if try Folder(folder).names(endingWith: ".html").count >= Self.limit {
            try Self.removeAll(in: folder)
        }
        let url = page.url(path, code: code)
        let text = """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="referrer" content="no-referrer">
            <meta http-equiv="refresh" content="0; url=\(url)">
            <title>Waymark</title>
            <p><a href="\(url)">Open the page</a></p>
            </html>

            """
        try AtomicFile.write(Array(text.utf8), to: "\(folder)/\(name)", permissions: 0o600)
        return "\(folder)/\(name)"
    }

    /// Removes the file; returns whether it was there, leads to the page, and has the whole code.
    ///
    /// A code for another page may be known to whoever has that page's port now.
    func remove(from folder: String, leadingTo page: PageAddress) throws -> Bool {
        let path = "\(folder)/\(name)"
        let parts = try contentsOfFile(path, atMost: 4096).split(separator: UInt8(ascii: "#"))
        guard parts.count == 3, isSame(Array(parts[1].prefix(64)), Array(code.utf8)),
            String(decoding: parts[0], as: UTF8.self).contains("url=\(page.url())")
        else { return false }
        return unsafe unlink(path) == 0
    }

    /// Removes the files of all codes, which then open nothing.
    static func removeAll(in folder: String) throws(SystemError) {
        for name in try Folder(folder).names(endingWith: ".html") { unsafe _ = unlink("\(folder)/\(name)") }
    }
}

/// Compares two texts in a time that does not tell how much of a guess was right.
func isSame(_ given: [UInt8], _ wanted: [UInt8]) -> Bool {
    var difference = given.count ^ wanted.count
    for (left, right) in zip(given, wanted) { difference |= Int(left ^ right) }
    return difference == 0
}
