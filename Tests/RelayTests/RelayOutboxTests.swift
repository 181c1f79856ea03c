import LocationModel
import Testing

@testable import Relay

@Suite("The outbox of a relay")
struct RelayOutboxTests {
    private static let start = Moment(
        instant: .systemEpoch + .seconds(1000),
        utc: UTCInstant(secondsSince1970: 1_800_000_000)
    )

    private static func event(_ sequence: Int, _ kind: RelayEvent.Kind, at time: UTCInstant) -> RelayEvent {
        let place = RelayPlace(latitude: 52, longitude: 13, accuracy68: 5, time: time)
        return RelayEvent(kind, at: time) { event in
            if kind != .receiver { event.place = place }
            event.sequence = sequence
        }
    }

    private struct Machine {
        var outbox: RelayOutbox
        var now = RelayOutboxTests.start
        var number: Int64 = 0
        var dropped: [Int64] = []

        init(_ change: (inout RelayOutbox.Limits) -> Void = { _ in }) {
            var limits = RelayOutbox.Limits()
            change(&limits)
            outbox = RelayOutbox(limits)
        }

        mutating func add(_ kind: RelayEvent.Kind, bytes: Int = 300, placeAt time: UTCInstant? = nil) {
            dropped += outbox.makeRoom(for: bytes, at: now)
            number += 1
            let event = event(Int(number), kind, at: time ?? now.utc)
            outbox.append(RelayOutbox.Row(number, event, bytes: bytes, written: now.instant), at: now)
        }

        mutating func next(_ count: Int, isHeld: Bool = false) -> [Int64?] {
            (0..<count).map { _ in outbox.next(isHeld: isHeld)?.number }
        }

        mutating func tooOld() -> [Int64] { outbox.makeRoom(for: nil, at: now) }

        /// Sends everything, and returns the numbers with whether each replaced a retained place.
        mutating func drain() -> [(number: Int64, isNewest: Bool)] {
            var sent: [(Int64, Bool)] = []
            while let row = outbox.next() {
                sent.append((row.number, outbox.isNewest(row)))
                outbox.remove(row.number)
            }
            return sent
        }
    }

    @Test("keeps a week offline, and sends it in order; only the last place is retained")
    func week() {
        var machine = Machine()
        for _ in 0..<(7 * 24 * 6) {
            machine.add(.significantChange)
            machine.now = machine.now.advanced(by: .seconds(600))
        }
        #expect(machine.outbox.count == 1008 && machine.outbox.dropped == nil)
        #expect(machine.outbox.oldest == Self.start.utc)
        let sent = machine.drain()
        #expect(sent.map(\.number) == Array(1...1008))
        #expect(sent.filter(\.isNewest).map(\.number) == [1008])
        #expect(machine.outbox.count == 0 && machine.outbox.byteCount == 0)
    }

    @Test("drops live locations first, then states of the receiver, then the oldest changes, and counts them")
    func order() {
        var machine = Machine { $0.events = 10 }
        for kind in [RelayEvent.Kind.significantChange, .live, .receiver, .live] { machine.add(kind) }
        for _ in 0..<6 { machine.add(.significantChange) }
        #expect(machine.dropped == [])
        for _ in 0..<4 { machine.add(.significantChange) }
        #expect(machine.dropped == [2, 4, 3, 1])
        #expect(machine.outbox.dropped?.dropped == [.live: 2, .receiver: 1, .significantChange: 1])
        #expect(machine.outbox.count == 10)
    }

    @Test("is bounded by bytes")
    func bytes() {
        var machine = Machine { $0.bytes = 1000 }
        for _ in 0..<5 { machine.add(.significantChange) }
        #expect(machine.outbox.byteCount <= 1000 && machine.outbox.count == 3)
        #expect(machine.dropped == [1, 2])
    }

    @Test("drops what is too old by the clock that nobody sets")
    func age() {
        var machine = Machine { $0.age = .seconds(3600) }
        machine.add(.significantChange)
        // Somebody sets the clock ahead by a year.
        machine.now.utc = machine.now.utc.advanced(by: .seconds(31_536_000))
        #expect(machine.tooOld() == [])
        machine.now = machine.now.advanced(by: .seconds(3599))
        #expect(machine.tooOld() == [])
        machine.now = machine.now.advanced(by: .seconds(1))
        #expect(machine.tooOld() == [1])
    }

    @Test("drops nothing that is in flight, and sends it again after the connection was lost")
    func inFlight() {
        var machine = Machine {
            $0.events = 3
            $0.inFlight = 2
        }
        for _ in 0..<3 { machine.add(.significantChange) }
        #expect(machine.next(3) == [1, 2, nil])
        machine.add(.significantChange)
        #expect(machine.dropped == [3])
        machine.outbox.remove(2)
        #expect(machine.next(1) == [4])
        machine.outbox.connectionLost()
        #expect(machine.next(2) == [1, 4])
    }

    @Test("lets no older place replace a newer one, such as a departure that is told late")
    func newest() {
        var machine = Machine()
        machine.add(.significantChange)
        machine.add(.significantChange, placeAt: machine.now.utc.advanced(by: .seconds(-600)))
        #expect(machine.drain().map(\.isNewest) == [true, false])
        machine.add(.significantChange, placeAt: machine.now.utc.advanced(by: .seconds(-60)))
        #expect(machine.drain().map(\.isNewest) == [false])
        var next = RelayOutbox(.init(), [], newestPlace: machine.now.utc)
        let old = Self.event(9, .significantChange, at: machine.now.utc.advanced(by: .seconds(-1)))
        next.append(RelayOutbox.Row(1, old, bytes: 1, written: machine.now.instant), at: machine.now)
        let row = next.next()
        #expect(row.map { next.isNewest($0) } == false)
    }

    @Test("retains places again after a clock that was ahead was set right")
    func clockSetBack() {
        var machine = Machine()
        machine.now.utc = machine.now.utc.advanced(by: .seconds(31_536_000))
        machine.add(.significantChange)
        _ = machine.drain()
        machine.now.utc = Self.start.utc
        machine.add(.significantChange)
        #expect(machine.drain().map(\.isNewest) == [true])
    }

    @Test("holds back places while the permission is missing, and nothing else")
    func held() {
        var machine = Machine()
        machine.add(.significantChange)
        machine.add(.receiver)
        // Its name tells the place, also where the place itself was never told.
        let crossing = RelayEvent(.regionEntered, at: Self.start.utc) {
            $0.region = RelayCrossing(identifier: "home", definedAt: Self.start.utc)
        }
        let row = RelayOutbox.Row(3, crossing, bytes: 1, written: machine.now.instant)
        machine.outbox.append(row, at: machine.now)
        #expect(machine.next(2, isHeld: true) == [2, nil])
        #expect(machine.next(2) == [1, 3])
    }
}
