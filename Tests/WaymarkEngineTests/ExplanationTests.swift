import DecisionTexts
import LocationModel
import Testing
import WaymarkEngine

@Suite("The explanation of a widget")
struct ExplanationTests {
    @Test("names the kind that wants no location")
    func wantsLocation() throws {
        var scenario = Scenario()
        let provider = scenario.connectProvider(kinds: [.calendar: .init(wantsLocation: false)])
        let widget = try scenario.place(.calendar)
        try scenario.answer(scenario.onlyRequest(), on: provider)
        expect(scenario, widget, .wantsLocation, "It is not reloaded now: its kind wants no location.")
    }

    @Test("names the app that is not authorized")
    func appAuthorized() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        try scenario.authorize(.denied)
        try scenario.answer(scenario.onlyRequest())
        expect(
            scenario,
            widget,
            .appAuthorized,
            "It is not reloaded now: org.example.Weather is not authorized: denied."
        )
    }

    @Test("does not say that widgets are refused where only the app is")
    func widgetsOfDeniedApp() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        try scenario.authorize(.denied)
        let checks = scenario.engine.explanation(of: widget).checks
        let check = try #require(checks.first { $0.condition == .widgetsAuthorized })
        #expect(check.holds)
        #expect(check.text == "widgets share the authorization")
    }

    @Test("knows when the last change was, also after a restart")
    func lastChangeAfterRestart() throws {
        let (before, _, _) = try Scenario.viewed()
        let age = before.engine.lastSignificantChangeAge
        let after = Scenario(state: before.engine.savedState, at: before.now)
        #expect(age != nil)
        #expect(after.engine.lastSignificantChangeAge == age)
    }

    @Test("names the widgets that do not share the authorization")
    func widgetsAuthorized() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        try scenario.authorize(.authorizedWhenInUse, widgets: .refused)
        try scenario.answer(scenario.onlyRequest())
        expect(
            scenario,
            widget,
            .widgetsAuthorized,
            "It is not reloaded now: widgets do not share the authorization."
        )
    }

    @Test("names the time since it was in view, and what is pending meanwhile")
    func inUse() throws {
        var (scenario, widget, _) = try Scenario.quiet()
        expect(
            scenario,
            widget,
            .inUse,
            "It is not reloaded now: last in view 15 min 30 s ago, longer than 15 min."
        )
        scenario.arrive()
        scenario.travel(eastMeters: 2000)
        expect(
            scenario,
            widget,
            .inUse,
            "A reload because the machine moved is pending; "
                + "a reload with the location is not made now: last in view 17 min 40 s ago, longer than 15 min."
        )
    }

    @Test("says that it was never in view")
    func neverInView() throws {
        var (scenario, _, _) = try Scenario.quiet()
        let widget = try scenario.place()
        try scenario.answer(scenario.onlyRequest())
        expect(
            scenario,
            widget,
            .inUse,
            "It is not reloaded now: it was never in view since the service started."
        )
    }

    @Test("names the fix that is missing")
    func fixFresh() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        scenario.advance(by: .seconds(60))
        expect(scenario, widget, .fixFresh, "It is not reloaded now: the receivers have no fix.")
    }

    @Test("names the distance that was not covered")
    func movedFarEnough() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        scenario.fix(eastMeters: 12.5)
        expect(
            scenario,
            widget,
            .movedFarEnough,
            "It is not reloaded now: the last fix is 12 m from the last notified place, of 500 m."
        )
    }

    @Test("names the area under reduced accuracy, where no distance decides")
    func areaLeft() throws {
        var (scenario, widget, provider) = try Scenario.viewed()
        try scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        for request in scenario.requests { try scenario.answer(request) }
        scenario.forget()
        scenario.fix(eastMeters: 12.5)
        expect(
            scenario,
            widget,
            .areaLeft,
            "It is not reloaded now: the last fix is in the area that was told."
        )
        scenario.travel(eastMeters: 12_000)
        let decisive = try #require(scenario.engine.explanation(of: widget).decisive)
        #expect(decisive.condition == .areaLeft)
        #expect(
            decisive.text.hasPrefix(
                "the last fix is in another area than was told, which is computed in 12 min"
            )
        )
    }

    @Test("names the change that is too recent")
    func intervalPassed() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        scenario.travel(eastMeters: 2000)
        try scenario.answer(scenario.onlyRequest())
        scenario.travel(eastMeters: 4000)
        let decisive = try #require(scenario.engine.explanation(of: widget).decisive)
        #expect(decisive.condition == .intervalPassed)
        #expect(decisive.text == "the last change was less than 5 min ago, the next may be in 2 min 53 s")
    }

    @Test("names the interval also when the change was before a restart")
    func intervalAfterRestart() throws {
        var (before, widget, _) = try Scenario.viewed()
        before.travel(eastMeters: 2000)
        try before.answer(before.onlyRequest())
        var scenario = Scenario(state: before.engine.savedState, at: before.now)
        _ = scenario.connectProvider()
        try scenario.show(widget)
        scenario.arrive(eastMeters: 4000)
        #expect(scenario.engine.explanation(of: widget).decisive?.condition == .intervalPassed)
    }

    @Test("names the doubt about a fix that is far away")
    func fixBelieved() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        scenario.advance(by: .seconds(400))
        scenario.arrive()
        scenario.fix(eastMeters: 5000)
        let decisive = try #require(scenario.engine.explanation(of: widget).decisive)
        #expect(decisive.condition == .fixBelieved)
        #expect(decisive.text.hasPrefix("the latest fix is in doubt: 5000 m in "))
    }

    @Test("names the provider that is missing, though the machine need not move again for what is owed")
    func providerConnected() throws {
        var (scenario, widget, provider) = try Scenario.viewed()
        scenario.disconnect(provider)
        scenario.travel(eastMeters: 2000)
        expect(
            scenario,
            widget,
            .providerConnected,
            "A reload because the machine moved is pending; "
                + "a reload with the location is not made now: no provider of its kind is connected."
        )
    }

    @Test("names the request that is not answered")
    func answerOutstanding() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        scenario.travel(eastMeters: 2000)
        let request = try scenario.onlyRequest()
        expect(
            scenario,
            widget,
            .providerReady,
            "A reload because the machine moved is pending; "
                + "a reload with the location is not made now: \(request.request) is not answered yet."
        )
    }

    @Test("names the failures after which the next try is not due")
    func backingOff() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        scenario.travel(eastMeters: 2000)
        try scenario.fail(scenario.onlyRequest())
        #expect(
            scenario.engine.explanation(of: widget).decisive?.text == "earlier tries failed, next in 30 s"
        )
    }

    @Test("lists all conditions in order, whichever is decisive")
    func complete() throws {
        var (scenario, widget, _) = try Scenario.quiet()
        var conditions: [Explanation.Condition] {
            scenario.engine.explanation(of: widget).checks.map(\.condition)
        }
        let all = Explanation.Condition.allCases
        #expect(conditions == all.filter { $0 != .areaLeft })
        try scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
        #expect(conditions == all.filter { $0 != .movedFarEnough && $0 != .intervalPassed })
    }

    private func expect(
        _ scenario: Scenario,
        _ widget: WidgetIdentifier,
        _ condition: Explanation.Condition,
        _ summary: String,
        _ location: SourceLocation = #_sourceLocation
    ) {
        let explanation = scenario.engine.explanation(of: widget)
        #expect(explanation.decisive?.condition == condition, sourceLocation: location)
        #expect(explanation.summary == summary, sourceLocation: location)
    }
}
