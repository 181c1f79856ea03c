import LocationModel
import Testing
import WaymarkEngine

/// An app with a manifest that is connected, and a person who answers through an agent.
struct AuthorizationScenario {
    var scenario: Scenario
    private(set) var app: SessionIdentifier
    let agent: SessionIdentifier

    init(
        settings: EngineSettings = EngineSettings(),
        manifests: [AppManifest] = .complete,
        state: SavedState = SavedState()
    ) {
        scenario = Scenario(settings: settings, state: state)
        scenario.send(.manifestsInstalled(manifests, broken: []))
        app = scenario.connectApp()
        agent = scenario.connectAgent()
        scenario.forget()
    }

    var authorization: Authorization { scenario.engine.authorization(of: .weather) }
    var questions: [PromptQuestion] { scenario.engine.prompts(for: .owner).map(\.question) }

    /// What the app was told since outcomes were last forgotten.
    var told: [AuthorizationStatus] {
        scenario.appEvents(to: app).compactMap {
            if case .authorization(let authorization) = $0 { authorization.status } else { nil }
        }
    }

    @discardableResult
    mutating func request(_ request: AuthorizationRequest) throws(Refusal) -> Answer {
        try scenario.call(.requestAuthorization(app, request))
    }

    mutating func placeWidget() throws {
        _ = scenario.connectProvider()
        _ = try scenario.place()
    }

    mutating func answer(_ choice: PromptChoice, accuracy: AccuracyAuthorization? = nil) throws {
        let prompt = try #require(scenario.engine.prompts(for: .owner).last)
        try scenario.call(.answerPrompt(agent, prompt.identifier, choice, accuracy: accuracy))
    }

    /// Asks and answers, and forgets what came of it.
    mutating func settle(_ request: AuthorizationRequest, _ choice: PromptChoice) throws {
        try self.request(request)
        try answer(choice)
        scenario.forget()
    }

    mutating func beginUse() { app = scenario.connectApp() }

    /// Ends the app's stream and the moment for which it still counts as in use.
    mutating func endUse() {
        scenario.disconnect(app)
        scenario.advance(by: scenario.engine.settings.appGrace)
    }
}

extension [AppManifest] {
    /// Manifests of the weather app, with every purpose, and of the tides app, with one.
    static let complete: [AppManifest] = {
        var weather = AppManifest(identifier: AppKey.weather.app, name: LocalizedText("Weather"))
        weather.whenInUsePurpose = LocalizedText("Shows the weather where you are.")
        weather.alwaysPurpose = LocalizedText("Warns of storms.")
        weather.temporaryAccuracyPurposes = [.radar: LocalizedText("Puts you on the radar map.")]
        var tides = AppManifest(identifier: AppKey.tides.app, name: LocalizedText("Tides"))
        tides.whenInUsePurpose = LocalizedText("Shows the tides where you are.")
        tides.defaultAccuracy = .reduced
        return [weather, tides]
    }()
}

extension AppManifest {
    static func weather(_ kinds: [WidgetKind], wantsLocation: Bool) throws -> AppManifest {
        var weather = try #require([AppManifest].complete.first)
        let name = try #require(ExtensionName("Widgets"))
        weather.extensions = [AppExtension(name: name, kinds: kinds, wantsLocation: wantsLocation)]
        return weather
    }
}

extension PurposeKey {
    static let radar: PurposeKey = {
        guard let radar = PurposeKey("Radar") else { preconditionFailure("Radar is a name") }
        return radar
    }()
}

extension AuthorizationRequest {
    static let precise = AuthorizationRequest.temporaryFullAccuracy(purpose: .radar)
}

extension EngineSettings {
    static func with(_ change: (inout EngineSettings) -> Void) -> EngineSettings {
        var settings = EngineSettings()
        change(&settings)
        return settings
    }
}
