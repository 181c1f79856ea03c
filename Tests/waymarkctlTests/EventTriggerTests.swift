import LocationModel
import Testing
import WaymarkInterfaces

@testable import waymarkctl

@Suite("What a command is run for")
struct EventTriggerTests {
    private typealias Event = MonitorInterface.Occurrence

    private func event(_ number: Int, _ state: RegionState = .satisfied) -> Event {
        Event(
            identifier: "e\(number)",
            kind: .region,
            time: "2026-11-22T05:00:00Z",
            region: .init(monitor: "on_enter", identifier: "home", state: state)
        )
    }

    private func trigger(entering: Bool = true) -> EventTrigger {
        EventTrigger(word: entering ? "enter" : "leave", region: ("on_enter", "home"))
    }

    @Test("is no event of others, and of its own only the one way through the edge")
    func others() {
        var other = event(1)
        other.region?.identifier = "work"
        let visit = Event(identifier: "e2", kind: .arrival, time: "2026-11-22T05:00:00Z")
        #expect(!trigger().owns(other) && !trigger().owns(visit) && trigger().owns(event(1)))
        #expect(trigger().variables(of: event(1), app: "io.waymark.On") != nil)
        #expect(trigger().owns(event(3, .unsatisfied)))
        #expect(trigger().variables(of: event(3, .unsatisfied), app: "io.waymark.On") == nil)
        let leaving = trigger(entering: false)
        #expect(leaving.variables(of: event(4), app: "io.waymark.On") == nil)
        #expect(leaving.variables(of: event(5, .unsatisfied), app: "io.waymark.On")?[0].value == "leave")
    }

    @Test("tells a command what the event has, without control characters, and nothing else")
    func variables() {
        var event = event(1)
        event.region?.identifier = "home\u{1B}[2J"
        let trigger = EventTrigger(word: "enter", region: ("on_enter", "home\u{1B}[2J"))
        let variables = trigger.variables(of: event, app: "io.waymark.On")?.filter { $0.value != nil }
        let expected = [
            "WAYMARK_EVENT=enter", "WAYMARK_EVENT_ID=e1", "WAYMARK_APP=io.waymark.On",
            "WAYMARK_TIME=2026-11-22T05:00:00Z", "WAYMARK_REGION=home [2J",
        ]
        #expect(variables?.map { "\($0.name)=\($0.value ?? "")" } == expected)
    }
}
