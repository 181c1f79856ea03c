import LocationModel
import Testing
import WaymarkEngine

@Suite("The stronger reason of a reload")
struct ReloadReasonTests {
    @Test("stays when a weaker one comes up while a request is unanswered")
    func weakerLater() throws {
        var (scenario, widget, provider) = try Scenario.viewed()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        let first = try scenario.onlyRequest()
        try scenario.authorize(.denied)
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        #expect(scenario.pending(widget) == .authorizationChanged)
        scenario.forget()
        try scenario.answer(first)
        let second = try scenario.onlyRequest()
        #expect(second.reason == .authorizationChanged)
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        #expect(scenario.pending(widget) == .authorizationChanged)
        scenario.forget()
        try scenario.answer(second)
        #expect(try scenario.onlyRequest().reason == .requestedByProvider)
    }
}

@Suite("A provider that connects again")
struct ReconnectedProviderTests {
    @Test("with the same kinds changes nothing that is kept")
    func sameKinds() throws {
        var (scenario, _, provider) = try Scenario.viewed()
        scenario.disconnect(provider)
        scenario.forget()
        _ = scenario.connectProvider()
        let commits = scenario.effects.filter { if case .commit = $0 { true } else { false } }
        #expect(commits.isEmpty)
    }

    @Test("with a kind that wants the location now has the person asked about its widgets")
    func wantsLocationNow() throws {
        var app = AuthorizationScenario()
        try app.settle(.whenInUse, .allowWhileUsing)
        let provider = app.scenario.connectProvider(kinds: [.here: .init(wantsLocation: false)])
        _ = try app.scenario.place()
        app.scenario.disconnect(provider)
        #expect(app.questions.isEmpty)
        _ = app.scenario.connectProvider()
        #expect(app.questions == [.widgets])
    }
}

@Suite("A change before the end of the interval")
struct HeldChangeTests {
    @Test("is recorded once, however many fixes tell it")
    func once() throws {
        var (scenario, _, _) = try Scenario.viewed()
        scenario.travel(eastMeters: 2000)
        scenario.forget()
        scenario.advance(by: .seconds(60))
        scenario.arrive(eastMeters: 2700)
        scenario.arrive(eastMeters: 2700)
        #expect(scenario.decisionNames.count { $0 == "changeHeld" } == 1)
    }
}
