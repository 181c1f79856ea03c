import LocationModel
import Relay
import Testing

@testable import WaymarkLab

@Suite("A machine of a simulated fleet")
struct FleetTests {
    /// What a machine sends in its first two hours.
    private func events(_ kind: FleetKind) -> [RelayEvent] {
        var events: [RelayEvent] = []
        FleetMachine(3, kind, for: .seconds(7200), seed: 1).run { events.append($0) }
        return events
    }

    @Test("numbers its events without a hole, in the order of time")
    func sequence() {
        let events = events(.van)
        #expect(events.count > 10)
        #expect(events.map(\.sequence) == Array(1...max(1, events.count)))
        #expect(zip(events, events.dropFirst()).allSatisfy { $0.written <= $1.written })
        #expect(Set(events.map(\.outbox)).count == 1)
    }

    @Test("sends where it is once while it is at rest")
    func rest() {
        let kinds = events(.rest).map(\.kind)
        #expect(kinds.filter { $0 == .significantChange }.count == 1)
    }
}
