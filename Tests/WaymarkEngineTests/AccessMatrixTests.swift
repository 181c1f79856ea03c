import LocationModel
import Testing
import WaymarkEngine

@Suite("A widget's request")
struct AccessMatrixTests {
    enum Setting: String, CaseIterable {
        case whileUsingTheApp, whileUsingTheAppOrWidgets, always, denied, servicesOff, notDetermined
    }

    enum Use: String, CaseIterable {
        case appInUse, seenTenMinutesAgo, neither
    }

    /// One test for each cell of the table of who gets a location, in `docs/behaviour.md`.
    @Test(
        "carries the location, or the reason why not, as the table says",
        arguments: Setting.allCases,
        Use.allCases
    )
    func cell(_ setting: Setting, _ use: Use) throws {
        var scenario = Scenario()
        let provider = scenario.connectProvider()
        scenario.arrive()
        let widget = try scenario.place()
        try scenario.answer(scenario.onlyRequest(), on: provider)
        switch setting {
        case .whileUsingTheApp: try scenario.authorize(.authorizedWhenInUse, widgets: .refused)
        case .whileUsingTheAppOrWidgets: try scenario.authorize(.authorizedWhenInUse, widgets: .granted)
        case .always: try scenario.authorize(.authorizedAlways)
        case .denied: try scenario.authorize(.denied)
        case .servicesOff:
            try scenario.authorize(.authorizedAlways)
            try scenario.call(.switchServices(isOn: false, user: Caller.owner.user))
        case .notDetermined: break
        }
        switch use {
        case .appInUse: _ = scenario.connectApp()
        case .seenTenMinutesAgo:
            try scenario.show(widget)
            try scenario.hide(widget)
        case .neither: break
        }
        // Whatever all of that brought is answered, and then nothing happens for a while.
        for _ in 0..<3 {
            let requests = scenario.requests
            scenario.forget()
            for request in requests { _ = try? scenario.answer(request, on: provider) }
        }
        scenario.advance(by: .seconds(600))
        scenario.arrive()
        for request in scenario.requests { _ = try? scenario.answer(request, on: provider) }
        scenario.forget()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: widget))
        let request = try scenario.onlyRequest()
        let expected = Self.absence(setting, use)
        switch request.location {
        case .location(_, let age): #expect(expected == nil && age == .seconds(1))
        case .absent, .notWanted: #expect(request.location.absence == expected)
        }
        // Unauthorized and not available are told apart by the flag.
        let mayWidgetsKnow = setting == .whileUsingTheAppOrWidgets || setting == .always
        #expect(request.isAuthorizedForWidgetUpdates == mayWidgetsKnow)
        let status = scenario.engine.view(of: widget)?.status
        #expect((status == .denied) == (expected == .unauthorized), "hosts are told the same")
    }

    private static func absence(_ setting: Setting, _ use: Use) -> WidgetAbsence? {
        switch (setting, use) {
        case (.whileUsingTheApp, .appInUse), (.whileUsingTheAppOrWidgets, .appInUse): nil
        case (.whileUsingTheAppOrWidgets, .seenTenMinutesAgo), (.always, _): nil
        case (.whileUsingTheAppOrWidgets, .neither): .insufficientlyInUse
        case (.whileUsingTheApp, _), (.denied, _), (.servicesOff, _), (.notDetermined, _): .unauthorized
        }
    }

    @Test(
        "carries no location once the person refuses it to widgets, though the app is in use, until the next use",
        arguments: [WidgetGrant.undecided, .granted]
    )
    func refusedInUse(_ before: WidgetGrant) throws {
        var person = AuthorizationScenario()
        try person.settle(.whenInUse, .allowWhileUsing)
        try person.scenario.call(.authorize(.weather, SettingsChange(widgets: before)))
        let provider = person.scenario.connectProvider()
        let host = person.scenario.connectHost()
        person.scenario.arrive()
        let widget = try person.scenario.place()
        try person.scenario.answer(person.scenario.onlyRequest(), on: provider)
        person.scenario.forget()
        try person.scenario.call(.authorize(.weather, SettingsChange(widgets: .refused)))
        let request = try person.scenario.onlyRequest()
        #expect(request.reason == .authorizationChanged && request.location.absence == .unauthorized)
        let told = person.scenario.hostEvents(to: host).compactMap { event -> WidgetCondition? in
            switch event {
            case .widget(let view), .withdrawn(let view): view.status
            case .session, .widgets, .removed: nil
            }
        }
        #expect(told.last == .denied)
        try person.scenario.answer(request, on: provider)
        person.scenario.travel(eastMeters: 2000)
        #expect(person.scenario.requests.allSatisfy { !$0.location.isLocation })
        // The next use is another one.
        person.endUse()
        person.beginUse()
        #expect(person.scenario.engine.location(for: widget).absence != .unauthorized)
        #expect(person.scenario.engine.view(of: widget)?.status != .denied)
    }

    @Test("carries the location while its app is in use though widgets are refused it; hosts show nothing")
    func refused() throws {
        var scenario = Scenario()
        let provider = scenario.connectProvider()
        try scenario.authorize(.authorizedWhenInUse, widgets: .refused)
        _ = scenario.connectApp()
        scenario.arrive()
        let widget = try scenario.place()
        let request = try scenario.onlyRequest()
        #expect(request.location.isLocation)
        try scenario.answer(request, on: provider)
        let view = try #require(scenario.engine.view(of: widget))
        #expect(view.status == .waiting && view.entry == nil)
    }
}
