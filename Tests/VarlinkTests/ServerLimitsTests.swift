import Glibc
import LinuxSystem
import TestSupport
import Testing
import Varlink
import VarlinkSocket

private let information = #"{"method":"org.varlink.service.GetInfo"}"#
private let watch = #"{"method":"org.example.test.Watch","more":true}"#

@Suite("The server's limits", .ownThreads, .timeLimit(.minutes(10)))
struct ServerLimitsTests {
    @Test(
        "turn away connections beyond those of one user and of all, and report whose once a minute",
        arguments: [true, false]
    )
    func connections(_ isPerUser: Bool) throws {
        var limits = VarlinkServer.Limits()
        if isPerUser { limits.connectionsPerPrivilegedUser = 3 } else { limits.connections = 3 }
        let fixture = try Fixture(limits)
        var peers = try (0..<5).map { _ in try RawPeer(fixture.path) }
        let refused = refusals(try fixture.settle())
        #expect(refused.map(\.count) == [2] && refused.map(\.userID) == [geteuid()])
        if isPerUser { #expect(refused.map(\.limit) == [.ofUser(3)]) }
        #expect(fixture.server.connectionCount == 3)
        for peer in peers { _ = peer.messages() }
        #expect(peers.map(\.isClosed) == [false, false, false, true, true])

        peers += try (0..<4).map { _ in try RawPeer(fixture.path) }
        #expect(refusals(try fixture.advance(by: .seconds(59))).isEmpty)
        #expect(refusals(try fixture.advance(by: .seconds(1))).map(\.count) == [4])
        #expect(refusals(try fixture.advance(by: .seconds(120))).isEmpty)

        // A place that is given up can be taken.
        peers[0].stream.shutDown()
        try fixture.settle()
        let next = try RawPeer(fixture.path)
        try next.send(information)
        try fixture.settle()
        #expect(next.messages().count == 1)
    }

    @Test("let one user's long messages come in several turns, so that the others' are not held up")
    func longMessages() throws {
        var limits = VarlinkServer.Limits()
        limits.turnBytes = 1000
        let fixture = try Fixture(limits)
        let peers = try (0..<6).map { _ in try RawPeer(fixture.path) }
        try fixture.settle()
        let text = String(repeating: "x", count: 600)
        for peer in peers {
            try peer.send(#"{"method":"org.example.test.Echo","parameters":{"text":"\#(text)"}}"#)
        }
        // Two reach the limit, however long the second is.
        for turn in 1...3 {
            #expect(try fixture.turn().count == 2)
            #expect(fixture.server.nextDeadline.map { $0 <= fixture.now } == (turn < 3 ? true : nil))
        }
        for peer in peers { #expect(peer.messages().count == 1) }
    }

    @Test("let one user's short messages on many connections come in several turns, as each may cost much")
    func shortMessages() throws {
        let fixture = try Fixture()
        let peers = try (0..<20).map { _ in try RawPeer(fixture.path) }
        try fixture.settle()
        for peer in peers { try peer.send(#"{"method":"org.example.test.Hold"}"#) }
        #expect(try (1...3).map { _ in try fixture.turn().count } == [8, 8, 4])
    }

    @Test("let one user's new connections come in several turns, as it costs much to find out who each is")
    func newConnections() throws {
        let fixture = try Fixture()
        let peers = try (0..<20).map { _ in try RawPeer(fixture.path) }
        #expect(try (1...3).map { _ in try fixture.turn().count } == [8, 8, 4])
        for peer in peers { try peer.send(information) }
        try fixture.settle()
        for peer in peers { #expect(peer.messages().count == 1) }
    }

    @Test("let the kernel stop a client that goes on calling while a call is unanswered")
    func unansweredCall() throws {
        let fixture = try Fixture()
        let peer = try RawPeer(fixture.path)
        try peer.send(#"{"method":"org.example.test.Hold"}"#)
        let id = try #require(called(try fixture.settle()))
        let sent = try flood(fixture, peer)
        fixture.server.reply(.success(), to: id, at: fixture.now)
        var answered = 0
        for _ in 0..<1000 {
            try fixture.settle()
            let messages = peer.messages()
            if messages.isEmpty { break }
            answered += messages.count
        }
        #expect(answered == sent + 1)
    }

    /// Calls until the kernel takes no more, and returns how often.
    private func flood(_ fixture: Fixture, _ peer: RawPeer) throws -> Int {
        let call = Array((information + "\0").utf8)
        var sent = 0
        while case let count = try peer.stream.send(call, from: sent % call.count), count > 0 {
            sent += count
            try fixture.settle()
            try #require(sent < 4 << 20, "the server reads on")
        }
        return sent / call.count
    }

    @Test("let the kernel stop a client that calls without reading the replies")
    func unreadReplies() throws {
        let fixture = try Fixture()
        let peer = try RawPeer(fixture.path)
        _ = try flood(fixture, peer)
        #expect(fixture.server.connectionCount == 1)
    }

    @Test("call a client congested at 64 KiB, say when it has caught up, and give it up at 256 KiB")
    func congestion() throws {
        let fixture = try Fixture()
        let peer = try RawPeer(fixture.path)
        try peer.send(watch)
        let id = try #require(called(try fixture.settle()))
        let event = Reply.partial(["text": String(repeating: "x", count: 8000)])
        var sent = 0
        while !fixture.server.isCongested(id) {
            fixture.server.reply(event, to: id, at: fixture.now)
            sent += 1
            guard sent < 1000 else { return #expect(Bool(false), "the kernel takes everything") }
        }
        #expect(drained(try fixture.settle()) == 0)
        var received = 0
        var caughtUp = 0
        while case let messages = peer.messages(), !messages.isEmpty {
            received += messages.count
            caughtUp += drained(try fixture.settle())
        }
        #expect(received == sent + 1)
        #expect(caughtUp == 1)
        #expect(!fixture.server.isCongested(id))

        for _ in 0..<200 { fixture.server.reply(event, to: id, at: fixture.now) }
        #expect(departures(try fixture.settle()) == [.outputOverflowed])
    }

    @Test("give up a client that reads nothing for thirty seconds, and not one that reads a little")
    func stalled() throws {
        let fixture = try Fixture()
        let peer = try RawPeer(fixture.path)
        try peer.send(watch)
        let id = try #require(called(try fixture.settle()))
        let event = Reply.partial(["text": String(repeating: "x", count: 8000)])
        while !fixture.server.isCongested(id) { fixture.server.reply(event, to: id, at: fixture.now) }
        for _ in 0..<3 {
            #expect(departures(try fixture.advance(by: .seconds(29))).isEmpty)
            var buffer = [UInt8](repeating: 0, count: 16_384)
            #expect(try peer.stream.receive(into: &buffer) == .bytes(16_384))
            #expect(departures(try fixture.settle()).isEmpty)
        }
        // What it made room for last counts from when that was used.
        #expect(departures(try fixture.advance(by: .seconds(60))) == [.outputStalled])
    }
}

private func refusals(_ events: [VarlinkServer.Event]) -> [VarlinkServer.Refused] {
    events.flatMap { event -> [VarlinkServer.Refused] in
        if case .refused(let refused) = event { refused } else { [] }
    }
}

private func drained(_ events: [VarlinkServer.Event]) -> Int {
    events.count { if case .drained = $0 { true } else { false } }
}
