import Glibc
import LinuxSystem
import LocationModel
import TestSupport
import Testing

@testable import NMEAReceivers

@Suite("A receiver on a TCP server", .ownThreads, .timeLimit(.minutes(10)))
struct TCPReceiverTests {
    @Test("reports fixes, also of sentences that arrive in pieces")
    func fixes() throws {
        let server = try LoopbackListener()
        let receiver = LiveReceiver(name: "tcp", host: "localhost", port: server.port)
        var listening = Listening(receiver)
        var peer: FileDescriptor?
        var rest = sentences(0...9)[...]
        try listening.run(
            meanwhile: {
                if peer == nil { peer = try server.acceptedAlready() }
                guard peer != nil else { return }
                try peer?.write(String(rest.prefix(50)))
                rest = rest.dropFirst(50)
            },
            until: { $0.fixes.count == 10 }
        )
        #expect(listening.reports.states == [.connecting(.opening), .acquiring(.nothingHeard), .fixed])
        receiver.stop()
        #expect(receiver.descriptor == nil)
    }

    @Test("waits longer each time for a server that accepts and closes")
    func closedAtOnce() throws {
        let server = try LoopbackListener()
        let receiver = LiveReceiver(name: "tcp", host: "127.0.0.1", port: server.port)
        var listening = Listening(receiver)
        var waits: [Duration] = []
        for _ in 0..<3 {
            listening.forget()
            try listening.run(
                meanwhile: { _ = try server.acceptedAlready() },
                until: { !$0.problems.isEmpty }
            )
            guard case .absent(_, retryAt: let retryAt?)? = listening.reports.states.last else {
                Issue.record("it is absent")
                return
            }
            waits.append(MonotonicInstant(.now).duration(to: retryAt))
        }
        #expect(waits == waits.sorted() && waits[2] > .seconds(1))
        receiver.stop()
    }

