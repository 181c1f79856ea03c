import LocationModel
import Testing
import WaymarkEngine

@Suite("The explanation of a widget")
struct ExplanationTests {
    @Test("names the time since it was in view, and what is pending")
    func inUse() throws {
        var (scenario, widget, _) = try Scenario.quiet()
        scenario.arrive()
        scenario.travel(eastMeters: 2000)
        #expect(
            summary(scenario, widget)
                == "No: it was last in view 17 min 40 s ago, and was in use for 15 min after that. "
                + "A reload because the machine moved is pending: not in use, last in view 17 min 40 s ago."
        )
    }

    @Test("names the fix that is missing")
    func fixFresh() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        scenario.advance(by: .seconds(60))
        #expect(summary(scenario, widget) == "No: the last credible fix is 1 min 1 s old, older than 10 s.")
        scenario.report(.lost(.noPosition, lastFixAt: scenario.now.instant))
        scenario.noFix(SatelliteCount(used: 2, inView: 7))
        scenario.advance(by: .seconds(40))
        let satellites = "it has no position any more, 2 satellites used of 7 in view."
        #expect(summary(scenario, widget).hasSuffix("; simulation: lost for 40 s: \(satellites)"))
    }

    @Test("says yes, and names the distance that was not covered")
    func movedFarEnough() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        scenario.fix(eastMeters: 12.5)
        let yes = "Yes: a reload now would carry the location. The machine's movement asks for none"
        let reason = "the last fix is 12 m from the place of the last change, nearer than 500 m."
        #expect(summary(scenario, widget) == "\(yes): \(reason)")
        #expect(scenario.engine.explanation(of: widget).unmetMovement?.condition == .movedFarEnough)
    }

    @Test("names the area under reduced accuracy, where no distance decides")
    func area() throws {
        var (scenario, widget, provider) = try Scenario.viewed()
        try scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
        let accuracy = find(.accuracy, scenario, widget)
        #expect(accuracy?.text.hasPrefix("the app may know an area about 5 km") == true)
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        for request in scenario.requests { try scenario.answer(request) }
        scenario.forget()
        scenario.fix(eastMeters: 12.5)
        #expect(summary(scenario, widget).hasSuffix(" asks for none: the area is the one that was told."))
        #expect(find(.intervalPassed, scenario, widget)?.holds == nil)
        scenario.travel(eastMeters: 12_000)
        // Nobody is told when the machine leaves the area.
        #expect(find(.movedFarEnough, scenario, widget)?.holds == false)
        scenario.disconnect(provider)
        scenario.stay(eastMeters: 12_000)
        #expect(find(.movedFarEnough, scenario, widget)?.holds == true)
    }

    @Test("counts the interval to the next change down, also while no fix comes")
    func intervalPassed() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        scenario.travel(eastMeters: 2000)
        try scenario.answer(scenario.onlyRequest())
        scenario.travel(eastMeters: 4000)
        let unmet = try #require(scenario.engine.explanation(of: widget).unmetMovement)
        #expect(unmet.condition == .intervalPassed)
        #expect(unmet.text == "the last change was less than 5 min ago, the next can be in 2 min 52 s")
        scenario.advance(by: .seconds(60))
        let later = try #require(find(.intervalPassed, scenario, widget))
        #expect(later.text != unmet.text)
    }

    @Test("names the doubt about a fix that is far away, and answers by the last believed one")
    func fixBelieved() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        scenario.advance(by: .seconds(400))
        scenario.arrive()
        scenario.fix(eastMeters: 5000)
        let explanation = scenario.engine.explanation(of: widget)
        #expect(explanation.decisive == nil && scenario.engine.location(for: widget).isLocation)
        let unmet = try #require(explanation.unmetMovement)
        #expect(unmet.condition == .fixBelieved)
        #expect(unmet.text.hasPrefix("the latest fix is in doubt: 5000 m in "))
    }

    @Test("names the purpose that no manifest states only while the person has not decided")
    func purpose() throws {
        var scenario = Scenario()
        _ = scenario.connectProvider()
        let widget = try scenario.place()
        let request = try scenario.onlyRequest().request
        let pending = "A reload because it has no timeline yet is pending:"
        let reason = "no manifest of the app states the purpose, so the person cannot be asked."
        let wait = "\(request) is not answered yet, and is due in 30 s."
        #expect(summary(scenario, widget) == "No: \(reason) \(pending) \(wait)")
        try scenario.authorize(.denied)
        #expect(find(.purposeStated, scenario, widget)?.holds == true)
    }

    @Test("names the policy and the switch before the person's decision, which they leave as it is")
    func policy() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        let rows: [(AuthorizationLimits, String, holds: Bool)] = [
            ([.forbidden], "the administrator's policy forbids the location", false),
            (
                [.whenInUseOnly, .reducedAccuracy],
                "the administrator's policy allows when-in-use and reduced accuracy at most", true
            ),
        ]
        for (limits, text, holds) in rows {
            let settings = EngineSettings.with { $0.policy.add(limits, app: AppKey.weather.app) }
            scenario.send(.settingsChanged(settings))
            let policy = try #require(find(.allowedByPolicy, scenario, widget))
            #expect(policy.text == text && policy.holds == holds)
            #expect(find(.appAuthorized, scenario, widget)?.holds == true)
        }
        try scenario.call(.switchServices(isOn: false, user: Caller.owner.user))
        #expect(summary(scenario, widget).hasPrefix("No: location services are off for the user."))
        let conditions = [Explanation.Condition.appAuthorized, .widgetsAuthorized, .inUse, .allowedByPolicy]
        for condition in conditions { #expect(find(condition, scenario, widget)?.holds == true) }
    }

    @Test("lists all conditions in order, whichever is decisive and however much the reader may know")
    func complete() throws {
        var (scenario, widget, _) = try Scenario.quiet()
        #expect(conditions(scenario, widget) == Explanation.Condition.allCases)
        try scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
        #expect(conditions(scenario, widget) == Explanation.Condition.allCases)
        let withheld = scenario.engine.explanation(of: widget, tellsOfMovement: false).checks
        #expect(withheld.map(\.condition) == Explanation.Condition.allCases)
        let unsaid = withheld.filter { $0.holds == nil }.map(\.condition)
        #expect(unsaid == [.fixBelieved, .movedFarEnough, .intervalPassed])
    }

    private func conditions(_ scenario: Scenario, _ widget: WidgetIdentifier) -> [Explanation.Condition] {
        scenario.engine.explanation(of: widget).checks.map(\.condition)
    }

    private func find(
        _ condition: Explanation.Condition,
        _ scenario: Scenario,
        _ widget: WidgetIdentifier
    ) -> Explanation.Check? {
        scenario.engine.explanation(of: widget).checks.first { $0.condition == condition }
    }

    private func summary(_ scenario: Scenario, _ widget: WidgetIdentifier) -> String {
        scenario.engine.explanation(of: widget).summary
    }
}
