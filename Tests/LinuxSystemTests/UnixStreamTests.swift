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
        let first = first
        while try first.send(piece) > 0 {}
        #expect(try first.wait(toSend: true, until: .now + .milliseconds(1)) == false)
        second.shutDown()
        let error = #expect(throws: SystemError.self) { try first.send(piece) }
        #expect(error?.isDisconnection == true)
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