    @Test("reconnects if the server closes, is restarted, or was never there")
    func restarts() throws {
        let port = try LoopbackPort.unused()
        let receiver = LiveReceiver(name: "tcp", host: "127.0.0.1", port: port)
        var listening = Listening(receiver)
        try listening.run { !$0.problems.isEmpty }
        #expect(
            listening.reports.problems.first
                == "tcp 127.0.0.1:\(port): Connection refused; is the server running there?"
        )
        for second in [0, 10, 20] {
            listening.forget()
            let server = try LoopbackListener(port: port)
            var peer: FileDescriptor?
            try listening.run(
                meanwhile: { if peer == nil { peer = try server.acceptedAlready() } },
                until: { $0.states.contains(.acquiring(.nothingHeard)) }
            )
            if peer == nil { peer = try server.acceptedAlready() }
            try peer?.write(sentences(second...(second + 2)))
            try listening.run { $0.fixes.count == 3 }
            peer = nil
            try listening.run { !$0.problems.isEmpty }
            #expect(
                listening.reports.problems.first
                    == "tcp 127.0.0.1:\(port): the server closed the connection"
            )
        }
        receiver.stop()
    }

    @Test("is acquiring while the server is silent, and reconnects after a minute")
    func silent() throws {
        let server = try LoopbackListener()
        let receiver = LiveReceiver(name: "tcp", host: "127.0.0.1", port: server.port)
        var listening = Listening(receiver)
        let peers = OpenPeers()
        try listening.run(
            meanwhile: { try peers.accept(from: server) },
            until: { $0.states.last == .acquiring(.nothingHeard) }
        )
        let connected = try #require(receiver.nextDeadline)
        #expect(connected > .now + .seconds(58) && connected <= .now + .seconds(60))
        let later = Moment(instant: connected, utc: Listening.now.utc)
        let reports = receiver.advance(at: later)
        #expect(reports.problems == ["tcp 127.0.0.1:\(server.port): nothing received for 60 s"])
        #expect(receiver.nextDeadline == connected + .milliseconds(500))
        #expect(receiver.descriptor == nil)
    }

    @Test("is retried after half a second, then after twice as long each time, up to 30 s")
    func backOff() throws {
        let port = try LoopbackPort.unused()
        let receiver = LiveReceiver(name: "tcp", host: "127.0.0.1", port: port)
        var now = Listening.now
        receiver.start(at: now)
        var pauses: [Duration] = []
        while pauses.count < 8 {
            var attempt = pollfd(fd: try #require(receiver.descriptor), events: Int16(POLLIN), revents: 0)
            #expect(poll(&attempt, 1, 10_000) == 1)
            let reports = receiver.advance(at: now)
            guard case .absent(_, let retryAt?) = try #require(reports.states.last) else { continue }
            pauses.append(retryAt - now.instant)
            now = Moment(instant: retryAt, utc: now.utc)
            #expect(receiver.advance(at: now).isEmpty)
        }
        #expect(pauses == [0.5, 1, 2, 4, 8, 16, 30, 30].map { .seconds($0) })
        receiver.stop()
    }

    @Test("with an unknown name is a problem")
    func unknownHost() throws {
        let receiver = LiveReceiver(name: "tcp", host: "no-such-host.invalid", port: 10110)
        var listening = Listening(receiver)
        try listening.run { !$0.problems.isEmpty }
        #expect(listening.reports.problems.first?.hasPrefix("tcp no-such-host.invalid:10110: ") == true)
        receiver.stop()
    }

    @Test("leaves no descriptor and no thread behind, however often it is stopped")
    func leavesNothing() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackListener()
            let receiver = LiveReceiver(name: "tcp", host: "127.0.0.1", port: server.port)
            let before = OpenDescriptors.count
            for round in 0..<60 {
                receiver.start(at: Listening.now)
                if round.isMultiple(of: 3) {
                    var listening = Listening(receiver)
                    let peers = OpenPeers()
                    try listening.run(
                        meanwhile: { try peers.accept(from: server) },
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
}

extension TCPReceiverTests {
    @Test("does not believe a server of another user, and says whose it is and what to do")
    func stranger() throws {
        let server = try LoopbackListener()
        let receiver = LiveReceiver(
            name: "tcp",
            host: "localhost",
            port: server.port,
            trusted: TrustedUsers(only: [])
        )
        var listening = Listening(receiver)
        let peers = OpenPeers()
        try listening.run(
            meanwhile: { if try peers.accept(from: server) { try peers.write(sentences(0...9)) } },
            until: { !$0.problems.isEmpty }
        )
        let user = UserDatabase.name(of: geteuid())
        #expect(
            listening.reports.problems.first
                == "tcp localhost:\(server.port): the program that answers there belongs to \(user), who could forge the "
                + "location; stop it, or trust this user with '?user=\(user)' at the end of the receiver's URL"
        )
        #expect(listening.reports.fixes.isEmpty)
        receiver.stop()
    }
}

/// The accepted connections of a server, which stay open.
private final class OpenPeers {
    private var peers: [Int: Peer] = [:]

    private final class Peer {
        let descriptor: FileDescriptor
        init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
    }

    /// Accepts a waiting connection, and returns whether there was one.
    @discardableResult
    func accept(from server: borrowing LoopbackListener) throws -> Bool {
        guard let peer = try server.acceptedAlready() else { return false }
        peers[peers.count] = Peer(peer)
        return true
    }

    func write(_ text: String) throws { for peer in peers.values { try peer.descriptor.write(text) } }
}

@Suite("A receiver of datagrams", .ownThreads, .timeLimit(.minutes(10)))
struct UDPReceiverTests {
    @Test(
        "reports fixes sent to an address, to all, or to a multicast group",
        arguments: [
            ("127.0.0.1", "127.0.0.1"), (nil, "127.0.0.1"), (nil, "127.255.255.255"),
            ("239.255.41.7", "239.255.41.7"),
        ] as [(String?, String)]
    )
    func fixes(address: String?, destination: String) throws {
        let port = try LoopbackPort.unused()
        let receiver = LiveReceiver(name: "udp", datagramsTo: address, port: port)
        var listening = Listening(receiver)
        try listening.run { $0.states.count == 2 }
        let sender = try LoopbackSender(to: port, at: destination)
        for second in 0...9 { try sender.send(epoch(second)) }
        try listening.run { $0.fixes.count == 10 }
        #expect(listening.reports.seconds == Array(0...9))
        receiver.stop()
        #expect(receiver.descriptor == nil)
    }

    @Test("loses only sentences that are lost, late or truncated")
    func losses() throws {
        let port = try LoopbackPort.unused()
        let receiver = LiveReceiver(name: "udp", datagramsTo: "127.0.0.1", port: port)
        var listening = Listening(receiver)
        try listening.run { $0.states.count == 2 }
        let sender = try LoopbackSender(to: port)
        // One sentence each, without line ends; one is truncated, one late, one lost, one doubled.
        var lines = sentences(0...9).split(separator: "\r\n").map { String($0) }
        lines[4] = String(lines[4].prefix(30))
        lines.swapAt(8, 11)
        lines.remove(at: 14)
        lines.insert(lines[16], at: 17)
        for line in lines { try sender.send(line) }
        try listening.run { $0.seconds.last == 9 }
        #expect(listening.reports.seconds == listening.reports.seconds.sorted())
        #expect(Set(listening.reports.seconds).isSuperset(of: [0, 1, 2, 3, 6, 7, 8, 9]))
        #expect(Set(listening.reports.seconds).count == listening.reports.seconds.count)
        receiver.stop()
    }

    @Test("joins sentences that are spread over datagrams")
    func spread() throws {
        let port = try LoopbackPort.unused()
        let receiver = LiveReceiver(name: "udp", datagramsTo: "127.0.0.1", port: port)
        var listening = Listening(receiver)
        try listening.run { $0.states.count == 2 }
        let sender = try LoopbackSender(to: port)
        for line in sentences(0...9).split(separator: "\r\n") {
            // The first part ends with digits of the time, which could be those of a checksum.
            try sender.send(String(line.prefix(11)))
            try sender.send(line.dropFirst(11) + "\r\n")
        }
        try listening.run { $0.seconds.last == 9 }
        #expect(listening.reports.seconds == Array(0...9))
        receiver.stop()
    }

    @Test("follows one of two senders")
    func twoSenders() throws {
        let port = try LoopbackPort.unused()
        let receiver = LiveReceiver(name: "udp", datagramsTo: "127.0.0.1", port: port)
        var listening = Listening(receiver)
        try listening.run { $0.states.count == 2 }
        let first = try LoopbackSender(to: port)
        let second = try LoopbackSender(to: port, from: "127.0.0.2")
        for number in 0...9 {
            try first.send(epoch(number))
            try second.send(epoch(number, latitude: "1000.00000"))
        }
        try listening.run { $0.fixes.count == 10 }
        #expect(listening.reports.fixes.allSatisfy { $0.coordinate.latitudeDegrees > 47 })
        // The sender falls silent, and after half a minute the other one may be followed: here, but not 4000 km away.
        var reports: [ReceiverReport] = []
        func send(_ latitude: String, after seconds: Int) throws {
            let later = Moment(instant: .now + .seconds(seconds), utc: Listening.now.utc)
            for number in 10...13 {
                try second.send(epoch(number, latitude: latitude))
                // A datagram on the loopback interface has arrived once it is sent.
                reports += receiver.advance(at: later.advanced(by: .seconds(number)))
            }
        }
        try send("1000.00000", after: 100)
        #expect(reports.fixes.isEmpty)
        #expect(reports.problems.first?.contains(" is not followed, because it is 42") == true, "\(reports)")
        reports = []
        try send("4800.00000", after: 200)
        #expect(!reports.fixes.isEmpty)
        #expect(reports.fixes.allSatisfy { $0.coordinate.latitudeDegrees == 48 })
        let change = reports.states.firstIndex {
            if case .acquiring(.anotherSender) = $0 { true } else { false }
        }
        #expect(change.map { reports.states[($0 + 1)...].first } == .fixed, "\(reports.states)")
        receiver.stop()
    }

    @Test("follows a receiver beside an instrument on another address that speaks first")
    func instrument() throws {
        let port = try LoopbackPort.unused()
        let receiver = LiveReceiver(name: "udp", datagramsTo: nil, port: port)
        var listening = Listening(receiver)
        try listening.run { $0.states.count == 2 }
        let wind = try LoopbackSender(to: port)
        let gps = try LoopbackSender(to: port, from: "127.0.0.2")
        for number in 0...9 {
            try wind.send(sentence("WIMWV,190.0,R,11.4,N,A"))
            try gps.send(epoch(number))
        }
        try listening.run { $0.seconds.last == 9 }
        #expect(listening.reports.seconds.count >= 8)
        receiver.stop()
    }

    @Test("reads only the sender that its URL names, and says who else sends")
    func pinned() throws {
        let port = try LoopbackPort.unused()
        let receiver = LiveReceiver(name: "udp", datagramsTo: nil, port: port, from: "127.0.0.2")
        var listening = Listening(receiver)
        try listening.run { $0.states.count == 2 }
        let other = try LoopbackSender(to: port)
        let named = try LoopbackSender(to: port, from: "127.0.0.2")
        for number in 0...9 { try other.send(epoch(number, latitude: "1000.00000")) }
        var reports: [ReceiverReport] = []
        let later = Moment(instant: .now + .seconds(6), utc: Listening.now.utc)
        for second in 0..<4 { reports += receiver.advance(at: later.advanced(by: .seconds(second))) }
        #expect(
            reports.problems == [
                "udp port \(port): datagrams come from 127.0.0.1, and not from 127.0.0.2 as 'from=' demands"
            ]
        )
        for number in 0...9 { try named.send(epoch(number)) }
        try listening.run { $0.fixes.count == 10 }
        #expect(listening.reports.fixes.allSatisfy { $0.coordinate.latitudeDegrees > 47 })
        receiver.stop()
    }

    @Test("does not believe a program of another user, nor one that is gone before it can be looked up")
    func stranger() throws {
        let user = UserDatabase.name(of: geteuid())
        for (isGone, trusted, words) in [
            (false, TrustedUsers(only: []), "the program that sends from 127.0.0.1 belongs to \(user), "),
            (true, TrustedUsers(), "cannot find out whose program sends from 127.0.0.1, "),
        ] {
            let port = try LoopbackPort.unused()
            let receiver = LiveReceiver(name: "udp", datagramsTo: nil, port: port, trusted: trusted)
            var listening = Listening(receiver)
            try listening.run { $0.states.count == 2 }
            let kept = try LoopbackSender(to: port)
            for number in 0...5 {
                if isGone {
                    let gone = try LoopbackSender(to: port)
                    try gone.send(epoch(number))
                } else {
                    try kept.send(epoch(number))
                }
            }
            var reports: [ReceiverReport] = []
            let later = Moment(instant: .now + .seconds(6), utc: Listening.now.utc)
            for second in 0..<4 { reports += receiver.advance(at: later.advanced(by: .seconds(second))) }
            #expect(reports.fixes.isEmpty)
            #expect(reports.problems.first?.hasPrefix("udp port \(port): \(words)") == true, "\(reports)")
            guard isGone else { continue }
            // One that can be looked up is followed.
            for number in 6...15 { try kept.send(epoch(number)) }
            try listening.run { $0.fixes.count == 10 }
            receiver.stop()
        }
    }

    @Test("reports that datagrams are blocked, as by a service's firewall, until one is received")
    func barred() throws {
        let port = try LoopbackPort.unused()
        let receiver = LiveReceiver(name: "udp", datagramsTo: "127.0.0.1", port: port)
        var listening = Listening(receiver)
        try listening.run { $0.states.count == 2 }
        // One instruction of the kernel's packet filter, BPF_RET: no byte of any datagram passes.
        let refusal: [UInt64] = [6]
        try refusal.withUnsafeBufferPointer { refusal in
            var program = (UInt16(1), refusal.baseAddress)
            let size = socklen_t(MemoryLayout.size(ofValue: program))
            let socket = try #require(receiver.descriptor)
            try #require(setsockopt(socket, SOL_SOCKET, SO_ATTACH_FILTER, &program, size) == 0)
        }
        let sender = try LoopbackSender(to: port)
        let checkAt = try #require(receiver.nextDeadline)
        #expect(receiver.advance(at: Moment(instant: checkAt, utc: Listening.now.utc)).isEmpty)
        let nextAt = try #require(receiver.nextDeadline)
        #expect(nextAt == checkAt + .seconds(30))
        try sender.send(epoch(0))
        let reports = receiver.advance(at: Moment(instant: nextAt, utc: Listening.now.utc))
        #expect(
            reports.problems == [
                "udp 127.0.0.1:\(port): datagrams arrive but are blocked; add their sender to "
                    + "IPAddressAllow= of the service"
            ]
        )
        #expect(receiver.nextDeadline == nil)
        var nothing: CInt = 0
        setsockopt(
            try #require(receiver.descriptor),
            SOL_SOCKET,
            SO_DETACH_FILTER,
            &nothing,
            socklen_t(4)
        )
        try sender.send("nonsense")
        listening.forget()
        try listening.run { $0.states == [.acquiring(.nothingHeard)] }
        for second in 1...2 { try sender.send(epoch(second)) }
        try listening.run { $0.states.last == .fixed }
        receiver.stop()
    }

    @Test("does not share its port, nor use an address of another machine")
    func addresses() throws {
        let port = try LoopbackPort.unused()
        var first = Listening(LiveReceiver(name: "udp", datagramsTo: nil, port: port))
        try first.run { $0.states.last == .acquiring(.nothingHeard) }
        var second = Listening(LiveReceiver(name: "udp", datagramsTo: nil, port: port))
        try second.run { !$0.problems.isEmpty }
        #expect(
            second.reports.problems.first
                == "udp port \(port): another program uses this port; stop it, or choose another port"
        )
        var foreign = Listening(LiveReceiver(name: "udp", datagramsTo: "192.0.2.1", port: port))
        try foreign.run { !$0.problems.isEmpty }
        #expect(
            foreign.reports.problems.first == "udp 192.0.2.1:\(port): not an address of this machine"
        )
    }
}

