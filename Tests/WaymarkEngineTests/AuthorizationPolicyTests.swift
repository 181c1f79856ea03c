import LocationModel
import Testing
import WaymarkEngine

@Suite("The administrator's policy")
struct AuthorizationPolicyTests {
    private static func policy(
        _ rules: [(AuthorizationLimits, AuthorizationPolicy.Subject)]
    ) -> AuthorizationPolicy {
        var policy = AuthorizationPolicy()
        for (limits, subject) in rules { policy.add(limits, for: subject) }
        return policy
    }

    @Test("that forbids shows restricted, whatever the person decides, and nothing can be asked")
    func forbidden() throws {
        var settings = EngineSettings()
        settings.policy = Self.policy([(.forbidden, .init(app: AppKey.weather.app))])
        var app = AuthorizationScenario(settings: settings)
        #expect(try app.request(.whenInUse) == .nothing(.restricted))
        try app.scenario.authorize(.authorizedAlways)
        #expect(app.authorization.status == .restricted)
        #expect(!app.authorization.isAuthorizedForWidgetUpdates)
        #expect(app.told.isEmpty)
    }

    @Test("that allows when in use only holds always down to it, and asks for no more")
    func whenInUseOnly() throws {
        var settings = EngineSettings()
        settings.policy = Self.policy([(.whenInUseOnly, .init())])
        var app = AuthorizationScenario(settings: settings)
        try app.request(.always)
        #expect(app.questions == [.whenInUse])
        try app.answer(.allowWhileUsing)
        #expect(try app.request(.always) == .nothing(.restricted))
        try app.scenario.authorize(.authorizedAlways)
        #expect(app.authorization.status == .authorizedWhenInUse)
    }

    @Test("that reduces accuracy cannot be lifted by the person or for a while")
    func reducedAccuracy() throws {
        var settings = EngineSettings()
        settings.policy = .reducingAccuracy
        var app = AuthorizationScenario(settings: settings)
        try app.settle(.whenInUse, .allowWhileUsing)
        try app.scenario.call(.authorize(.weather, SettingsChange(accuracy: .full)))
        #expect(app.authorization.accuracy == .reduced)
        #expect(try app.request(.precise) == .nothing(.restricted))
    }

    @Test("is in force, and told, as soon as it changes; lifted, what the person decided holds again")
    func changes() throws {
        var app = AuthorizationScenario()
        try app.settle(.whenInUse, .allowWhileUsing)
        var settings = EngineSettings()
        settings.policy = Self.policy([(.forbidden, .init(user: Caller.owner.user))])
        app.scenario.send(.settingsChanged(settings))
        app.scenario.send(.settingsChanged(EngineSettings()))
        #expect(app.told == [.restricted, .authorizedWhenInUse])
    }

    @Test("ends a question that it makes pointless")
    func endsQuestions() throws {
        var app = AuthorizationScenario()
        try app.request(.whenInUse)
        var settings = EngineSettings()
        settings.policy = Self.policy([(.forbidden, .init())])
        app.scenario.send(.settingsChanged(settings))
        #expect(app.questions.isEmpty)
    }
}
