import LocationModel
import Testing
import WaymarkInterfaces

@testable import waymarkctl

@Suite("Events that wait for a command")
struct EventQueueTests {
    private typealias Event = MonitorInterface.Occurrence

    private let start = ContinuousClock.now

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
        return EventQueue(trigger, timeLimit: .seconds(60))
    }

    @Test("run one at a time, oldest first, and are acknowledged when the command has ended")
    func order() {
        var queue = queue()
        #expect(queue.add(event(1)) == nil && queue.add(event(2)) == nil)
        #expect(queue.next(at: start) == event(1))
        #expect(queue.next(at: start) == nil)
        #expect(queue.end() == event(1))
        #expect(queue.next(at: start) == event(2))
    }

    @Test("run once, however often the service tells them")
    func twice() {
        var queue = queue()
        _ = queue.add(event(1))
        #expect(queue.add(event(1)) == nil && queue.waiting.count == 1)
        _ = queue.next(at: start)
        #expect(queue.add(event(1)) == nil && queue.waiting.isEmpty)
        _ = queue.end()
        #expect(queue.add(event(1)) == event(1))
        #expect(queue.next(at: start) == nil)
    }

    @Test("of others stay theirs; the other way through the edge is only acknowledged")
    func others() {
        var queue = queue()
        var other = event(1)
        other.region?.identifier = "work"
        let visit = Event(identifier: "e2", kind: .arrival, time: "2026-11-22T05:00:00Z")
        #expect(queue.add(other) == nil && queue.add(visit) == nil)
        #expect(queue.add(event(3, .unsatisfied)) == event(3, .unsatisfied))
        #expect(queue.next(at: start) == nil)
        var leaving = self.queue(entering: false)
        #expect(leaving.add(event(4)) == event(4))
        _ = leaving.add(event(5, .unsatisfied))
        #expect(leaving.next(at: start) == event(5, .unsatisfied))
    }

    @Test("are dropped, oldest first, when too many wait")
    func full() {
        var queue = queue()
        _ = queue.add(event(0))
        _ = queue.next(at: start)
        for number in 1...EventQueue.limit { #expect(queue.add(event(number)) == nil) }
        #expect(queue.add(event(100)) == event(1))
        #expect(queue.add(event(1)) == event(1))
        #expect(queue.waiting.count == EventQueue.limit)
    }

    @Test("lose a command that takes too long, and go on")
    func slow() {
        var queue = queue()
        _ = queue.add(event(1))
        _ = queue.next(at: start)
        #expect(queue.deadline == start + .seconds(60))
        let isOver = [59, 60, 61].map { queue.expire(at: start + .seconds($0)) }
        #expect(isOver == [false, true, false] && queue.next(at: start + .seconds(61)) == nil)
        #expect(queue.end() == event(1))
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
