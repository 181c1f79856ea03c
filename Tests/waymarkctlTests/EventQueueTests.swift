import LocationModel
import Testing
import WaymarkInterfaces

@testable import waymarkctl

@Suite("Events that wait for a command")
struct EventQueueTests {
    private typealias Event = MonitorInterface.Occurrence

    private func event(_ number: Int, _ state: MonitorInterface.RegionState = .satisfied) -> Event {
        Event(
            identifier: "e\(number)",
            kind: .region,
            time: "2026-11-22T05:00:00Z",
            region: .init(monitor: "on_enter", identifier: "home", state: state)
        )
    }

    private func queue(entering: Bool = true) -> EventQueue {
        let trigger = EventTrigger.region(monitor: "on_enter", identifier: "home", entering: entering)
        return EventQueue(trigger)
    }

    @Test("run one at a time, oldest first, and are acknowledged when the command has ended")
    func order() {
        var queue = queue()
        #expect(queue.add(event(1)) == nil && queue.add(event(2)) == nil)
        #expect(queue.next() == event(1))
        #expect(queue.next() == nil)
        #expect(queue.end() == event(1))
        #expect(queue.next() == event(2))
    }

    @Test("run once, however often the service tells them")
    func twice() {
        var queue = queue()
        _ = queue.add(event(1))
        #expect(queue.add(event(1)) == nil && queue.waiting.count == 1)
        _ = queue.next()
        #expect(queue.add(event(1)) == nil && queue.waiting.isEmpty)
        _ = queue.end()
        #expect(queue.add(event(1)) == event(1))
        #expect(queue.next() == nil)
    }

    @Test("of others stay theirs; the other way through the edge is only acknowledged")
    func others() {
        var queue = queue()
        var other = event(1)
        other.region?.identifier = "work"
        let visit = Event(identifier: "e2", kind: .arrival, time: "2026-11-22T05:00:00Z")
        #expect(queue.add(other) == nil && queue.add(visit) == nil)
        #expect(queue.add(event(3, .unsatisfied)) == event(3, .unsatisfied))
        #expect(queue.next() == nil)
        var leaving = self.queue(entering: false)
        #expect(leaving.add(event(4)) == event(4))
        _ = leaving.add(event(5, .unsatisfied))
        #expect(leaving.next() == event(5, .unsatisfied))
    }

    @Test("are dropped, oldest first, when too many wait")
    func full() {
        var queue = queue()
        _ = queue.add(event(0))
        _ = queue.next()
        for number in 1...EventQueue.limit { #expect(queue.add(event(number)) == nil) }
        #expect(queue.add(event(100)) == event(1))
        #expect(queue.add(event(1)) == event(1))
        #expect(queue.waiting.count == EventQueue.limit)
    }

    @Test("tell a command what the event has, without control characters, and nothing else")
    func variables() {
        var event = event(1)
        event.region?.identifier = "home\u{1B}[2J"
        let trigger = EventTrigger.region(monitor: "on_enter", identifier: "home\u{1B}[2J", entering: true)
        let variables = trigger.variables(of: event, app: "io.waymark.On").filter { $0.value != nil }
        let expected = [
            "WAYMARK_EVENT=enter", "WAYMARK_EVENT_ID=e1", "WAYMARK_APP=io.waymark.On",
            "WAYMARK_TIME=2026-11-22T05:00:00Z", "WAYMARK_REGION=home [2J",
        ]
        #expect(variables.map { "\($0.name)=\($0.value ?? "")" } == expected)
    }
}
