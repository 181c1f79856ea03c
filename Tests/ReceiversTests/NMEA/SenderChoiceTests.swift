import LinuxSystem
import LocationModel
import Testing

@testable import Receivers

/// Senders to one port, which report a position or none once a second of virtual time.
private struct Port {
    var choice = SenderChoice()
    private(set) var now = MonotonicInstant.systemEpoch
    private(set) var changes: [SenderChange] = []
    private(set) var outcomes: [SenderChoice.Outcome] = []
    private var openEpochs: [Int: Coordinate] = [:]
    private var newPort: UInt16 = 40_000

    init() { choice.open(at: now) }

    /// Lets every sender report, once a second.
    mutating func report(for seconds: Int, _ positions: [(sender: SocketEndpoint, coordinate: Coordinate?)]) {
        for _ in 0..<seconds {
            for (sender, coordinate) in positions { send(sender, coordinate) }
            now = now + .seconds(1)
        }
    }

    mutating func send(_ sender: SocketEndpoint, _ coordinate: Coordinate?) {
        record(coordinate, of: choice.record(sender, at: now))
    }

    /// Sends a datagram of an instrument without positions.
    mutating func sendWind(from sender: SocketEndpoint) { _ = choice.record(sender, at: now) }

    /// Sends a position from new ports, in as many datagrams, of which the first closes the epoch before.
    mutating func send(_ coordinate: Coordinate, fromNewPortsOf address: SocketAddress, datagrams: Int = 2) {
        for datagram in 0..<datagrams {
            newPort += 1
            let number = choice.record(SocketEndpoint(address: address, port: newPort), at: now)
            guard datagram == 0 else { continue }
            if let closed = openEpochs[number] { record(closed, of: number) }
            openEpochs[number] = coordinate
        }
    }

    private mutating func record(_ coordinate: Coordinate?, of number: Int) {
        let epoch = coordinate.map { Epoch.fix(Fix(coordinate: $0)) } ?? .noFix(time: nil)
        let outcome = choice.record(epoch, from: number, at: now)
        outcomes.append(outcome)
        if case .followed(let change) = outcome { changes.append(change) }
    }

    mutating func pass(_ seconds: Double) { now = now + .seconds(seconds) }
}

@Suite("The choice of a sender of datagrams")
struct SenderChoiceTests {
    private let first: SocketEndpoint
    private let second: SocketEndpoint
    private let third: SocketEndpoint
    private let freiburg: Coordinate
    private let nearby: Coordinate
    private let paris: Coordinate

