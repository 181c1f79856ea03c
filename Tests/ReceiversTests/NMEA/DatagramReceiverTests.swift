import Glibc
import LinuxSystem
import LocationModel
import TestSupport
import Testing

@testable import Receivers

@Suite("A receiver of datagrams", .ownThreads, .timeLimit(.minutes(10)))
struct UDPReceiverTests {
    /// Starts a receiver on an unused port, and waits until it listens there.
    private func listen(
        at address: String? = "127.0.0.1",
        from sender: String? = nil,
        trusting users: TrustedUsers = TrustedUsers()
    ) throws -> (listening: Listening, port: UInt16) {
        let port = try LoopbackPort.unused()
        var listening = Listening(
            LiveReceiver(
                name: "udp",
                source: UDPSource(address: address, port: port, pinned: sender, trusted: users)
            )
        )
        try listening.run { $0.states.count == 2 }
        return (listening, port)
    }

    /// Wakes a receiver four times, when a sender has been silent or refused for long enough.
    private func reportsLater(_ receiver: any Receiver) -> [ReceiverReport] {
        let later = Moment(instant: .now + .seconds(6), utc: Listening.now.utc)
        return (0..<4).flatMap { receiver.advance(at: later.advanced(by: .seconds($0))) }
    }

    @Test(
        "reports fixes sent to an address, to all, or to a multicast group",
        arguments: [
            ("127.0.0.1", "127.0.0.1"), (nil, "127.0.0.1"), (nil, "127.255.255.255"),
            ("239.255.41.7", "239.255.41.7"),
        ] as [(String?, String)]
    )
    func fixes(address: String?, destination: String) throws {
        var (listening, port) = try listen(at: address)
        let sender = try LoopbackSender(to: port, at: destination)
        // Some senders end no line.
        for line in sentences(0...9).split(separator: "\r\n") { try sender.send(String(line)) }
        try listening.run { $0.fixes.count == 10 }
        #expect(listening.reports.seconds == Array(0...9))
        listening.receiver.stop()
        #expect(listening.receiver.descriptor == nil)
    }

    @Test("joins a multicast group again after a minute of silence, as that ends with the network interface")
    func rejoined() throws {
        let group = "239.255.41.8"
        let (listening, port) = try listen(at: group)
        let socket = try #require(listening.receiver.descriptor)
        let later = Moment(instant: .now + .seconds(61), utc: Listening.now.utc)
        #expect(listening.receiver.advance(at: later).isEmpty)
        #expect(try #require(listening.receiver.descriptor) != socket)
        let sender = try LoopbackSender(to: port, at: group)
        try sender.send(epoch(0))
        let reports = (1...3).flatMap { listening.receiver.advance(at: later.advanced(by: .seconds($0))) }
        #expect(reports.seconds == [0], "\(reports)")
    }

    @Test("joins sentences that are spread over datagrams")
    func spread() throws {
        var (listening, port) = try listen()
        let sender = try LoopbackSender(to: port)
        for line in sentences(0...9).split(separator: "\r\n") {
            // The first part ends with digits of the time, which could be those of a checksum.
            try sender.send(String(line.prefix(11)))
            try sender.send(line.dropFirst(11) + "\r\n")
        }
        try listening.run { $0.seconds.last == 9 }
        #expect(listening.reports.seconds == Array(0...9))
    }

    @Test("follows one of two senders, says why not the other, and follows that once it may")
    func twoSenders() throws {
        var (listening, port) = try listen()
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
        func send(_ latitude: String, _ numbers: ClosedRange<Int>, after seconds: Int) throws {
            let later = Moment(instant: .now + .seconds(seconds), utc: Listening.now.utc)
            for number in numbers {
                try second.send(epoch(number, latitude: latitude))
                // A datagram on the loopback interface has arrived once it is sent.
                reports += listening.receiver.advance(at: later.advanced(by: .seconds(number)))
            }
        }
        try send("1000.00000", 10...69, after: 100)
        #expect(reports.fixes.isEmpty)
        #expect(reports.problems.first?.contains(" is not followed, because it is 42") == true, "\(reports)")
        #expect(reports.problems.count == 1, "the seconds in the reason do not make it another: \(reports)")
        reports = []
        try send("4800.00000", 70...73, after: 200)
        #expect(!reports.fixes.isEmpty)
        #expect(reports.fixes.allSatisfy { $0.coordinate.latitudeDegrees == 48 })
        let change = reports.states.firstIndex {
            if case .acquiring(.anotherSender) = $0 { true } else { false }
        }
        #expect(change.map { reports.states[($0 + 1)...].first } == .fixed, "\(reports.states)")
    }

