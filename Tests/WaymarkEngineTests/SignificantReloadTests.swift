import LocationModel
import Testing
import WaymarkEngine

@Suite("A significant change")
struct SignificantReloadTests {
    @Test("reloads a widget at once that is in view, with the new place")
    func inView() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        scenario.travel(eastMeters: 2000)
        let request = try scenario.onlyRequest()
        #expect(request.widget == widget)
        #expect(request.reason == .significantChange)
        guard case .location(let fix, _) = request.location else {
            Issue.record("the widget is in view and may know")
            return
        }
        #expect(
            fix.coordinate.distanceMeters(to: Coordinate.home.offset(eastMeters: 2000, northMeters: 0)) < 1
        )
    }

    @Test("reloads a widget at once that was in view lately")
    func inWindow() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        try scenario.hide(widget)
        scenario.advance(by: .seconds(600))
        scenario.travel(eastMeters: 2000)
        #expect(try scenario.onlyRequest().location.isLocation)
    }

    @Test("reloads a widget at once whose app may always know, though nobody ever saw it")
    func always() throws {
        var (scenario, widget, _) = try Scenario.quiet()
        try scenario.authorize(.authorizedAlways)
        #expect(scenario.engine.receiversAreOn)
        scenario.arrive()
        scenario.advance(by: .seconds(300))
        scenario.forget()
        scenario.travel(eastMeters: 2000)
        let request = try scenario.onlyRequest()
        #expect(request.widget == widget)
        #expect(request.reason == .significantChange)
        #expect(request.location.isLocation)
    }

    @Test("stays pending for a widget that is not in use, and reloads it at its next view")
    func pending() throws {
        var (scenario, widget) = try changedUnseen()
        #expect(scenario.requests.isEmpty)
        #expect(scenario.pending(widget) == .significantChange)
        #expect(scenario.engine.explanation(of: widget).decisive?.condition == .inUse)

        scenario.advance(by: .seconds(86_400))
        #expect(scenario.requests.isEmpty)
        try scenario.show(widget)
        #expect(
            scenario.decisions.contains(
                .pending(.significantChange, .notInUse(lastInView: .seconds(1060 + 86_400)))
            )
        )
        scenario.fix(eastMeters: 2000)
        let request = try scenario.onlyRequest()
        #expect(request.reason == .significantChange)
        #expect(request.location.isLocation)
        try scenario.answer(request)
        #expect(scenario.pending(widget) == nil)
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

    @Test("reloads whatever the policy of the timeline says", arguments: [true, false])
    func policies(_ isNever: Bool) throws {
        var (scenario, widget, provider) = try Scenario.viewed()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        let farAhead = scenario.now.utc.advanced(by: .seconds(86_400))
        try scenario.answer(
            scenario.onlyRequest(),
            with: .entries(at: [scenario.now.utc], policy: isNever ? .never : .after(farAhead))
        )
        scenario.forget()
        scenario.travel(eastMeters: 2000)
        #expect(try scenario.onlyRequest().reason == .significantChange)
        #expect(scenario.pending(widget) != nil)
    }

    @Test("that is pending outlives a restart")
    func restart() throws {
        let (before, widget) = try changedUnseen()
        var scenario = Scenario(state: before.engine.savedState, at: before.now)
        _ = scenario.connectProvider()
        #expect(scenario.requests.isEmpty)
        try scenario.show(widget)
        scenario.arrive(eastMeters: 2000)
        let request = try scenario.onlyRequest()
        #expect(request.reason == .significantChange)
        #expect(request.location.isLocation)
    }

    @Test("that is pending and another one make one reload")
    func coalesced() throws {
        var (scenario, widget) = try changedUnseen()
        scenario.advance(by: .seconds(400))
        scenario.travel(eastMeters: 6000)
        #expect(scenario.decisionNames.count { $0 == "significantChange" } == 2)
        try scenario.show(widget)
        scenario.fix(eastMeters: 6000)
        try scenario.answer(scenario.onlyRequest())
        scenario.advance(by: .seconds(60))
        #expect(scenario.requests.count == 1)
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

    @Test("that is pending is released when the person lets the app always know")
    func releasedByAlways() throws {
        var (scenario, _) = try changedUnseen()
        try scenario.authorize(.authorizedAlways)
        scenario.fix(eastMeters: 2000)
        let request = try scenario.onlyRequest()
        #expect(request.reason == .significantChange)
        #expect(request.location.isLocation)
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

    /// A machine that has moved while its widget was not in use, by fixes that somebody else has a use for.
    private func changedUnseen() throws -> (Scenario, WidgetIdentifier) {
        var (scenario, widget, _) = try Scenario.quiet()
        scenario.arrive()
        scenario.forget()
        scenario.travel(eastMeters: 2000)
        #expect(scenario.decisionNames.contains("significantChange"))
        return (scenario, widget)
    }
}
