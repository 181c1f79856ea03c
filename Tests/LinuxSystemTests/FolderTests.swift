import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite("A folder")
struct FolderTests: ~Copyable {
    let temporary: TemporaryFolder

    init() throws { temporary = try TemporaryFolder() }

    @Test(
        "opens its entries without following links or blocking on a pipe",
        .ownThreads,
        .timeLimit(.minutes(10))
    )
    func opens() throws {
        try temporary.write("text", to: "file")
        #expect(symlink("file", temporary.path + "/link") == 0)
        #expect(mkfifo(temporary.path + "/pipe", 0o600) == 0)
        let folder = try Folder(temporary.path)
        let file = InputFile(try folder.open("file"), path: "file")
        #expect(try file.contents(atMost: 4) == Array("text".utf8))
        let error = #expect(throws: SystemError.self) { _ = try folder.open("link") }
        #expect(error?.code == ELOOP)
        let pipe = try folder.open("pipe")
        #expect(try FileStatus(of: pipe, at: "pipe").isRegularFile == false)
        #expect(try folder.status(of: "link").isSymbolicLink)
    }

    @Test("reports changes by name, and its own removal", .ownThreads, .timeLimit(.minutes(10)))
    func changes() throws {
        try temporary.write("", to: "watched/a")
        let path = temporary.path + "/watched"
        let watch = try FolderWatch()
        let token = try watch.watch(path)
        #expect(try watch.changes() == [])
        #expect(rename(path + "/a", path + "/b") == 0)
        #expect(try watch.changes() == [.entry("a", in: token), .entry("b", in: token)])
        #expect(unlink(path + "/b") == 0)
        #expect(rmdir(path) == 0)
        #expect(try watch.changes().contains(.folder(token)))
        #expect(throws: SystemError.self) { try watch.watch(path) }
    }
}