    init() throws {
        first = SocketEndpoint(address: try #require(SocketAddress("192.0.2.1")), port: 5000)
        second = SocketEndpoint(address: try #require(SocketAddress("192.0.2.2")), port: 5000)
        third = SocketEndpoint(address: try #require(SocketAddress("192.0.2.3")), port: 5000)
        freiburg = try #require(Coordinate(latitudeDegrees: 47.99, longitudeDegrees: 7.83))
        nearby = try #require(Coordinate(latitudeDegrees: 48.02, longitudeDegrees: 7.83))
        paris = try #require(Coordinate(latitudeDegrees: 48.8584, longitudeDegrees: 2.2945))
    }

    @Test("leaves one that never gives a position, such as a wind instrument, for one that does")
    func instrument() {
        var port = Port()
        port.report(for: 20, [(first, nil), (second, freiburg)])
        #expect(port.choice.followed == second)
        #expect(
            port.changes == [SenderChange(to: "192.0.2.2:5000", from: "192.0.2.1:5000", because: .noPosition)]
        )
    }

    @Test(
        "takes a newcomer once the position of the first is lost for 30 s, however it is lost",
        arguments: [true, false]
    )
    func lost(isSilent: Bool) {
        var port = Port()
        port.report(for: 60, [(first, freiburg)])
        let others: [(SocketEndpoint, Coordinate?)] = isSilent ? [] : [(first, nil)]
        port.report(for: 29, others + [(second, nearby)])
        #expect(port.choice.followed == first)
        port.report(for: 1, others + [(second, nearby)])
        #expect(port.changes.map(\.cause) == [.lostPosition(for: .seconds(30))])
    }

    @Test("returns to the one that is known longer as soon as it gives positions again, wherever it is now")
    func returns() {
        var port = Port()
        port.report(for: 60, [(first, freiburg)])
        port.report(for: 120, [(second, nearby)])
        #expect(port.choice.followed == second)
        port.report(for: 1, [(first, paris), (second, nearby)])
        #expect(port.choice.followed == first)
        #expect(port.changes.last?.cause == .knownLonger)
        port.report(for: 20, [(first, paris), (second, nearby)])
        #expect(port.choice.followed == first)
    }

    @Test("does not take a newcomer where no vehicle can have gone meanwhile, until one can")
    func tooFar() throws {
        var port = Port()
        port.report(for: 60, [(first, freiburg)])
        port.report(for: 384, [(second, paris)])
        #expect(port.choice.followed == first)
        let meters = freiburg.distanceMeters(to: paris)
        #expect(
            port.outcomes.last == .tooFar(meters: meters, from: first, after: .seconds(384)),
            "\(port.outcomes.last.debugDescription)"
        )
        // 419 km at 350 m/s.
        port.report(for: Int(meters / 350) - 384, [(second, paris)])
        #expect(port.choice.followed == first)
        port.report(for: 3, [(second, paris)])
        #expect(port.choice.followed == second)
    }

    @Test("takes of two newcomers the one that is known longer and can be where it says")
    func twoNewcomers() {
        var port = Port()
        port.report(for: 10, [(first, freiburg)])
        port.report(for: 10, [(first, freiburg), (third, paris)])
        port.report(for: 10, [(first, freiburg), (third, paris), (second, nearby)])
        port.report(for: 40, [(second, nearby), (third, nearby)])
        #expect(port.choice.followed == third)
        port = Port()
        port.report(for: 10, [(first, freiburg)])
        port.report(for: 10, [(first, freiburg), (third, paris)])
        port.report(for: 40, [(third, paris), (second, nearby)])
        #expect(port.choice.followed == second)
    }

    @Test("knows its senders while the socket is closed, and gives the followed one its time again")
    func closed() {
        var port = Port()
        port.report(for: 60, [(first, freiburg)])
        port.pass(3600)
        port.choice.open(at: port.now)
        port.report(for: 29, [(second, nearby)])
        #expect(port.choice.followed == first)
        port.report(for: 1, [(first, freiburg), (second, nearby)])
        port.report(for: 29, [(second, nearby)])
        #expect(port.changes.isEmpty)
    }

    @Test("follows a program that makes a new port for each datagram")
    func newPorts() throws {
        var port = Port()
        for number in 0..<60 {
            let address = try #require(SocketAddress("192.0.2.1"))
            let sender = SocketEndpoint(address: address, port: 40_000 + UInt16(number))
            port.report(for: 1, [(sender, freiburg), (second, nearby)])
            #expect(port.choice.followed == sender)
        }
        #expect(port.changes.isEmpty)
        // Its silence counts from its last datagram, whose port nobody has any more.
        port.report(for: 30, [(second, nearby)])
        #expect(port.choice.followed == second)
    }

    @Test(
        "leaves an instrument, or a sender without a position, for a program that makes new ports",
        arguments: [1, 2],
        [false, true]
    )
    func newPortsBesideInstrument(datagrams: Int, saysNoPosition: Bool) {
        var port = Port()
        for turn in 0..<60 {
            if saysNoPosition { port.send(first, nil) } else { port.sendWind(from: first) }
            port.pass(0.3)
            port.send(freiburg, fromNewPortsOf: second.address, datagrams: datagrams)
            #expect(port.choice.followed?.address == (turn < 1 ? first : second).address)
            port.pass(0.7)
        }
        #expect(port.changes.map(\.cause) == [.noPosition])
    }

    @Test("takes a program that makes new ports once the first has lost its position for 30 s")
    func newPortsAfterLoss() {
        var port = Port()
        for turn in 0..<60 {
            port.send(first, turn < 10 ? freiburg : nil)
            port.pass(0.3)
            port.send(nearby, fromNewPortsOf: second.address)
            port.pass(0.7)
            #expect(port.choice.followed?.address == (turn < 39 ? first : second).address)
        }
        #expect(port.changes.count == 1)
    }

    @Test(
        "tells a program that makes a new port for each datagram from an instrument on the same address",
        arguments: [0, 20],
        [(1, 1.0), (5, 1), (5, 10)]
    )
    func newPortsBesideInstrumentOnOneAddress(windSince: Int, wind: (datagrams: Int, interval: Double)) {
        var port = Port()
        for turn in 0..<60 {
            port.send(freiburg, fromNewPortsOf: first.address)
            for _ in 0..<wind.datagrams {
                port.pass(wind.interval / Double(wind.datagrams + 1))
                if turn >= windSince { port.sendWind(from: first) }
            }
            port.pass(wind.interval / Double(wind.datagrams + 1))
            #expect(turn < windSince + 2 || port.choice.followed != first, "\(turn)")
        }
        #expect(port.outcomes.count >= 57)
        #expect(port.changes.count <= 1)
    }

    @Test("follows a receiver that keeps its port beside any number of new ports, also of its own address")
    func newPortsBesideReceiver() {
        var port = Port()
        port.report(for: 3, [(first, freiburg)])
        for _ in 0..<60 {
            port.send(first, freiburg)
            for address in [first.address, second.address] {
                port.send(nearby, fromNewPortsOf: address, datagrams: 100)
            }
            port.pass(1)
        }
        #expect(port.choice.followed == first && port.changes.isEmpty)
    }

    @Test("remembers the one that gives positions among any number of others")
    func flood() throws {
        var port = Port()
        port.report(for: 10, [(first, freiburg), (second, nearby)])
        for number in 0..<2000 {
            let address = try #require(SocketAddress("192.0.2.9"))
            let sender = SocketEndpoint(address: address, port: 10_000 + UInt16(number))
            port.send(sender, number.isMultiple(of: 2) ? paris : nil)
            if number.isMultiple(of: 100) { port.report(for: 1, [(first, freiburg), (second, nearby)]) }
        }
        #expect(port.choice.followed == first)
        port.report(for: 31, [(second, nearby)])
        #expect(port.choice.followed == second)
        #expect(port.changes.count == 1)
    }
}
