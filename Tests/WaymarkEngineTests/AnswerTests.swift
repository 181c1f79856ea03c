import LocationModel
import Testing
import WaymarkEngine

@Suite("An answer to a request")
struct AnswerTests {
    @Test("is refused from the deadline on")
    func late() throws {
        var (scenario, widget, provider) = try Scenario.viewed()
        let good = scenario.engine.savedState.widgets[widget]?.timeline
        let request = try asked(&scenario, provider)
        #expect(request.deadline == scenario.now.utc.advanced(by: .seconds(30)))
        scenario.advance(by: .seconds(30))
        #expect(throws: Refusal.requestOver(request.request, .late)) { try scenario.answer(request) }
        #expect(scenario.engine.savedState.widgets[widget]?.timeline == good)
        #expect(scenario.decisions.contains(.timelineLate(request.request, retryIn: .seconds(30))))
    }

    @Test("is refused from a session that does not have the request, and the right one may still answer")
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
