import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite("A lock on a file")
struct FileLockTests: ~Copyable {
    let temporary: TemporaryFolder

    init() throws { temporary = try TemporaryFolder() }

    private var path: String { temporary.path + "/lock" }

    @Test("is released even while a child between fork and exec has a copy of the descriptor")
    func copied() throws {
        let lock = try FileLock(on: path)
        let copy = FileDescriptor(owning: fcntl(lock.file.rawValue, F_DUPFD_CLOEXEC, 0))
        _ = consume lock
        _ = try FileLock(on: path)
        _ = consume copy
    }
}

@Suite("A folder", .ownThreads, .timeLimit(.minutes(10)))
struct FolderTests: ~Copyable {
    let temporary: TemporaryFolder

    init() throws { temporary = try TemporaryFolder() }

    @Test("opens its entries without following links or blocking on a pipe")
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
    }
}

@Suite("Files")
struct FileTests: ~Copyable {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("are replaced atomically, with the given mode and without leftovers")
    func atomicWrite() throws {
        let path = folder.path + "/file"
        for contents in [[UInt8](repeating: 1, count: 100_000), [2]] {
            try AtomicFile.write(contents, to: path, permissions: 0o600)
            #expect(try contentsOfFile(path, atMost: 100_000) == contents)
        }
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(access("\(path).\(getpid()).new", F_OK) == -1)
        let missing = folder.path + "/none/file"
        #expect(throws: SystemError.self) { try AtomicFile.write([1], to: missing) }
    }

    @Test("that may hold a place replace an earlier one when they are complete, for their owner alone")
    func output() throws {
        let path = folder.path + "/file"
        try AtomicFile.write([1], to: path, permissions: 0o644)
        do {
            let unfinished = try OutputFile(path)
            try unfinished.write([2])
        }
        #expect(try contentsOfFile(path, atMost: 10) == [1])
        var file = try OutputFile(path)
        try file.write([2])
        try file.write([3])
        #expect(try contentsOfFile(path, atMost: 10) == [1])
        try file.complete()
        #expect(try contentsOfFile(path, atMost: 10) == [2, 3])
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(try Folder(folder.path).names(endingWith: "") == ["file"])
    }

    @Test("that may hold a place follow no link, and replace neither files of others nor what is no file")
    func refusedOutput() throws {
        let (target, link) = (folder.path + "/target", folder.path + "/link")
        try AtomicFile.write([1], to: target)
        try #require(symlink(target, link) == 0)
        #expect(throws: OutputProblem.link(link)) { _ = try OutputFile(link) }
        // A link that is put there meanwhile is replaced, and what it leads to stays.
        let path = folder.path + "/file"
        var file = try OutputFile(path)
        try file.write([2])
        try #require(symlink(target, path) == 0)
        try file.complete()
        #expect(try contentsOfFile(target, atMost: 10) == [1])
        #expect(try contentsOfFile(path, atMost: 10) == [2])
        #expect(throws: OutputProblem.notRegular(folder.path)) { _ = try OutputFile(folder.path) }
        #expect(throws: OutputProblem.notRegular("/dev/null")) { _ = try OutputFile("/dev/null") }
        let missing = folder.path + "/none/file"
        #expect(throws: OutputProblem.self) { _ = try OutputFile(missing) }
        guard geteuid() == 0 else { return }
        try #require(chown(target, 65_123, 65_123) == 0)
        #expect(throws: OutputProblem.ofAnother(target)) { _ = try OutputFile(target) }
    }
}
