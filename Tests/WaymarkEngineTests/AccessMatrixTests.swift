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
        case .absent(let absence): #expect(absence == expected)
        }
        // Unauthorized and not available are told apart by the flag.
        let mayWidgetsKnow = setting == .whileUsingTheAppOrWidgets || setting == .always
        #expect(request.isAuthorizedForWidgetUpdates == mayWidgetsKnow)
    }

    private static func absence(_ setting: Setting, _ use: Use) -> LocationAbsence? {
        switch (setting, use) {
        case (.whileUsingTheApp, .appInUse), (.whileUsingTheAppOrWidgets, .appInUse): nil
        case (.whileUsingTheAppOrWidgets, .seenTenMinutesAgo), (.always, _): nil
        case (.whileUsingTheAppOrWidgets, .neither): .insufficientlyInUse
        case (.whileUsingTheApp, _), (.denied, _), (.servicesOff, _), (.notDetermined, _): .unauthorized
        }
    }
}
