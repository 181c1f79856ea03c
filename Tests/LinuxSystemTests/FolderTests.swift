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
}
