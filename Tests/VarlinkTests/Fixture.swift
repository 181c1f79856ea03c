import Daemon
import LinuxSystem
import TestSupport
import Testing
import Varlink

/// A server and its loop, turned by hand at times of the test's choice.
final class Fixture {
    private let folder: TemporaryFolder
    let path: String
    let kernel: LinuxKernel
    let server: VarlinkServer
    var now = ContinuousClock.now

    init(_ limits: VarlinkServer.Limits = .init()) throws {
        let folder = try TemporaryFolder()
        path = folder.path + "/socket"
        kernel = try LinuxKernel()
        server = VarlinkServer(kernel: kernel, limits: limits)
        try server.listen(at: path)
        self.folder = folder
    }

    func peer(calling call: String) throws -> (RawPeer, VarlinkServer.ConnectionID) {
        let peer = try RawPeer(path)
        try peer.send(call)
        return (peer, try #require(called(try settle())))
    }

    @discardableResult
    func turn() throws -> [VarlinkServer.Event] { handle(try kernel.wait(until: .now)) }

    /// Turns the loop until there is nothing to do, which has to be reached: a loop that spins is a fault.
    @discardableResult
    func settle() throws -> [VarlinkServer.Event] {
        var new: [VarlinkServer.Event] = []
        for _ in 0..<5000 {
            let reports = try kernel.wait(until: .now)
            if reports.isEmpty, server.nextDeadline.map({ $0 > now }) ?? true { return new }
            new += handle(reports)
        }
        Issue.record("the loop does not come to rest")
        return new
    }

    private func handle(_ reports: [Poller.Readiness]) -> [VarlinkServer.Event] {
        let new = server.handle(reports, at: now)
        for case .called(let connection, let call) in new {
            TestService.answer(call, of: connection, on: server, at: now)
        }
        return new
    }

    /// Lets time pass, stopping at every deadline of the server's.
    @discardableResult
    func advance(by duration: Duration) throws -> [VarlinkServer.Event] {
        let end = now + duration
        var new = try settle()
        while let deadline = server.nextDeadline, deadline <= end {
            now = max(now, deadline)
            new += try settle()
        }
        now = end
        return new + (try settle())
    }
}

/// The methods of an interface: `Echo` answers with what it is given, `Watch` sends a first reply and then whatever
/// happens, `Hold` leaves its caller waiting, and `Fail` fails.
enum TestService {
    static let hold = #"{"method":"org.example.test.Hold"}"#
    static let watch = #"{"method":"org.example.test.Watch","more":true}"#

    static func answer(
        _ call: Call,
        of connection: VarlinkServer.ConnectionID,
        on server: VarlinkServer,
        at now: ContinuousClock.Instant
    ) {
        switch call.method.dropFirst("org.example.test.".count) {
        case "Echo": server.reply(.success(call.parameters), to: connection, at: now)
        case "Watch": server.reply(number(0), to: connection, at: now)
        case "Fail":
            server.reply(.failure("org.example.test.Broken", ["part": "x"]), to: connection, at: now)
        default: break
        }
    }

    static func number(_ number: Int) -> Reply { .partial(["number": number]) }
}

/// The other end of a connection, written and read byte by byte.
final class RawPeer {
    let stream: UnixStream
    private var splitter = MessageSplitter(limit: 1 << 24)
    private(set) var isClosed = false

    init(_ path: String) throws { stream = try UnixStream(connectingTo: path) }

    init(adopting descriptor: consuming FileDescriptor) throws {
        stream = try UnixStream(adopting: descriptor)
    }

    func send(_ texts: String...) throws {
        for text in texts { #expect(try stream.send(Array(text.utf8) + [0]) == text.utf8.count + 1) }
    }

    func messages() -> [String] {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        receiving: while !isClosed {
            switch try? stream.receive(into: &buffer) {
            case .bytes(let count): splitter.append(buffer[..<count])
            case .nothing: break receiving
            case .end, nil: isClosed = true
            }
        }
        var messages: [String] = []
        while let message = splitter.next() { messages.append(String(decoding: message, as: UTF8.self)) }
        return messages
    }
}
