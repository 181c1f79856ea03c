import Glibc
import LinuxSystem
import TestSupport
import Testing
import Varlink
import WaymarkInterfaces

@testable import ServiceClient

/// A connection whose service has answered before it is asked, as far as a test says what.
private final class Link {
    let client: ServiceConnection
    private let service: any LocalStream

    convenience init(_ replies: Reply...) throws { try self.init(replies.flatMap(\.message)) }

    init(_ answer: [UInt8], replyLimit: Int = 1 << 20) throws {
        let folder = try TemporaryFolder()
        let listener = try UnixListener(at: folder.path + "/socket")
        client = try ServiceConnection(to: folder.path + "/socket", replyLimit: replyLimit)
        guard case .connection(let stream) = try listener.accept() else {
            throw SystemError("accept4", code: EAGAIN)
        }
        service = stream
        #expect(try service.send(answer) == answer.count)
    }

    var hasEnded: Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case .bytes = try? service.receive(into: &buffer) {}
        return (try? service.receive(into: &buffer)) == .end
    }
}

@Suite("A connection to the service", .ownThreads, .timeLimit(.minutes(10)))
struct ServiceConnectionTests {
    private static let call = InspectInterface.ListWidgets()
    private static let watch = InspectInterface.WatchReceivers()
    private static let page = Reply.success(InspectInterface.ListWidgets.Reply(widgets: []))
    private static let denied = ServiceRefusal.permissionDenied.reply(in: "")

    private func number(_ sequence: Int) -> Reply {
        .partial(RawJSON(checked: #"{"sequence":\#(sequence),"receivers":[]}"#))
    }

    private func expectEnd(_ client: ServiceConnection) {
        #expect(throws: ClientError.disconnected(path: client.path)) { try client.call(Self.call) }
    }

    @Test("calls, again and again, and is told of errors without losing the connection")
    func calling() throws {
        let link = try Link(Self.page, Self.denied, Self.page)
        let client = link.client
        #expect(try client.call(Self.call).json == Array(#"{"widgets":[]}"#.utf8))
        let method = InspectInterface.ListWidgets.method
        #expect(throws: ClientError.refused(.permissionDenied, method: method)) {
            try client.call(Self.call)
        }
        #expect(try client.call(Self.call).value.widgets.isEmpty)
        #expect(!link.hasEnded)
    }

    @Test("takes a stream to its end, and carries no call beside it")
    func streaming() throws {
        let link = try Link(number(1), number(2), Self.denied)
        let stream = try link.client.stream(Self.watch)
        expectEnd(link.client)
        for sequence in 1...2 { #expect(try stream.next().value.sequence == sequence) }
        let method = InspectInterface.WatchReceivers.method
        #expect(throws: ClientError.refused(.permissionDenied, method: method)) { try stream.next() }
        #expect(throws: ClientError.disconnected(path: link.client.path)) { try stream.next() }
        #expect(link.hasEnded)
    }

    @Test("waits no longer than it is told, and goes on with a stream after that")
    func timeouts() throws {
        let link = try Link(number(1))
        let stream = try link.client.stream(Self.watch)
        #expect(try stream.next(timeout: .zero)?.value.sequence == 1)
        for timeout in [Duration.milliseconds(2), .zero] { #expect(try stream.next(timeout: timeout) == nil) }
        #expect(!link.hasEnded)

        let waiting = try Link()
        #expect(throws: ClientError.timedOut(path: waiting.client.path)) {
            try waiting.client.call(Self.call, within: .milliseconds(2))
        }
        // A reply that came now would be taken for that of the next call.
        expectEnd(waiting.client)
        #expect(waiting.hasEnded)
    }

    @Test("ends with a stream that is given up")
    func abandonedStream() throws {
        let link = try Link(number(1))
        do {
            let stream = try link.client.stream(Self.watch)
            #expect(try stream.next().value.sequence == 1)
        }
        #expect(link.hasEnded)
        expectEnd(link.client)
    }

    @Test("is released by another thread")
    func close() throws {
        let link = try Link(number(1))
        let (client, stream) = (link.client, try link.client.stream(Self.watch))
        #expect(try stream.next().value.sequence == 1)
        let other = try TestThread { client.close() }
        #expect(throws: ClientError.disconnected(path: client.path)) { try stream.next() }
        withExtendedLifetime(other) {}
    }

    @Test("tells a service that turns it away from one that ends")
    func unanswered() throws {
        let client = try Link().client
        client.close()
        #expect(throws: ClientError.closedUnanswered(path: client.path)) { try client.call(Self.call) }
    }

    @Test(
        "gives up a service that breaks the protocol",
        arguments: [
            ("{\"reply\":1}\0", "a member that the protocol does not know"), ("[]\0", "no JSON object"),
            ("{\"continues\":true}\0", "one reply is wanted"),
            (String(repeating: " ", count: 2000), "too long"),
        ]
    )
    func violation(_ answer: String, _ reason: String) throws {
        let link = try Link(Array(answer.utf8), replyLimit: 1000)
        let error = #expect(throws: ClientError.self) { try link.client.call(Self.call) }
        guard case .protocolViolation(let problem) = error else { throw try #require(error) }
        #expect(problem.contains(reason))
        expectEnd(link.client)
        #expect(link.hasEnded)
    }
}
