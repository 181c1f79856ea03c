import Glibc
import LinuxSystem

/// A page in a file that leads a browser to the board, with a code that works once.
///
/// All users can read command lines, but only the user of the board can read the file. The file is the record of the code,
/// too: whoever removes it has used it.
struct OpeningPage {
    /// The most files that wait to be opened: a browser that never starts leaves one.
    private static let limit = 64

    /// 64 hexadecimal digits, of which the first 16 name the file.
    let code: String

    private let page: PageAddress
    private let view: PageView

    init(_ page: PageAddress, _ view: PageView = .board) {
        self.page = page
        self.view = view
        code = BoardSession.randomDigits(64)
    }

    /// Makes the page that a code was given out with; `nil` if it is none.
    init?(_ page: PageAddress, _ view: PageView = .board, code: String) {
        guard code.utf8.count == 64,
            code.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
        else {
            return nil
        }
        self.page = page
        self.view = view
        self.code = code
    }

    private var name: String { "\(code.prefix(16)).html" }

    private var contents: [UInt8] {
        let url = page.url(view, code: code)
        return Array(
            """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="referrer" content="no-referrer">
            <meta http-equiv="refresh" content="0; url=\(url)">
            <title>Waymark</title>
            <p><a href="\(url)">Open the page</a></p>
            </html>

            """.utf8
        )
    }

    /// Writes the file; returns its path.
    func save(in folder: String) throws -> String {
        if try Folder(folder).names(endingWith: ".html").count >= Self.limit {
            try Self.removeAll(in: folder)
        }
        try AtomicFile.write(contents, to: "\(folder)/\(name)", permissions: 0o600)
        return "\(folder)/\(name)"
    }

    /// Removes the file; returns whether it was there.
    func remove(from folder: String) throws -> Bool {
        let path = "\(folder)/\(name)"
        guard isSame(try contentsOfFile(path, atMost: 4096), contents) else { return false }
        return unsafe unlink(path) == 0
    }

    /// Removes the files of all codes, which then open nothing.
    static func removeAll(in folder: String) throws(SystemError) {
        for name in try Folder(folder).names(endingWith: ".html") { unsafe _ = unlink("\(folder)/\(name)") }
    }
}

/// What a browser is led to.
enum PageView: String, CaseIterable {
    case board = "/"

    /// Which apps may know the location.
    case permissions = "/location"
}

/// Compares two texts in a time that does not tell how much of a guess was right.
func isSame(_ given: [UInt8], _ wanted: [UInt8]) -> Bool {
    var difference = given.count ^ wanted.count
    for (left, right) in zip(given, wanted) { difference |= Int(left ^ right) }
    return difference == 0
}
