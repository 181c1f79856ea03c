import LocationModel
import Testing
import WaymarkEngine

@Suite("A change of the machine's time")
struct TimeChangeTests {
    @Test("of less than a minute reloads nothing, whether in one step or in many")
    func small() throws {
        var (scenario, widget, _) = try Scenario.calendar()
        try scenario.show(widget)
        for _ in 0..<10 {
            scenario.setWallClock(by: .seconds(59))
            scenario.send(.timeChanged(.clock))
        }
        scenario.setWallClock(by: .seconds(-59))
        scenario.send(.timeChanged(.clock))
        #expect(scenario.requests.isEmpty)
    }

    @Test("reloads a widget that comes into view with a timeline requested before the change")
    func unansweredOutOfView() throws {
        var (scenario, widget, provider) = try Scenario.calendar()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        let request = try scenario.onlyRequest()
        scenario.send(.timeChanged(.zone))
        scenario.forget()
        try scenario.answer(request, on: provider)
        #expect(scenario.requests.isEmpty)
        try scenario.show(widget)
        #expect(try scenario.onlyRequest().reason == .timeChanged)
    }

    @Test("reaches a thousand widgets in view in turns of 256")
    func many() throws {
        var scenario = Scenario(settings: .unlimited, state: ManyApps.state(count: 1000), at: .start)
        for number in 1...1000 {
            _ = scenario.connectProvider(ManyApps.app(number))
            try scenario.show(WidgetIdentifier(UInt64(number)))
        }
        // With a fix at hand, no reload waits for one.
        scenario.arrive()
        var (engine, now) = (scenario.engine, scenario.now)
        var turns: [Int] = []
        var event = Event.timeChanged(.zone)
        repeat {
            let requests = engine.handle(event, at: now).count {
                if case .tellProvider(_, .reload) = $0 { true } else { false }
            }
            turns.append(requests)
            event = .deadlineReached
        } while engine.hasMoreToTell
        #expect(turns == [256, 256, 256, 232])
        now = now.advanced(by: .seconds(20))
        let late = engine.handle(.deadlineReached, at: now).count {
            if case .tellProvider(_, .reload) = $0 { true } else { false }
        }
        #expect(late == 0)
    }
}
