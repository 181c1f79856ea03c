import Glibc
import LinuxSystem
import TestSupport
import Testing
import Varlink
import VarlinkSocket

private let watch = #"{"method":"org.example.test.Watch","more":true}"#
private let hold = #"{"method":"org.example.test.Hold"}"#
private let echo = #"{"method":"org.example.test.Echo","parameters":{"text":"x"}}"#

/// A server that stops at any instruction, like one that is killed, and the next one, which takes over.
@Suite("A server that takes over", .ownThreads, .timeLimit(.minutes(10)))
struct HandoverTests {
    private let scene: HandoverScene
    private var fixture: Fixture { scene.fixture }
    private var memory: HandoverMemory { scene.memory }
    private var keeper: Keeper { scene.keeper }

    init() throws { scene = try HandoverScene() }

    @Test("goes on with a stream after its last event, with what was noted and how far it had been read")
    func stream() throws {
        let peer = try RawPeer(fixture.path)
        try peer.send(watch)
        guard case .called(let id, _) = try fixture.settle().last else { return #expect(Bool(false)) }
        fixture.server.add(StreamNote("a", "1"), to: id)
        fixture.server.add(StreamNote("b", "2"), to: id)
        fixture.server.add(StreamNote("a", ""), to: id)
        fixture.server.setBookmark(StreamBookmark(position: 7, count: 3), of: id)
        fixture.server.reply(TestService.number(1, continues: true), to: id, at: fixture.now)
        try fixture.advance(by: .seconds(1))
        #expect(keeper.stored.map(\.name) == ["connection-1"])

        let (next, count) = try scene.takeOver(keeper.stored)
        #expect(count == 1)
        let events = try next.settle()
        guard case .connected(let connected, _) = events.first,
            case .resumed(let resumed, let call, let stream) = events.last
        else { return #expect(Bool(false), "\(events)") }
        #expect(connected == resumed && call == Call(method: "org.example.test.Watch", mode: .more))
        #expect(stream.eventCount == 2 && stream.bookmark == StreamBookmark(position: 7, count: 3))
        #expect(stream.notes.all == [StreamNote("b", "2")])
        next.server.reply(TestService.number(2, continues: true), to: resumed, at: next.now)
        #expect(peer.messages().suffix(1) == [#"{"parameters":{"number":2},"continues":true}"#])
    }

    @Test("counts the events of the last stream of a connection only")
    func secondStream() throws {
        let peer = try RawPeer(fixture.path)
        for round in 0..<2 {
            try peer.send(watch)
            guard case .called(let id, _) = try fixture.settle().last else { return #expect(Bool(false)) }
            guard round == 0 else { break }
            fixture.server.add(StreamNote("a", "1"), to: id)
            fixture.server.reply(TestService.number(1, continues: true), to: id, at: fixture.now)
            fixture.server.reply(TestService.number(2, continues: false), to: id, at: fixture.now)
            try fixture.settle()
        }
        try fixture.advance(by: .seconds(1))
        guard case .resumed(_, _, let stream) = try scene.takeOver(keeper.stored).fixture.settle().last else {
            return #expect(Bool(false))
        }
        #expect(stream.eventCount == 1 && stream.notes.all.isEmpty)
    }

    @Test("serves the next call of a connection that had none")
    func idle() throws {
        let peer = try RawPeer(fixture.path)
        try peer.send(echo)
        try fixture.advance(by: .seconds(1))
        _ = peer.messages()
        let (next, count) = try scene.takeOver(keeper.stored)
        #expect(count == 1)
        try peer.send(echo)
        try next.settle()
        #expect(peer.messages() == [#"{"parameters":{"text":"x"}}"#])
    }

    @Test(
        "closes a connection that waits for a reply, or has sent half a message, or has one half sent to it"
    )
    func halfDone() throws {
        let waiting = try RawPeer(fixture.path)
        let halfSaid = try RawPeer(fixture.path)
        let halfTold = try RawPeer(fixture.path)
        try halfTold.send(watch)
        guard case .called(let id, _) = try fixture.settle().last else { return #expect(Bool(false)) }
        try fixture.advance(by: .seconds(1))
        #expect(keeper.stored.count == 3)
        try waiting.send(hold)
        try halfSaid.sendUnterminated(#"{"method":"#)
        try fixture.settle()
        // More than the kernel takes at once.
        let long: Reply = .partial(["text": String(repeating: "x", count: 1 << 20)])
        fixture.server.reply(long, to: id, at: fixture.now)
        let (next, count) = try scene.takeOver(keeper.stored)
        #expect(count == 0)
        try next.settle()
        for peer in [waiting, halfSaid, halfTold] {
            _ = peer.messages()
            #expect(peer.isClosed)
        }
        #expect(keeper.stored.isEmpty)
    }

    @Test("goes on with connections of the last second only if the one before could hand them over")
    func young() throws {
        let peer = try RawPeer(fixture.path)
        try peer.send(watch)
        try fixture.settle()
        #expect(keeper.stored.isEmpty)
        fixture.server.handOver()
        #expect(keeper.stored.count == 1)
        #expect(try scene.takeOver(keeper.stored).count == 1)
    }

    @Test("serves connections that the one before handed over and then closed")
    func closedByTheOneBefore() throws {
        var first: Fixture? = try Fixture()
        let peer = try RawPeer(try #require(first?.path))
        try peer.send(watch)
        if let first {
            keeper.prepare(first, memory)
            try first.settle()
            first.server.handOver()
        }
        first = nil
        let (next, count) = try scene.takeOver(keeper.stored)
        #expect(count == 1)
        try next.settle()
        _ = peer.messages()
        #expect(!peer.isClosed)
    }

    @Test("stores new connections under names that none of the earlier ones has")
    func names() throws {
        let old = try RawPeer(fixture.path)
        try fixture.advance(by: .seconds(1))
        let (next, count) = try scene.takeOver(keeper.stored)
        #expect(count == 1)
        let new = try RawPeer(next.path)
        try next.advance(by: .seconds(1))
        #expect(keeper.stored.map(\.name) == ["connection-1", "connection-2"])
        withExtendedLifetime((old, new)) {}
    }

    @Test("has stored each connection a second after it began, not earlier with an older one")
    func eachAfterASecond() throws {
        let first = try RawPeer(fixture.path)
        try first.send(watch)
        try fixture.advance(by: .milliseconds(600))
        let second = try RawPeer(fixture.path)
        try second.send(watch)
        try fixture.advance(by: .milliseconds(600))
        #expect(keeper.stored.map(\.name) == ["connection-1"])
        try fixture.advance(by: .milliseconds(1000))
        #expect(keeper.stored.map(\.name) == ["connection-1", "connection-2"])
        withExtendedLifetime((first, second)) {}
    }

    @Test("does not try a connection a second time, should it have ended over it")
    func onlyOnce() throws {
        let peer = try RawPeer(fixture.path)
        try peer.send(watch)
        try fixture.advance(by: .seconds(1))
        let key = 4096 + 8
        let raw = try SharedMemory(adopting: FileDescriptor(owning: dup(memory.descriptor)))
        #expect(raw[word: key] == 1)
        raw[word: key] = 0
        #expect(try scene.takeOver(keeper.stored).count == 0)
        _ = peer.messages()
        #expect(peer.isClosed)
    }

    @Test("closes a connection whose process is another one by now")
    func otherProcess() throws {
        let peer = try RawPeer(fixture.path)
        try peer.send(watch)
        try fixture.advance(by: .seconds(1))
        let raw = try SharedMemory(adopting: FileDescriptor(owning: dup(memory.descriptor)))
        #expect(raw[word: 4096 + 56] == ProcessStart.ticks(ofProcess: getpid()))
        raw[word: 4096 + 56] += 1
        #expect(try scene.takeOver(keeper.stored).count == 0)
        _ = peer.messages()
        #expect(peer.isClosed)
    }

    @Test("goes on with no open call but a stream")
    func openCall() throws {
        let peer = try RawPeer(fixture.path)
        try peer.send(watch)
        try fixture.advance(by: .seconds(1))
        let raw = try SharedMemory(adopting: FileDescriptor(owning: dup(memory.descriptor)))
        let place = 4096
        raw.write(Array(hold.utf8), at: place + 64)
        raw[word: place + 24] = UInt64(hold.utf8.count)
        #expect(try scene.takeOver(keeper.stored).count == 0)
        _ = peer.messages()
        #expect(peer.isClosed)
    }

    @Test("keeps nobody above the limits")
    func limits() throws {
        let peers = try (0..<3).map { _ in try RawPeer(fixture.path) }
        try fixture.advance(by: .seconds(1))
        #expect(keeper.stored.count == 3)
        var limits = VarlinkServer.Limits()
        limits.connectionsPerPrivilegedUser = 2
        limits.connectionsPerUser = 2
        let next = try Fixture(limits)
        let adopted = try #require(scene.adoptedMemory())
        let stored = keeper.stored
        keeper.prepare(next, adopted)
        #expect(next.server.takeOver(stored, at: next.now) == 2)
        for peer in peers { _ = peer.messages() }
        #expect(peers.map(\.isClosed) == [false, false, true])
    }

    @Test("refuses memory of another form, and makes do with fewer places than connections")
    func memoryForms() throws {
        let other = try SharedMemory(named: "other", byteCount: 8192)
        let tiny = try SharedMemory(named: "tiny", byteCount: 4)
        for number in [
            dup(other.descriptor.rawValue), dup(tiny.descriptor.rawValue), open("/dev/null", O_RDWR),
        ] {
            let adopted = HandoverMemory(adopting: FileDescriptor(owning: number))
            #expect(adopted == nil)
        }
        let peers = try (0..<10).map { _ in try RawPeer(fixture.path) }
        for peer in peers { try peer.send(watch) }
        try fixture.advance(by: .seconds(2))
        #expect(keeper.stored.count == 8)
        #expect(try scene.takeOver(keeper.stored).count == 8)
        withExtendedLifetime(peers) {}
    }

    @Test("has kept the latest notes, however many there were")
    func manyNotes() throws {
        let peer = try RawPeer(fixture.path)
        try peer.send(watch)
        guard case .called(let id, _) = try fixture.settle().last else { return #expect(Bool(false)) }
        for round in 0..<2000 {
            for widget in 0..<20 {
                fixture.server.add(StreamNote("widget w\(widget)", round % 2 == 0 ? "visible" : ""), to: id)
            }
            fixture.server.add(StreamNote("round", "\(round)"), to: id)
        }
        try fixture.advance(by: .seconds(1))
        let (next, count) = try scene.takeOver(keeper.stored)
        #expect(count == 1)
        guard case .resumed(_, _, let stream) = try next.settle().last else { return #expect(Bool(false)) }
        #expect(stream.notes.all == [StreamNote("round", "1999")])
        withExtendedLifetime(peer) {}
    }
}
