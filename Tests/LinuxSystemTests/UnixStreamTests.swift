import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite("A local stream", .ownThreads, .timeLimit(.minutes(10)))
struct UnixStreamTests: ~Copyable {
    private let first: UnixStream
    private let second: UnixStream

    init() throws {
        var pair: [CInt] = [0, 0]
        guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pair) == 0 else {
            throw SystemError("socketpair")
        }
        let first = try UnixStream(adopting: FileDescriptor(owning: pair[0]))
        let second = try UnixStream(adopting: FileDescriptor(owning: pair[1]))
        self.first = first
        self.second = second
    }

    @Test("accepts nothing when full, and fails without a signal when the peer is gone")
    func sending() throws {
        let piece = [UInt8](repeating: 7, count: 65_536)
        while try first.send(piece) > 0 {}
        #expect(try first.wait(toSend: true, until: .now + .milliseconds(1)) == false)
        second.shutDown()
        do throws(SystemError) {
            _ = try first.send(piece)
            Issue.record("sent to nobody")
        } catch {
            #expect(error.isDisconnection)
        }
    }
}

@Suite("Signals")
struct SignalTests {
    @Test("are read one by one, and a broken pipe is only an error")
    func reading() async {
        // In a separate process: blocked signals stay blocked for every later thread.
        await #expect(processExitsWith: .success) {
            let signals = try Signals([SIGTERM, SIGHUP])
            try Signals.ignoreBrokenPipes()
            guard try signals.next() == nil else { exit(2) }
            raise(SIGHUP)
            guard try signals.next() == SIGHUP else { exit(3) }
            raise(SIGTERM)
            guard try signals.next() == SIGTERM, try signals.next() == nil else { exit(4) }
            raise(SIGPIPE)
        }
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
