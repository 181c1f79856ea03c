import LocationModel
import Relay
import Testing

@testable import WaymarkLab

@Suite("A machine of a simulated fleet")
struct FleetTests {
    /// What a machine sends in its first hours.
    private func events(_ kind: FleetKind, seed: UInt64, hours: Int64) -> [RelayEvent] {
        var events: [RelayEvent] = []
        FleetMachine(3, kind, for: .seconds(hours * 3600), seed: seed).run { events.append($0) }
        return events
    }

    @Test("numbers its events without a hole, in the order of time")
    func sequence() {
        let events = events(.van, seed: 1, hours: 2)
        #expect(events.count > 10)
        #expect(events.map(\.sequence) == Array(1...max(1, events.count)))
        #expect(zip(events, events.dropFirst()).allSatisfy { $0.written <= $1.written })
        #expect(Set(events.map(\.outbox)).count == 1)
    }

    @Test("is the same again for its seed, and another one for another")
    func seeds() {
        let first = events(.van, seed: 1, hours: 1)
        #expect(events(.van, seed: 1, hours: 1) == first)
        #expect(events(.van, seed: 2, hours: 1) != first)
    }

    @Test("sends where it is once while it is at rest")
    func rest() {
        let kinds = events(.rest, seed: 1, hours: 2).map(\.kind)
        #expect(kinds.filter { $0 == .significantChange }.count == 1)
    }
}
