import LocationModel
import Testing
import WaymarkEngine

@Suite("No reload is lost")
struct LossTests {
    @Test("if a weaker reason comes up while a stronger request is unanswered")
    func weakerDuringStronger() throws {
        var (scenario, widget, provider) = try Scenario.viewed()
        scenario.travel(eastMeters: 2000)
        let strong = try scenario.onlyRequest()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        #expect(scenario.pending(widget) == .significantChange)
        scenario.forget()
        scenario.fix(eastMeters: 2000)
        try scenario.answer(strong)
        #expect(try scenario.onlyRequest().reason == .requestedByProvider)
    }

    @Test("if a stronger reason comes up while a weaker request is unanswered, and that one fails")
    func strongerDuringWeaker() throws {
        for fails in [true, false] {
            var (scenario, widget, provider) = try Scenario.viewed()
            scenario.fix()
            try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
            let weak = try scenario.onlyRequest()
            try scenario.authorize(.denied)
            scenario.forget()
            if fails { try scenario.fail(weak) } else { try scenario.answer(weak) }
            #expect(scenario.pending(widget) == .authorizationChanged)
            if fails { scenario.advance(by: .seconds(30)) }
            #expect(try scenario.onlyRequest().reason == .authorizationChanged)
        }
    }

    @Test("of two reasons while a request is unanswered: the stronger one stays, in either order")
    func twoAgain() throws {
        for isStrongFirst in [true, false] {
            let settings = EngineSettings.with { $0.timelineDeadline = .seconds(600) }
            var (scenario, _, provider) = try Scenario.viewed(settings: settings)
            scenario.fix()
            try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
            let first = try scenario.onlyRequest()
            #expect(first.deadline == scenario.now.utc.advanced(by: .seconds(600)))
            if isStrongFirst { scenario.travel(eastMeters: 2000) }
            try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
            if !isStrongFirst { scenario.travel(eastMeters: 2000) }
            scenario.forget()
            try scenario.answer(first)
            #expect(try scenario.onlyRequest().reason == .significantChange)
        }
    }
}
