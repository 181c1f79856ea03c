import Glibc
import LinuxSystem
import LocationModel
import TestSupport
import Testing

@testable import Receivers

@Suite("A receiver on a TCP server", .ownThreads, .timeLimit(.minutes(10)))
struct TCPReceiverTests {
    @Test("reconnects if the server closes, is restarted, or was never there")
    func restarts() throws {
        let port = try LoopbackPort.unused()
        var listening = Listening(LiveReceiver(name: "tcp", source: TCPSource(host: "127.0.0.1", port: port)))
        try listening.run { !$0.problems.isEmpty }
        let name = "tcp 127.0.0.1:\(port)"
        #expect(listening.reports.problems == ["\(name): Connection refused; is the server running there?"])
        for second in [0, 10, 20] {
            listening.forget()
            let server = try LoopbackListener(port: port)
            var peer: FileDescriptor?
            try listening.run(
                meanwhile: { if peer == nil { peer = try server.acceptedAlready() } },
                until: { $0.states.contains(.acquiring(.nothingHeard)) }
            )
            if peer == nil { peer = try server.acceptedAlready() }
            try peer?.send(sentences(second...(second + 2)))
            try listening.run { $0.fixes.count == 3 }
            peer = nil
            try listening.run { !$0.problems.isEmpty }
            #expect(listening.reports.problems.first == "\(name): the server closed the connection")
        }
    }

    @Test("is acquiring while the server is silent, and reconnects after a minute")
    func silent() throws {
        let server = try LoopbackListener()
        let receiver = LiveReceiver(name: "tcp", source: TCPSource(host: "127.0.0.1", port: server.port))
        var listening = Listening(receiver)
        let peer = try server.accepted()
        try listening.run { $0.states.last == .acquiring(.nothingHeard) }
        let connected = try #require(receiver.nextDeadline)
        #expect(connected > .now + .seconds(58) && connected <= .now + .seconds(60))
        let later = Moment(instant: connected, utc: Listening.now.utc)
        let reports = receiver.advance(at: later)
        #expect(reports.problems == ["tcp 127.0.0.1:\(server.port): nothing received for 60 s"])
        #expect(receiver.nextDeadline == connected + .milliseconds(500))
        #expect(receiver.descriptor == nil)
        _ = consume peer
    }

    @Test("leaves no descriptor and no thread behind, however often it is stopped")
    func leavesNothing() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackListener()
            let receiver = LiveReceiver(name: "tcp", source: TCPSource(host: "127.0.0.1", port: server.port))
            let before = OpenDescriptors.count
            for round in 0..<60 {
                receiver.start(at: Listening.now)
                if round.isMultiple(of: 3) {
                    var listening = Listening(receiver)
                    var peer: FileDescriptor?
                    try listening.run(
                        meanwhile: { if peer == nil { peer = try server.acceptedAlready() } },
                        until: { $0.states.last == .acquiring(.nothingHeard) }
                    )
                }
                receiver.stop()
                while try server.acceptedAlready() != nil {}
            }
            let end = ContinuousClock.now + .seconds(20)
            while OpenDescriptors.count > before, ContinuousClock.now < end {
                while try server.acceptedAlready() != nil {}
                sched_yield()
            }
            precondition(OpenDescriptors.count <= before)
        }
    }

    @Test("does not believe a server of another user, and says whose it is and what to do")
    func stranger() throws {
        let server = try LoopbackListener()
        let (port, nobody) = (server.port, TrustedUsers(users: []))
        let source = TCPSource(host: "localhost", port: port, trusted: nobody)
        var listening = Listening(LiveReceiver(name: "tcp", source: source))
        let peer = try server.accepted()
        try peer.send(sentences(0...9))
        try listening.run { !$0.problems.isEmpty }
        let user = UserDatabase.name(of: geteuid())
        #expect(
            listening.reports.problems.first
                == "tcp localhost:\(port): the program that answers there belongs to \(user), who could forge the "
                + "location; stop that program, or trust this user with '?user=\(user)' at the end of the receiver's URL"
        )
        #expect(listening.reports.fixes.isEmpty)
        _ = consume peer
    }
}

@Suite("A receiver on a local socket", .ownThreads, .timeLimit(.minutes(10)))
struct UnixReceiverTests: ~Copyable {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("waits without wakeups, connects, and reconnects to the next program")
    func reconnects() throws {
        let path = folder.path + "/nmea.sock"
        let receiver = LiveReceiver(name: "unix", source: UnixSource(path: path, on: try LinuxKernel()))
        var listening = Listening(receiver)
        try listening.run { $0.isWaitingForPath }
        #expect(receiver.nextDeadline == nil)
        let absence = "socket \(path): not found; is the program that creates it running?"
        #expect(listening.reports.problems == [absence])
        for second in [0, 10] {
            listening.forget()
            let listener = try UnixListener(at: path)
            try listening.run { $0.states.last == .acquiring(.nothingHeard) }
            guard case .connection(let stream) = try listener.accept() else {
                Issue.record("nobody has connected")
                return
            }
            _ = try stream.send(Array(sentences(second...(second + 2)).utf8))
            try listening.run { $0.fixes.count == 3 }
            _ = consume stream
            _ = consume listener
            try listening.run { $0.isWaitingForPath }
            #expect(listening.reports.problems.first == "socket \(path): the program closed the connection")
        }
        receiver.stop()
        #expect(receiver.descriptor == nil)
    }
}
