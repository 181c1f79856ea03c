import LocationModel
import Testing
import WaymarkEngine

@Suite("A request for a timeline")
struct FailureTests {
    @Test("that fails is repeated after 30 s, then twice as long each time, an hour at most")
    func backOff() throws {
        var scenario = Scenario()
        let provider = scenario.connectProvider(kinds: Scenario.calendarKind)
        _ = try scenario.place(.calendar)
        var request = try scenario.onlyRequest()
        for delay in [30, 60, 120, 240, 480, 960, 1920, 3600, 3600].map({ Duration.seconds($0) }) {
            scenario.forget()
            #expect(try scenario.fail(request, on: provider) == delay)
            try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
            scenario.advance(by: delay - .nanoseconds(1))
            #expect(scenario.requests.isEmpty)
            scenario.advance(by: .nanoseconds(1))
            request = try scenario.onlyRequest()
            #expect(request.reason == .retry)
        }
        try scenario.answer(request, on: provider)
        scenario.forget()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        #expect(try scenario.fail(scenario.onlyRequest(), on: provider) == .seconds(30))
    }

    @Test("that fails is repeated at once when the machine has moved")
    func changeOverridesBackOff() throws {
        var (scenario, _, provider) = try Scenario.viewed()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        for _ in 0..<4 {
            let delay = try scenario.fail(scenario.onlyRequest())
            scenario.forget()
            scenario.advance(by: delay)
            scenario.fix()
        }
        try scenario.fail(scenario.onlyRequest())
        scenario.forget()
        scenario.travel(eastMeters: 3000)
        #expect(try scenario.onlyRequest().reason == .significantChange)
    }

    @Test("cannot be answered from the deadline on")
    func late() throws {
        var (scenario, widget, provider) = try Scenario.viewed()
        let good = scenario.engine.savedState.widgets[widget]?.timeline
        let request = try asked(&scenario, provider)
        #expect(request.deadline == scenario.now.utc.advanced(by: .seconds(30)))
        scenario.advance(by: .seconds(30))
        #expect(throws: Refusal.requestOver(request.request, .late)) { try scenario.answer(request) }
        #expect(scenario.engine.savedState.widgets[widget]?.timeline == good)
        #expect(scenario.decisions.contains(.widget(.timelineLate(request.request, retry: .seconds(30)))))
    }

    @Test("is answered by no session but the one that has it, which may answer after another has tried")
    func otherSession() throws {
        var (scenario, _, provider) = try Scenario.viewed()
        let request = try asked(&scenario, provider)
        let other = scenario.connectProvider(kinds: [.calendar: .init(wantsLocation: false)])
        #expect(throws: Refusal.requestOver(request.request, .unknown)) {
            try scenario.answer(request, on: other)
        }
        #expect(throws: Never.self) { try scenario.answer(request) }
    }

    private func asked(_ scenario: inout Scenario, _ provider: SessionIdentifier) throws -> ReloadRequest {
        scenario.fix()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        return try scenario.onlyRequest()
    }
}
