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

    @Test("reloads a widget at once that may know only because its app is in use, and later nothing")
    func appInUse() throws {
        var person = AuthorizationScenario()
        try person.settle(.whenInUse, .allowWhileUsing)
        let provider = person.scenario.connectProvider()
        person.scenario.arrive()
        let widget = try person.scenario.place()
        try person.scenario.answer(person.scenario.onlyRequest(), on: provider)
        person.scenario.advance(by: .seconds(300))
        person.scenario.arrive()
        person.scenario.forget()
        person.scenario.travel(eastMeters: 2000)
        let request = try person.scenario.onlyRequest()
        #expect(request.reason == .significantChange && request.location.isLocation)
        try person.scenario.answer(request, on: provider)
        person.scenario.forget()
        person.endUse()
        for request in person.scenario.requests { try person.scenario.answer(request, on: provider) }
        person.scenario.advance(by: .seconds(300))
        person.scenario.forget()
        person.scenario.travel(eastMeters: 6000)
        #expect(person.scenario.decisionNames.contains("significantChange"))
        #expect(person.scenario.requests.isEmpty && person.scenario.pending(widget) == nil)
    }

    @Test("whose reload fails stays owed for the next view, and the good timeline is not replaced unseen")
    func failedOutsideWindow() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        scenario.travel(eastMeters: 2000)
        let request = try scenario.onlyRequest()
        try scenario.hide(widget)
        scenario.advance(by: .seconds(10))
        try scenario.fail(request)
        scenario.send(.settingsChanged(.with { $0.inUseWindow = .seconds(5) }))
        scenario.forget()
        scenario.advance(by: .seconds(86_400))
        #expect(scenario.requests.isEmpty)
        #expect(scenario.engine.view(of: widget)?.status == .fix)
        try scenario.show(widget)
        scenario.fix(eastMeters: 2000)
        #expect(try scenario.onlyRequest().location.isLocation)
    }
}
