import LocationModel
import Testing
import WaymarkEngine

@Suite("A question about an app's widgets")
struct WidgetQuestionTests {
    @Test("is asked once the app is authorized in the settings")
    func authorizedLater() throws {
        var app = AuthorizationScenario()
        _ = app.scenario.connectProvider()
        _ = try app.scenario.place()
        #expect(app.questions.isEmpty)
        try app.scenario.authorize(.authorizedWhenInUse)
        #expect(app.questions == [.widgets])
    }

    @Test("is not asked in the person's pause, but after it")
    func paused() throws {
        var app = AuthorizationScenario()
        _ = app.scenario.connectProvider()
        _ = try app.scenario.place()
        try app.scenario.pause(for: .seconds(600))
        try app.scenario.authorize(.authorizedWhenInUse)
        #expect(app.questions.isEmpty)
        app.scenario.advance(by: .seconds(600))
        #expect(app.questions == [.widgets])
    }
}

@Suite("The switch of location services")
struct SwitchedServicesTests {
    @Test("is on record for the user whose it is and for root, and for nobody else")
    func readers() throws {
        var scenario = Scenario()
        try scenario.call(.switchServices(isOn: false, user: Caller.owner.user))
        let switched = Decision.authorization(.servicesSwitched(isOn: false))
        let entry = try #require(scenario.simulation.decisions.first { $0.decision == switched })
        let readers = [Caller.owner, .neighbour, .root].filter { entry.subject.isVisible(to: $0) }
        #expect(readers == [.owner, .root])
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
        var settings = EngineSettings()
        settings.quotas[quota] = 1
        var app = AuthorizationScenario(settings: settings)
        if quota == .apps { try app.scenario.authorize(.denied, app: .tides) }
        let first = app.scenario.follow(of: .tides)
        let second = app.scenario.follow()
        let reason = quota == .apps ? LiveDiagnostic.authorizationDenied : .authorizationRequestInProgress
        #expect(app.scenario.diagnostics(of: first) == [[reason]])
        #expect(app.scenario.diagnostics(of: second) == [[.authorizationNotDetermined]])
        #expect(app.questions == (quota == .apps ? [] : [.whenInUse]))
    }
}
