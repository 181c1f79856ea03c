import Daemon
import Glibc
import LinuxSystem
import TestSupport
import Testing
import Varlink

private func echo(_ text: String, oneway: Bool = false) -> String {
    #"{"method":"org.example.test.Echo","parameters":{"text":"\#(text)"}\#(oneway ? #","oneway":true"# : "")}"#
}

private func echoed(_ text: String) -> String { #"{"parameters":{"text":"\#(text)"}}"# }

@Suite("The server", .ownThreads, .timeLimit(.minutes(10)))
struct ServerTests {
    private let fixture: Fixture

    init() throws { fixture = try Fixture() }

    @Test("tells who connected, what they call, and that they left")
    func lifecycle() throws {
        let peer = try RawPeer(fixture.path)
        guard case .connected(let id, let credentials) = try fixture.settle().first else {
            return #expect(Bool(false), "no connection")
        }
        #expect(credentials.userID == geteuid() && credentials.processID == getpid())
        try peer.send(TestService.hold)
        guard case .called(let caller, let call) = try fixture.settle().first else {
            return #expect(Bool(false), "no call")
        }
        #expect(caller == id && call == Call(method: "org.example.test.Hold"))
        peer.stream.shutDown()
        #expect(departures(try fixture.settle()) == [.hungUp])
        #expect(fixture.server.connectionCount == 0)
    }

    @Test("has nothing left to do for a client that left before its reply")
    func lateReply() throws {
        let (peer, id) = try fixture.peer(calling: TestService.hold)
        peer.stream.shutDown()
        fixture.server.reply(.success(), to: id, at: fixture.now)
        #expect(departures(try fixture.settle()) == [.hungUp])
        #expect(fixture.server.connectionCount == 0 && fixture.server.nextDeadline == nil)
    }

    @Test("serves one message a connection and turn, and needs no new input for the rest")
    func turns() throws {
        let busy = try RawPeer(fixture.path)
        let modest = try RawPeer(fixture.path)
        try fixture.settle()
        try busy.send(echo("1"), echo("2"), echo("3"))
        try modest.send(echo("4"))
        for turn in 1...3 {
            try fixture.turn()
            #expect(busy.messages() == [echoed("\(turn)")])
            #expect(modest.messages() == (turn == 1 ? [echoed("4")] : []))
            // What is left is due at once.
            #expect((fixture.server.nextDeadline.map { $0 <= fixture.now } ?? false) == (turn < 3))
        }
        try fixture.turn()
        #expect(fixture.server.nextDeadline == nil)
    }

    @Test("answers in order whoever answers, and never a oneway call")
    func order() throws {
        let peer = try RawPeer(fixture.path)
        try peer.send(
            echo("a"),
            #"{"method":"org.example.test.Fail"}"#,
            echo("b", oneway: true),
            #"{"method":"org.example.test.Fail","oneway":true}"#,
            echo("c")
        )
        try fixture.settle()
        #expect(
            peer.messages() == [
                echoed("a"),
                #"{"error":"org.example.test.Broken","parameters":{"part":"x"}}"#,
                echoed("c"),
            ]
        )
    }

    @Test("acts on what a client said that left at once")
    func leftAtOnce() throws {
        let peer = try RawPeer(fixture.path)
        try peer.send(echo("1", oneway: true), echo("2", oneway: true))
        peer.stream.shutDown()
        let events = try fixture.settle()
        #expect(events.count { if case .called = $0 { true } else { false } } == 2)
        #expect(departures(events) == [.ended(.finished)])
    }

    @Test("keeps a stream for a client that has ended its side, until it leaves")
    func halfClosedStream() throws {
        let (peer, id) = try fixture.peer(calling: TestService.watch)
        shutdown(peer.stream.number, CInt(SHUT_WR))
        fixture.server.reply(TestService.number(1), to: id, at: fixture.now)
        #expect(departures(try fixture.settle()).isEmpty)
        #expect(peer.messages().count == 2)
        peer.stream.shutDown()
        #expect(departures(try fixture.settle()) == [.hungUp])
    }

    @Test("asks for a sign of life on a stream that has been silent, again and again")
    func silence() throws {
        let (peer, id) = try fixture.peer(calling: TestService.watch)
        #expect(silentStreams(try fixture.advance(by: .seconds(24))) == 0)
        fixture.server.reply(TestService.number(1), to: id, at: fixture.now)
        #expect(silentStreams(try fixture.advance(by: .seconds(24))) == 0)
        // The time is rounded up by at most two seconds.
        #expect(silentStreams(try fixture.advance(by: .seconds(3))) == 1)
        #expect(silentStreams(try fixture.advance(by: .seconds(52))) == 2)
        withExtendedLifetime(peer) {}
    }

    @Test("asks for the signs of life of many streams together, each within thirty seconds")
    func coalescedSilence() throws {
        var peers: [RawPeer] = []
        for _ in 0..<100 {
            peers.append(try fixture.peer(calling: TestService.watch).0)
            fixture.now += .milliseconds(290)
        }
        var (last, wakeUps) = ([VarlinkServer.ConnectionID: ContinuousClock.Instant](), 0)
        let start = fixture.now
        while let deadline = fixture.server.nextDeadline, deadline <= start + .seconds(100) {
            fixture.now = max(fixture.now, deadline)
            wakeUps += 1
            for case .streamFellSilent(let id) in fixture.server.handle([], at: fixture.now) {
                if let before = last[id] { #expect(fixture.now - before <= .seconds(28)) }
                last[id] = fixture.now
            }
        }
        #expect(last.count == 100)
        #expect(wakeUps <= 52)
    }

    @Test("takes over a connection and a listener that were passed to it")
    func activation() throws {
        var pair: [CInt] = [0, 0]
        #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pair) == 0)
        try fixture.server.adopt(FileDescriptor(owning: pair[0]), at: fixture.now)
        let peer = try RawPeer(adopting: FileDescriptor(owning: pair[1]))
        try peer.send(echo("1"))
        try fixture.settle()
        #expect(peer.messages() == [echoed("1")])

        let folder = try TemporaryFolder()
        let listener = try UnixListener(at: folder.path + "/other")
        try fixture.server.adopt(FileDescriptor(owning: dup(listener.descriptor.rawValue)), at: fixture.now)
        let other = try RawPeer(folder.path + "/other")
        try other.send(echo("2"))
        try fixture.settle()
        #expect(other.messages() == [echoed("2")])
    }
}

func departures(_ events: [VarlinkServer.Event]) -> [VarlinkServer.Departure] {
    events.compactMap { if case .disconnected(_, let departure) = $0 { departure } else { nil } }
}

func called(_ events: [VarlinkServer.Event]) -> VarlinkServer.ConnectionID? {
    for case .called(let id, _) in events { return id }
    return nil
}

private func silentStreams(_ events: [VarlinkServer.Event]) -> Int {
    events.count { if case .streamFellSilent = $0 { true } else { false } }
}
