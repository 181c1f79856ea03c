import Glibc
import LinuxSystem
import TestSupport
import Testing
import Varlink
import VarlinkSocket

private let watch = #"{"method":"org.example.test.Watch","more":true}"#
private let hold = #"{"method":"org.example.test.Hold"}"#

/// What is left of each connection, in a memory of eight places, while connections come and go.
@Suite("What a server leaves for the next one", .ownThreads, .timeLimit(.minutes(10)))
struct HandoverRecordTests {
    private let scene: HandoverScene
    private var fixture: Fixture { scene.fixture }
    private var memory: HandoverMemory { scene.memory }
    private var keeper: Keeper { scene.keeper }

    init() throws { scene = try HandoverScene() }

    /// Opens streams at a server, and lets it store them.
    private func storedStreams(_ count: Int, at fixture: Fixture) throws -> [RawPeer] {
        let peers = try (0..<count).map { _ in try RawPeer(fixture.path) }
        for peer in peers { try peer.send(watch) }
        try fixture.advance(by: .seconds(1))
        return peers
    }

    @Test("is no stream whose bookmark is ahead of the events that have left")
    func bookmarkAlone() throws {
        let peer = try RawPeer(fixture.path)
        try peer.send(watch)
        let id = try #require(called(try fixture.settle()))
        try fixture.advance(by: .seconds(1))
        #expect(keeper.stored.count == 1)
        // The server is killed before it sends what it has read.
        fixture.server.setBookmark(StreamBookmark(position: 7, count: 3), of: id)
        #expect(try scene.takeOver(keeper.stored).count == 0)
        _ = peer.messages()
        #expect(peer.isClosed)
    }

    @Test("is the bookmark of the open stream, not of one that ended")
    func bookmarkOfSecondStream() throws {
        let peer = try RawPeer(fixture.path)
        try peer.send(watch)
        let id = try #require(called(try fixture.settle()))
        fixture.server.setBookmark(StreamBookmark(position: 7, count: 3), of: id)
        fixture.server.reply(TestService.number(1, continues: false), to: id, at: fixture.now)
        try fixture.settle()
        try peer.send(watch)
        try fixture.advance(by: .seconds(1))
        let (next, count) = try scene.takeOver(keeper.stored)
        #expect(count == 1)
        guard case .resumed(_, _, let stream) = try next.settle().last else { return #expect(Bool(false)) }
        #expect(stream.eventCount == 1 && stream.bookmark == StreamBookmark())
    }

    @Test("takes no room any more when the next one did not get the connections")
    func unclaimed() throws {
        let lost = try storedStreams(8, at: fixture)
        #expect(keeper.stored.count == 8)
        let (next, count) = try scene.takeOver([])
        #expect(count == 0)
        let others = try storedStreams(8, at: next)
        #expect(keeper.stored.count == 16)
        withExtendedLifetime((lost, others)) {}
    }

    @Test("takes no room any more when the connection has ended")
    func ended() throws {
        for round in 1...3 {
            let peers = try storedStreams(8, at: fixture)
            #expect(keeper.stored.count == 8 * round)
            for peer in peers { peer.stream.shutDown() }
            try fixture.settle()
            #expect(fixture.server.connectionCount == 0)
        }
    }

    @Test(
        "is no stream with more to remember than there is room for, stored already or not",
        arguments: [false, true]
    )
    func tooManyNotes(isStored: Bool) throws {
        let peer = try RawPeer(fixture.path)
        try peer.send(watch)
        let id = try #require(called(try fixture.settle()))
        if isStored { try fixture.advance(by: .seconds(1)) }
        #expect(keeper.stored.count == (isStored ? 1 : 0))
        let text = String(repeating: "x", count: 1000)
        for number in 0..<200 { fixture.server.add(StreamNote("widget w\(number)", text), to: id) }
        try fixture.advance(by: .seconds(2))
        #expect(keeper.stored.isEmpty)
        // It is served all the same.
        fixture.server.reply(TestService.number(1, continues: true), to: id, at: fixture.now)
        #expect(peer.messages().count == 2)
    }

    @Test("is no stream whose call takes more than half of the room")
    func longCall() throws {
        var limits = VarlinkServer.Limits()
        limits.conversation.messageBytes = 100_000
        let fixture = try Fixture(limits)
        keeper.prepare(fixture, memory)
        var peers: [RawPeer] = []
        for length in [1000, 80_000] {
            let peer = try RawPeer(fixture.path)
            let text = String(repeating: "x", count: length)
            try peer.send(
                #"{"method":"org.example.test.Echo","parameters":{"text":"\#(text)"},"more":true}"#
            )
            // Not by the fixture, which would answer with the last reply.
            var id: VarlinkServer.ConnectionID?
            for _ in 0..<100 where id == nil {
                id = called(fixture.server.handle(try fixture.poller.wait(until: .now), at: fixture.now))
            }
            fixture.server.reply(
                TestService.number(1, continues: true),
                to: try #require(id),
                at: fixture.now
            )
            #expect(peer.messages().count == 1)
            peers.append(peer)
        }
        try fixture.advance(by: .seconds(1))
        #expect(keeper.stored.map(\.name) == ["connection-1"])
        withExtendedLifetime(peers) {}
    }

    @Test("is stored for 64 connections in a second, the oldest first")
    func pace() throws {
        let memory = try HandoverMemory(connections: 100)
        keeper.prepare(fixture, memory)
        let peers = try (0..<100).map { _ in
            let peer = try RawPeer(fixture.path)
            try fixture.settle()
            return peer
        }
        try fixture.advance(by: .seconds(1))
        #expect(keeper.stored.count == 64)
        try fixture.advance(by: .milliseconds(999))
        #expect(keeper.stored.count == 64)
        try fixture.advance(by: .milliseconds(1))
        #expect(keeper.stored.map(\.name) == (1...100).map { "connection-\($0)" })
        withExtendedLifetime(peers) {}
    }

    @Test("is no connection with a call that waits for its reply: that ends with the server")
    func unanswered() throws {
        var first: Fixture? = try Fixture()
        let path = try #require(first?.path)
        let (waiting, idle) = (try RawPeer(path), try RawPeer(path))
        if let first {
            keeper.prepare(first, memory)
            try waiting.send(hold)
            try first.settle()
            first.server.handOver()
        }
        first = nil
        _ = (waiting.messages(), idle.messages())
        #expect(waiting.isClosed && !idle.isClosed)
    }
}
