import Glibc
import LinuxSystem
import TestSupport
import Testing
import Varlink

@testable import Daemon

/// A call whose reply is short.
private let echo =
    #"{"method":"org.example.test.Echo","parameters":{"text":"\#(String(repeating: "x", count: 100))"}}"#

private let event = Reply.partial(["text": String(repeating: "x", count: 8000)])

@Suite("The server's limits", .ownThreads, .timeLimit(.minutes(10)))
struct ServerLimitsTests {
    @Test("turn away connections of one user or of all, and say whose each minute", arguments: [true, false])
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
        try next.send(echo)
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

    @Test("let one user's new connections and calls on them come in several turns, as each may cost much")
    func newConnections() throws {
        let fixture = try Fixture()
        let peers = try (0..<20).map { _ in try RawPeer(fixture.path) }
        #expect(try (1...3).map { _ in try fixture.turn().count } == [8, 8, 4])
        try fixture.settle()
        for peer in peers { try peer.send(TestService.hold) }
        #expect(try (1...3).map { _ in try fixture.turn().count } == [8, 8, 4])
    }

    @Test("let the kernel stop a client that goes on calling while a call is unanswered")
    func unansweredCall() throws {
        let fixture = try Fixture()
        let (peer, id) = try fixture.peer(calling: TestService.hold)
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
        let call = Array((echo + "\0").utf8)
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
        let (peer, id) = try fixture.peer(calling: TestService.watch)
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
        #expect(received == sent + 1 && caughtUp == 1 && !fixture.server.isCongested(id))

        for _ in 0..<200 { fixture.server.reply(event, to: id, at: fixture.now) }
        #expect(departures(try fixture.settle()) == [.outputOverflowed])
    }

    @Test("give up a client that reads nothing for thirty seconds, and not one that reads a little")
    func stalled() throws {
        let fixture = try Fixture()
        let (peer, id) = try fixture.peer(calling: TestService.watch)
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
        if case .refused(let refused) = event { [refused] } else { [] }
    }
}

private func drained(_ events: [VarlinkServer.Event]) -> Int {
    events.count { if case .drained = $0 { true } else { false } }
}

@Suite("Connections are shared")
struct ConnectionSharesTests {
    private var shares = ConnectionShares(VarlinkServer.Limits(), ownUserID: 990)

    /// Takes as many connections for a user as it gets, and returns how many.
    private mutating func removeAllEffects(_ user: UInt32) -> Int {
        var count = 0
        while shares.obstacle(for: user) == nil {
            shares.add(user)
            count += 1
        }
        return count
    }

    @Test("so that eight users of one person leave many for everybody else")
    mutating func greed() {
        #expect((1...8).map { removeAllEffects($0) } == [64, 64, 64, 61, 41, 29, 22, 17])
        #expect(shares.obstacle(for: 1) == .ofUser(64))
        #expect(shares.obstacle(for: 8) == .share(17, users: 8))
        // Of the 134 that are free, each of 134 others gets one.
        for user in 100..<234 as Range<UInt32> {
            #expect(shares.obstacle(for: user) == nil)
            shares.add(user)
        }
        #expect(shares.obstacle(for: 234) == .ofAll(496))
        #expect(removeAllEffects(0) == 16)
        #expect(shares.obstacle(for: 990) == .ofAll(512))
    }

    @Test("so that only first connections can take the last places", arguments: 1...40 as ClosedRange<UInt32>)
    mutating func lastPlaces(users: UInt32) {
        var isGrowing = true
        while isGrowing {
            isGrowing = false
            for user in 1...users where shares.obstacle(for: user) == nil {
                shares.add(user)
                isGrowing = true
            }
        }
        for user in (1000 + 1)...(1000 + users) {
            #expect(shares.obstacle(for: user) == nil)
            shares.add(user)
        }
    }

    @Test("so that root and the server's own user find places whoever came first, up to their limit")
    mutating func reserve() {
        for user in 1001...2000 as ClosedRange<UInt32> where shares.obstacle(for: user) == nil {
            shares.add(user)
        }
        #expect(removeAllEffects(990) == 16)
        shares.remove(1001)
        #expect(shares.obstacle(for: 1001) == nil)
        #expect(removeAllEffects(0) == 1)
        #expect(shares.obstacle(for: 1001) == .ofAll(512))

        shares = ConnectionShares(VarlinkServer.Limits(), ownUserID: 990)
        #expect(removeAllEffects(0) == 128)
        #expect(shares.obstacle(for: 0) == .ofUser(128))
        #expect(removeAllEffects(7) == 64)
    }

    @Test("again when some are given back")
    mutating func givenBack() {
        for user in 1...8 as ClosedRange<UInt32> { _ = removeAllEffects(user) }
        for _ in 0..<64 { shares.remove(1) }
        #expect(removeAllEffects(8) > 0)
        #expect(removeAllEffects(1) > 1)
    }
}
