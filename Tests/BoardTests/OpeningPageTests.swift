import Glibc
import LinuxSystem
import TestSupport
import Testing

@testable import Board

@Suite("A file that opens the board")
struct OpeningPageTests {
    private let page = PageAddress(host: "abc.localhost", port: 8137)

    @Test("can be read by its user only, and its name does not tell the code")
    func file() throws {
        let folder = try TemporaryFolder()
        let opening = OpeningPage(page)
        let path = try opening.save(in: folder.path)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode == S_IFREG | 0o600)
        #expect(!path.contains(opening.code))
        let text = String(decoding: try Checkout.bytes(of: path), as: UTF8.self)
        #expect(text.contains("http://abc.localhost:8137/#\(opening.code)\""))
    }

    @Test("has a code that works once, for its page, and no other code works")
    func once() throws {
        let folder = try TemporaryFolder()
        let opening = OpeningPage(page)
        _ = try opening.save(in: folder.path)
        let sameFile = String(opening.code.prefix(16)) + String(repeating: "0", count: 48)
        #expect(try OpeningPage(page, code: sameFile)?.remove(from: folder.path) == false)
        let elsewhere = PageAddress(host: "abc.localhost", port: 8138)
        #expect(try OpeningPage(elsewhere, code: opening.code)?.remove(from: folder.path) == false)
        #expect(try OpeningPage(page, code: opening.code)?.remove(from: folder.path) == true)
        #expect((try? OpeningPage(page, code: opening.code)?.remove(from: folder.path)) == nil)
    }

    @Test(
        "has no other form of code, which could name another file",
        arguments: [
            "", String(repeating: "0", count: 63), String(repeating: "A", count: 64),
            "../" + String(repeating: "0", count: 61), "é" + String(repeating: "0", count: 62),
        ]
    )
    func form(_ code: String) { #expect(OpeningPage(page, code: code) == nil) }

    @Test("leads to the page of permissions, with a code that works there")
    func permissions() throws {
        let folder = try TemporaryFolder()
        let opening = OpeningPage(page, .permissions)
        let path = try opening.save(in: folder.path)
        let text = String(decoding: try Checkout.bytes(of: path), as: UTF8.self)
        #expect(text.contains("http://abc.localhost:8137/location#\(opening.code)\""))
        #expect(try OpeningPage(page, code: opening.code)?.remove(from: folder.path) == false)
        #expect(try OpeningPage(page, .permissions, code: opening.code)?.remove(from: folder.path) == true)
    }

    @Test("does not pile up where no browser opens it")
    func bounded() throws {
        let folder = try TemporaryFolder()
        for _ in 0..<70 { _ = try OpeningPage(page).save(in: folder.path) }
        #expect(try Folder(folder.path).names(endingWith: ".html").count <= 64)
    }
}
