import LocationModel
import Testing
import WaymarkEngine

@Suite("The administrator's policy")
struct AuthorizationPolicyTests {
    @Test("is in force, and told, as soon as it changes; lifted, what the person decided holds again")
    func changes() throws {
        var app = AuthorizationScenario()
        try app.settle(.whenInUse, .allowWhileUsing)
        var settings = EngineSettings()
        settings.policy.add(.forbidden, for: .init(user: Caller.owner.user))
        app.scenario.send(.settingsChanged(settings))
        app.scenario.send(.settingsChanged(EngineSettings()))
        #expect(app.told == [.restricted, .authorizedWhenInUse])
    }

    @Test("ends a question that it makes pointless")
    func endsQuestions() throws {
        var app = AuthorizationScenario()
        try app.request(.whenInUse)
        var settings = EngineSettings()
        settings.policy.add(.forbidden, for: .init())
        app.scenario.send(.settingsChanged(settings))
        #expect(app.questions.isEmpty)
    }
}