@Suite("A receiver on a local socket", .ownThreads, .timeLimit(.minutes(10)))
struct UnixReceiverTests: ~Copyable {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("waits without wakeups, connects, and reconnects to the next program")
    func reconnects() throws {
        let path = folder.path + "/nmea.sock"
        let receiver = LiveReceiver(name: "unix", socketPath: path)
        var listening = Listening(receiver)
        try listening.run { $0.isWaitingForPath }
        #expect(receiver.nextDeadline == nil)
        #expect(
            listening.reports.problems == [
                "socket \(path): not found; is the program that creates it running?"
            ]
        )
        for second in [0, 10] {
            listening.forget()
            var listener = try UnixListener(at: path)
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

    @Test("is watched from the moment at which its program has closed the connection")
    func watchedAtOnce() throws {
        let path = folder.path + "/nmea.sock"
        var listener = try UnixListener(at: path)
        let receiver = LiveReceiver(name: "unix", socketPath: path)
        var listening = Listening(receiver)
        try listening.run { $0.states.last == .acquiring(.nothingHeard) }
        guard case .connection(let stream) = try listener.accept() else {
            Issue.record("nobody has connected")
            return
        }
        _ = consume stream
        try listening.run { !$0.problems.isEmpty }
        #expect(receiver.descriptor != nil && receiver.nextDeadline != nil)
        receiver.stop()
    }

    @Test("on which nobody listens yet is tried again without a change at its path")
    func listensLater() throws {
        let path = folder.path + "/nmea.sock"
        let socket = try Supervisor.socket(CInt(SOCK_STREAM.rawValue), boundTo: path)
        let receiver = LiveReceiver(name: "unix", socketPath: path)
        var listening = Listening(receiver)
        try listening.run { !$0.problems.isEmpty }
        let problem = "socket \(path): nobody listens on it; is the program that created it running?"
        #expect(listening.reports.problems == [problem])
        #expect(!listening.reports.isWaitingForPath)
        #expect(listen(socket.rawValue, 1) == 0)
        try listening.run { $0.states.last == .acquiring(.nothingHeard) }
        receiver.stop()
    }

    @Test("says in order what happened within what arrived together")
    func order() throws {
        let path = folder.path + "/nmea.sock"
        var listener = try UnixListener(at: path)
        let receiver = LiveReceiver(name: "unix", socketPath: path)
        var listening = Listening(receiver)
        try listening.run { $0.states.last == .acquiring(.nothingHeard) }
        guard case .connection(let stream) = try listener.accept() else {
            Issue.record("nobody has connected")
            return
        }
        let void = (1...2).map { sentence("GPRMC,06300\($0).00,V,,,,,,,120526,,,N") }
        _ = try stream.send(Array((epoch(0) + void.joined()).utf8))
        try listening.run { $0.states.count >= 4 }
        guard case .lost(.noPosition, _) = listening.reports.states[3] else {
            Issue.record("\(listening.reports.states)")
            return
        }
        #expect(
            listening.reports.states.prefix(3) == [.connecting(.opening), .acquiring(.nothingHeard), .fixed]
        )
        receiver.stop()
    }

    @Test("that takes datagrams only is a problem")
    func datagrams() throws {
        let path = folder.path + "/nmea.sock"
        let other = try Supervisor.socket(CInt(SOCK_DGRAM.rawValue), boundTo: path)
        var listening = Listening(LiveReceiver(name: "unix", socketPath: path))
        try listening.run { $0.isWaitingForPath }
        #expect(listening.reports.problems == ["socket \(path): not a stream socket"])
        _ = consume other
    }
}
