import Glibc
import LinuxSystem
import TestSupport
import Testing
import Varlink
import VarlinkSocket

@Suite("The client", .ownThreads, .timeLimit(.minutes(10)))
struct ClientTests: ~Copyable {
    private let service: BackgroundService

    init() throws { service = try BackgroundService() }

    private static let broken = ClientFailure.failed(
        error: "org.example.test.Broken",
        parameters: Array(#"{"part":"x"}"#.utf8)
    )

    private func expectEcho(of text: String, _ client: VarlinkClient) throws {
        let parameters = Array(#"{"text":"\#(text)"}"#.utf8)
        #expect(try client.call("org.example.test.Echo", parameters).bytes == parameters)
    }

    private func connect() throws -> VarlinkClient { try VarlinkClient(connectingTo: service.path) }

    @Test("calls, again and again, and is told of errors without losing the connection")
    func calling() throws {
        let client = try connect()
        for text in ["a", "b"] { try expectEcho(of: text, client) }
        #expect(throws: Self.broken) { try client.call("org.example.test.Fail") }
        let single = "org.varlink.service.ExpectedMore"
        #expect(throws: ClientFailure.failed(error: single, parameters: Array("{}".utf8))) {
            try client.call("org.example.test.Count", Array(#"{"to":1}"#.utf8))
        }
        #expect(throws: ClientFailure.invalidParameters(.notAnObject)) {
            try client.call("org.example.test.Echo", Array("[]".utf8))
        }
        try expectEcho(of: "c", client)
    }

    @Test("takes a stream to its end and then calls on")
    func streaming() throws {
        let client = try connect()
        let stream = try client.stream("org.example.test.Count", Array(#"{"to":3}"#.utf8))
        #expect(throws: ClientFailure.busy) { try client.call("org.example.test.Echo") }
        for number in 1...3 { #expect(try stream.next()?.bytes == Array("{\"number\":\(number)}".utf8)) }
        #expect(try stream.next() == nil)
        try expectEcho(of: "", client)
    }

    @Test("is told of an error in a stream once")
    func streamFailure() throws {
        let client = try connect()
        let stream = try client.stream("org.example.test.Fail")
        #expect(throws: Self.broken) { try stream.next() }
        #expect(try stream.next() == nil)
        #expect(throws: Never.self) { try client.call("org.example.test.Echo") }
    }

    @Test("waits no longer than it is told, and goes on with a stream after that")
    func timeouts() throws {
        let client = try connect()
        let stream = try client.stream("org.example.test.Watch")
        #expect(try stream.next()?.bytes == Array(#"{"number":0}"#.utf8))
        #expect(throws: ClientFailure.timedOut) { try stream.next(timeout: .milliseconds(2)) }
        #expect(throws: ClientFailure.timedOut) { try stream.next(timeout: .zero) }

        let waiting = try connect()
        #expect(throws: ClientFailure.timedOut) {
            try waiting.call("org.example.test.Hold", timeout: .milliseconds(2))
        }
        // A reply that came now would be taken for that of the next call.
        #expect(throws: ClientFailure.connectionClosed) { try waiting.call("org.example.test.Echo") }
    }

    @Test("ends its connection with a stream that is given up")
    func abandonedStream() throws {
        let client = try connect()
        do {
            let stream = try client.stream("org.example.test.Watch")
            #expect(try stream.next() != nil)
        }
        #expect(throws: ClientFailure.connectionClosed) { try client.call("org.example.test.Echo") }
    }

    @Test("is released by another thread")
    func shutDown() throws {
        let client = try connect()
        let stream = try client.stream("org.example.test.Watch")
        #expect(try stream.next() != nil)
        let other = try TestThread { client.shutDown() }
        #expect(throws: ClientFailure.connectionClosed) { try stream.next() }
        withExtendedLifetime(other) {}
    }

    @Test(
        "gives up a service that breaks the protocol",
        arguments: [
            ("{\"reply\":1}\0", .protocolViolated(.unknownMember("reply"))),
            ("[]\0", .protocolViolated(.malformed(.notAnObject))),
            ("{\"continues\":true}\0", .protocolViolated(.unexpectedContinues)),
            (String(repeating: " ", count: 2000), .replyTooLong),
        ] as [(String, ClientFailure)]
    )
    func violation(_ answer: String, _ failure: ClientFailure) throws {
        let folder = try TemporaryFolder()
        let listener = try UnixListener(at: folder.path + "/socket")
        let client = try VarlinkClient(connectingTo: folder.path + "/socket", replyLimit: 1000)
        guard case .connection(let stream) = try listener.accept() else {
            return #expect(Bool(false), "nobody connected")
        }
        _ = try stream.send(Array(answer.utf8))
        #expect(throws: failure) { try client.call("a.b.C") }
        #expect(throws: ClientFailure.connectionClosed) { try client.call("a.b.C") }
    }
}
