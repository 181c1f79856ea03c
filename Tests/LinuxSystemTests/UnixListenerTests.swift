import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite("Listening on a path", .ownThreads, .timeLimit(.minutes(10)))
struct UnixListenerTests: ~Copyable {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path + "/socket"
    }

    @Test("replaces a socket that no process serves")
    func abandoned() throws {
        _ = try boundSocket()
        let listener = try UnixListener(at: path)
        let client = try UnixStream(connectingTo: path)
        #expect(try isConnection(listener.accept()))
        #expect(try !isConnection(listener.accept()))
        _ = client.descriptor.rawValue
    }

    @Test("is refused to a second process, with the reason")
    func served() throws {
        let listener = try UnixListener(at: path)
        let path = path
        #expect(throws: ListenFailure.alreadyServed(path)) { _ = try UnixListener(at: path) }
        // The attempt did not affect the first listener.
        _ = try UnixStream(connectingTo: path)
        _ = listener.descriptor.rawValue
    }

    @Test("is refused if a process listens that does not use the lock")
    func servedWithoutLock() throws {
        let descriptor = try boundSocket()
        #expect(listen(descriptor.rawValue, 1) == 0)
        let path = path
        #expect(throws: ListenFailure.alreadyServed(path)) { _ = try UnixListener(at: path) }
        _ = try UnixStream(connectingTo: path)
    }

    @Test("is refused in a missing folder and at a path that is too long, with what to do")
    func impossible() {
        let long = "\(folder.path)/\(String(repeating: "x", count: 107))"
        for (path, words) in [
            (folder.path + "/none/socket", "make the folder or choose another path"),
            (long, "\(long): File name too long; choose a path of at most 107 bytes"),
        ] {
            let failure = #expect(throws: ListenFailure.self) { _ = try UnixListener(at: path) }
            #expect(failure?.description.contains(words) == true, "\(path)")
        }
    }

    @Test("removes the socket at the end and can be repeated")
    func removed() throws {
        for _ in 0..<2 {
            do {
                let listener = try UnixListener(at: path, permissions: 0o640)
                var status = stat()
                #expect(stat(path, &status) == 0)
                #expect(status.st_mode == S_IFSOCK | 0o640)
                _ = listener.descriptor.rawValue
            }
            #expect(access(path, F_OK) == -1)
        }
    }

    @Test("rejects connections instead of spinning when descriptors have run out")
    func outOfDescriptors() async {
        // In a separate process: the limit would break other tests.
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let listener = try UnixListener(at: folder.path + "/socket")
            let waiting = try UnixStream(connectingTo: folder.path + "/socket")
            var limit = rlimit(rlim_cur: 64, rlim_max: 64)
            guard setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { exit(2) }
            var hoard: [CInt] = []
            while case let number = dup(0), number >= 0 { hoard.append(number) }
            guard case .refused = try listener.accept() else { exit(3) }
            guard case .nothing = try listener.accept() else { exit(4) }
            var byte: [UInt8] = [0]
            guard try waiting.receive(into: &byte) == .end else { exit(5) }
            for number in hoard { close(number) }
            let next = try UnixStream(connectingTo: folder.path + "/socket")
            guard case .connection = try listener.accept() else { exit(6) }
            _ = next.descriptor.rawValue
        }
    }

    /// A socket that is bound to the path, and on which nobody listens yet.
    private func boundSocket() throws -> FileDescriptor {
        try Supervisor.socket(CInt(SOCK_STREAM.rawValue), boundTo: path)
    }

    private func isConnection(_ accepted: AcceptedConnection) -> Bool {
        if case .connection = accepted { true } else { false }
    }
}
