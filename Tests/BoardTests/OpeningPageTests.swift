import Glibc
import LinuxSystem
import TestSupport
import Testing
import UserInput

@testable import Board

@Suite("A file that opens the board")
struct OpeningPageTests {
    private let page = PageAddress(host: "abc.localhost", port: 8137)

    @Test("can be read by its user only, and its name does not tell the code")
    func file() throws {
        let folder = try TemporaryFolder()
        for place in ["/", "/location"] {
            let opening = OpeningPage()
            let path = try opening.save(in: folder.path, leadingTo: page, place)
            var status = stat()
            #expect(stat(path, &status) == 0 && status.st_mode == S_IFREG | 0o600)
            #expect(!path.contains(opening.code))
            let text = String(decoding: try Checkout.bytes(of: path), as: UTF8.self)
            #expect(text.contains("http://abc.localhost:8137\(place)#\(opening.code)\""))
        }
    }

    @Test("has a code that works once, for its page, and no other code works")
    func once() throws {
        let folder = try TemporaryFolder()
        for place in ["/", "/location"] {
            let code = OpeningPage().code
            let opening = try #require(OpeningPage(code: code))
            _ = try opening.save(in: folder.path, leadingTo: page, place)
            let sameFile = OpeningPage(code: String(code.prefix(16)) + String(repeating: "0", count: 48))
            #expect(try sameFile?.remove(from: folder.path, leadingTo: page) == false)
            let elsewhere = PageAddress(host: "abc.localhost", port: 8138)
            #expect(try opening.remove(from: folder.path, leadingTo: elsewhere) == false)
            #expect(try opening.remove(from: folder.path, leadingTo: page) == true)
            #expect((try? opening.remove(from: folder.path, leadingTo: page)) == nil)
        }
    }

    @Test(
        "has no other form of code, which could name another file",
        arguments: [
            "", String(repeating: "0", count: 63), String(repeating: "A", count: 64),
            "../" + String(repeating: "0", count: 61), "é" + String(repeating: "0", count: 62),
        ]
    )
    func form(_ code: String) { #expect(OpeningPage(code: code) == nil) }

    @Test("does not pile up where no browser opens it")
    func bounded() throws {
        let folder = try TemporaryFolder()
        for _ in 0..<70 { _ = try OpeningPage().save(in: folder.path, leadingTo: page) }
        #expect(try Folder(folder.path).names(endingWith: ".html").count <= 64)
    }
}
