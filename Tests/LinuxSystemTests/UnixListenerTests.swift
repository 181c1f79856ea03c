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
        let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        try bindOnly(descriptor)
        close(descriptor)
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
        let descriptor = FileDescriptor(owning: socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0))
        try bindOnly(descriptor.rawValue)
        #expect(listen(descriptor.rawValue, 1) == 0)
        let path = path
        #expect(throws: ListenFailure.alreadyServed(path)) { _ = try UnixListener(at: path) }
        _ = try UnixStream(connectingTo: path)
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

    @Test("adopts a listening socket and nothing else")
    func adopted() throws {
        let descriptor = FileDescriptor(owning: socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0))
        try bindOnly(descriptor.rawValue)
        let copy = FileDescriptor(owning: dup(descriptor.rawValue))
        #expect(throws: SystemError("getsockopt", on: "SO_ACCEPTCONN", code: EINVAL)) {
            _ = try UnixListener(adopting: FileDescriptor(owning: dup(copy.rawValue)))
        }
        #expect(listen(descriptor.rawValue, 1) == 0)
        do {
            let listener = try UnixListener(adopting: copy)
            let client = try UnixStream(connectingTo: path)
            #expect(try isConnection(listener.accept()))
            _ = client.descriptor.rawValue
        }
        // Its creator removes it.
        #expect(access(path, F_OK) == 0)
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

    private func bindOnly(_ descriptor: CInt) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        if result != 0 { throw SystemError("bind") }
    }

    private func isConnection(_ accepted: AcceptedConnection) -> Bool {
        if case .connection = accepted { true } else { false }
    }
}
