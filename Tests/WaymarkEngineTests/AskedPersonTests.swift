import LocationModel
import Testing
import WaymarkEngine

@Suite("A question about an app's widgets")
struct WidgetQuestionTests {
    @Test("is asked once the app is authorized in the settings and no pause is on", arguments: [false, true])
    func authorizedLater(_ isPaused: Bool) throws {
        var app = AuthorizationScenario()
        try app.placeWidget()
        if isPaused { try app.scenario.pause(for: .seconds(600)) }
        #expect(app.questions.isEmpty)
        try app.scenario.authorize(.authorizedWhenInUse)
        #expect(app.questions == (isPaused ? [] : [.widgets]))
        app.scenario.advance(by: .seconds(600))
        #expect(app.questions == [.widgets])
    }
}

@Suite("An app whose host hides it")
struct HiddenAppTests {
    @Test("has its pending widgets reloaded when the host shows it again or goes", arguments: [true, false])
    func shownAgain(_ hostGoes: Bool) throws {
        var (scenario, widget, _) = try Scenario.quiet()
        let host = scenario.connectHost()
        try scenario.call(.setAppVisibility(.weather, visible: false, session: host))
        _ = scenario.connectApp()
        scenario.travel(eastMeters: 2000)
        #expect(scenario.pending(widget) == .significantChange && scenario.requests.isEmpty)
        if hostGoes {
            scenario.disconnect(host)
        } else {
            try scenario.call(.setAppVisibility(.weather, visible: true, session: host))
        }
        let request = try scenario.onlyRequest()
        #expect(request.widget == widget && request.location.isLocation)
    }
}

@Suite("A question that an app asks")
struct AskingAppQuotaTests {
    @Test(
        "by a stream is not asked beyond the quotas of apps and of requests, and the stream tells what is missing",
        arguments: [Quota.apps, .requests]
    )
    func quotaOfStreams(_ quota: Quota) throws {
        var app = AuthorizationScenario(settings: .with { $0.quotas[quota] = 1 })
        if quota == .apps { try app.scenario.authorize(.denied, app: .tides) }
        let first = app.scenario.follow(of: .tides)
        let second = app.scenario.follow()
        let reason = quota == .apps ? LiveDiagnostic.authorizationDenied : .authorizationRequestInProgress
        #expect(app.scenario.diagnostics(of: first) == [[reason]])
        #expect(app.scenario.diagnostics(of: second) == [[.authorizationNotDetermined]])
        #expect(app.questions == (quota == .apps ? [] : [.whenInUse]))
    }
}
