import LocationModel
import Testing
import WaymarkEngine

@Suite("A significant change")
struct SignificantReloadTests {
    @Test("reloads a widget at once that was in view lately")
    func inWindow() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        try scenario.hide(widget)
        scenario.advance(by: .seconds(600))
        scenario.travel(eastMeters: 2000)
        #expect(try scenario.onlyRequest().location.isLocation)
    }

    enum Entitlement: CaseIterable { case undecided, refused, once }

    @Test(
        "reloads a widget at once that may know only because its app is in use, and later nothing",
        arguments: Entitlement.allCases
    )
    func appInUse(_ entitlement: Entitlement) throws {
        var person = AuthorizationScenario()
        try person.settle(.whenInUse, entitlement == .once ? .allowOnce : .allowWhileUsing)
        if entitlement == .refused {
            person.endUse()
            try person.scenario.call(.authorize(.weather, SettingsChange(widgets: .refused)))
        }
        let provider = person.scenario.connectProvider()
        let app = entitlement == .refused ? person.scenario.connectApp() : person.app
        person.scenario.arrive()
        let widget = try person.scenario.place()
        try person.scenario.answer(person.scenario.onlyRequest(), on: provider)
        person.scenario.advance(by: .seconds(300))
        person.scenario.arrive()
        person.scenario.forget()
        person.scenario.travel(eastMeters: 2000)
        let request = try person.scenario.onlyRequest()
        #expect(request.reason == .significantChange && request.location.isLocation)
        #expect(person.scenario.pending(widget) == .significantChange)
        try person.scenario.answer(request, on: provider)
        person.scenario.forget()
        person.scenario.disconnect(app)
        person.scenario.advance(by: person.scenario.engine.settings.appGrace)
        for request in person.scenario.requests { try person.scenario.answer(request, on: provider) }
        person.scenario.advance(by: .seconds(300))
        person.scenario.forget()
        person.scenario.travel(eastMeters: 6000)
        #expect(person.scenario.decisionNames.contains("significantChange"))
        #expect(person.scenario.requests.isEmpty && person.scenario.pending(widget) == nil)
    }

    @Test("during an outstanding request makes one more request after its answer, however many there were")
    func duringRequest() throws {
        var settings = EngineSettings()
        settings.timelineDeadline = .seconds(600)
        var (scenario, widget, provider) = try Scenario.viewed(settings: settings)
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        let first = try scenario.onlyRequest()
        scenario.forget()
        scenario.travel(eastMeters: 2000)
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        #expect(scenario.requests.isEmpty)
        #expect(
            scenario.decisions.contains {
                if case .pending(.significantChange, .answerOutstanding(first.request, _)) = $0 {
                    true
                } else {
                    false
                }
            }
        )
        try scenario.answer(first)
        let second = try scenario.onlyRequest()
        #expect(second.reason == .significantChange)
        scenario.forget()
        try scenario.answer(second)
        #expect(scenario.requests.isEmpty)
        #expect(scenario.pending(widget) == nil)
    }

    @Test("whose reload fails stays owed for the next view, and the good timeline is not replaced unseen")
    func failedOutsideWindow() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        scenario.travel(eastMeters: 2000)
        let request = try scenario.onlyRequest()
        try scenario.hide(widget)
        scenario.advance(by: .seconds(10))
        try scenario.fail(request)
        var settings = EngineSettings()
        settings.inUseWindow = .seconds(5)
        scenario.send(.settingsChanged(settings))
        scenario.forget()
        scenario.advance(by: .seconds(86_400))
        #expect(scenario.requests.isEmpty)
        #expect(scenario.engine.view(of: widget)?.status == .fix)
        try scenario.show(widget)
        scenario.fix(eastMeters: 2000)
        #expect(try scenario.onlyRequest().location.isLocation)
    }
}