    @Test("reads only the sender that its URL names, and says who else sends")
    func pinned() throws {
        var (listening, port) = try listen(at: nil, from: "127.0.0.2")
        let other = try LoopbackSender(to: port)
        let named = try LoopbackSender(to: port, from: "127.0.0.2")
        for number in 0...9 { try other.send(epoch(number, latitude: "1000.00000")) }
        let words = "datagrams come from 127.0.0.1, and not from 127.0.0.2 as 'from=' demands"
        #expect(reportsLater(listening.receiver).problems == ["udp port \(port): \(words)"])
        for number in 0...9 { try named.send(epoch(number)) }
        try listening.run { $0.fixes.count == 10 }
        #expect(listening.reports.fixes.allSatisfy { $0.coordinate.latitudeDegrees > 47 })
    }

    @Test("does not believe a program of another user, nor one that is gone before it can be looked up")
    func stranger() throws {
        let user = UserDatabase.name(of: geteuid())
        for (isGone, trusted, words) in [
            (false, TrustedUsers(users: []), "the program that sends from 127.0.0.1 belongs to \(user), "),
            (true, TrustedUsers(), "cannot find out whose program sends from 127.0.0.1, "),
        ] {
            var (listening, port) = try listen(at: nil, trusting: trusted)
            let kept = try LoopbackSender(to: port)
            for number in 0...5 {
                try isGone ? LoopbackSender(to: port).send(epoch(number)) : kept.send(epoch(number))
            }
            let reports = reportsLater(listening.receiver)
            // Once it follows somebody, its time may not go back to the present below.
            try #require(reports.fixes.isEmpty)
            #expect(reports.problems.first?.hasPrefix("udp port \(port): \(words)") == true, "\(reports)")
            guard isGone else { continue }
            // One that can be looked up is followed.
            for number in 6...15 { try kept.send(epoch(number)) }
            try listening.run { $0.fixes.count == 10 }
        }
    }

    @Test("reports that datagrams are blocked, as by a service's firewall, until one is received")
    func barred() throws {
        var (listening, port) = try listen()
        // One instruction of the kernel's packet filter, BPF_RET: no byte of any datagram passes.
        let refusal: [UInt64] = [6]
        try refusal.withUnsafeBufferPointer { refusal in
            var program = (UInt16(1), refusal.baseAddress)
            let size = socklen_t(MemoryLayout.size(ofValue: program))
            let socket = try #require(listening.receiver.descriptor)
            try #require(setsockopt(socket, SOL_SOCKET, SO_ATTACH_FILTER, &program, size) == 0)
        }
        let sender = try LoopbackSender(to: port)
        let checkAt = try #require(listening.receiver.nextDeadline)
        #expect(listening.receiver.advance(at: Moment(instant: checkAt, utc: Listening.now.utc)).isEmpty)
        let nextAt = try #require(listening.receiver.nextDeadline)
        #expect(nextAt == checkAt + .seconds(30))
        try sender.send(epoch(0))
        let reports = listening.receiver.advance(at: Moment(instant: nextAt, utc: Listening.now.utc))
        let words = "datagrams arrive but are blocked; add their sender to IPAddressAllow= of the service"
        #expect(reports.problems == ["udp 127.0.0.1:\(port): \(words)"])
        #expect(listening.receiver.nextDeadline == nil)
        var nothing: CInt = 0
        let socket = try #require(listening.receiver.descriptor)
        setsockopt(socket, SOL_SOCKET, SO_DETACH_FILTER, &nothing, socklen_t(4))
        try sender.send("nonsense")
        listening.forget()
        try listening.run { $0.states == [.acquiring(.nothingHeard)] }
        for second in 1...2 { try sender.send(epoch(second)) }
        try listening.run { $0.states.last == .fixed }
    }

    @Test("does not share its port, nor use an address of another machine")
    func addresses() throws {
        let port = try LoopbackPort.unused()
        var first = Listening(LiveReceiver(name: "udp", source: UDPSource(address: nil, port: port)))
        try first.run { $0.states.last == .acquiring(.nothingHeard) }
        var second = Listening(LiveReceiver(name: "udp", source: UDPSource(address: nil, port: port)))
        try second.run { !$0.problems.isEmpty }
        let words = "another program uses this port; stop it, or choose another port"
        #expect(second.reports.problems.first == "udp port \(port): \(words)")
        let source = UDPSource(address: "192.0.2.1", port: port)
        var foreign = Listening(LiveReceiver(name: "udp", source: source))
        try foreign.run { !$0.problems.isEmpty }
        #expect(foreign.reports.problems.first == "udp 192.0.2.1:\(port): not an address of this machine")
    }
}
