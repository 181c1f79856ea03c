import LocationModel
import Testing
import WaymarkEngine

@Suite("A service session")
struct ServiceSessionTests {
    /// An app in a known place, with an agent.
    private func scene(requiresSession: Bool = false) -> AuthorizationScenario {
        var manifests = [AppManifest].complete
        manifests[0].requiresServiceSession = requiresSession
        var app = AuthorizationScenario(manifests: manifests)
        app.scenario.arrive()
        return app
    }

    @Test("is required of an app whose manifest says so, for its updates and its calls")
    func required() throws {
        var app = scene(requiresSession: true)
        try app.scenario.authorize(.authorizedWhenInUse)
        let stream = app.scenario.follow()
        let call = app.scenario.requestLocation()
        #expect(app.scenario.outcome(of: call) == .absent(.serviceSessionRequired))
        #expect(app.scenario.engine.receiverNeed == nil)
        let session = app.scenario.hold(.init(level: .none))
        #expect(app.scenario.lacks(session) == [[]])
        app.scenario.disconnect(session)
        let told = app.scenario.diagnostics(of: stream)
        #expect(told == [[.serviceSessionRequired], [], [.serviceSessionRequired]])
    }

    @Test("that is required ends with the calls that wait for a fix, which get none")
    func endsWithCalls() throws {
        var app = scene(requiresSession: true)
        try app.scenario.authorize(.authorizedWhenInUse)
        let session = app.scenario.hold(.init(level: .none))
        app.scenario.advance(by: .seconds(20))
        let call = app.scenario.requestLocation()
        #expect(app.scenario.outcome(of: call) == nil)
        app.scenario.disconnect(session)
        #expect(app.scenario.outcome(of: call) == .absent(.serviceSessionRequired))
    }

    @Test("leaves the question to sessions where the manifest requires one")
    func noImplicitQuestion() throws {
        var app = scene(requiresSession: true)
        let stream = app.scenario.follow()
        #expect(app.questions.isEmpty)
        #expect(app.scenario.diagnostics(of: stream) == [[.authorizationNotDetermined]])
        let session = app.scenario.hold(.init(level: .whenInUse))
        #expect(app.questions == [.whenInUse])
        try app.answer(.allowWhileUsing)
        #expect(app.scenario.lacks(session) == [[.authorizationRequestInProgress], []])
        #expect(app.scenario.diagnostics(of: stream).last == [])
    }

    @Test("asks for always and for full accuracy once, tells what was refused, and lacks nothing else")
    func upgrades() throws {
        var app = scene()
        try app.scenario.authorize(.authorizedWhenInUse, accuracy: .reduced)
        let modest = app.scenario.hold(.init(level: .whenInUse))
        #expect(app.scenario.lacks(modest) == [[]])
        let session = app.scenario.hold(.init(level: .always, fullAccuracyPurpose: .radar))
        #expect(Set(app.questions) == [.alwaysUpgrade, .temporaryFullAccuracy(purpose: .radar)])
        #expect(
            app.scenario.lacks(session)
                == [[.authorizationRequestInProgress, .alwaysAuthorizationDenied, .fullAccuracyDenied]]
        )
        while let question = app.questions.last {
            try app.answer(question == .alwaysUpgrade ? .keepWhileUsing : .deny)
        }
        #expect(app.scenario.lacks(session).last == [.alwaysAuthorizationDenied, .fullAccuracyDenied])
        try app.scenario.authorize(.authorizedAlways, accuracy: .full)
        #expect(app.scenario.lacks(session).last == [])
    }

    @Test("keeps the app in use in the background, from when it was in use, and the person sees it")
    func background() throws {
        var app = scene()
        try app.scenario.authorize(.authorizedWhenInUse)
        let host = app.scenario.connectHost()
        try app.scenario.call(.setAppVisibility(.weather, visible: false, session: host))
        app.scenario.advance(by: .seconds(10))
        let session = app.scenario.hold(.init(level: .none, isBackground: true))
        #expect(app.scenario.lacks(session) == [[.insufficientlyInUse]])
        #expect(app.scenario.engine.backgroundApps(visibleTo: .owner, limit: 9).isEmpty)
        try app.scenario.call(.setAppVisibility(.weather, visible: true, session: host))
        try app.scenario.call(.setAppVisibility(.weather, visible: false, session: host))
        app.scenario.advance(by: .seconds(10))
        #expect(app.scenario.engine.backgroundApps(visibleTo: .owner, limit: 9) == [.weather])
        #expect(app.scenario.engine.backgroundApps(visibleTo: .neighbour, limit: 9).isEmpty)
        app.scenario.arrive()
        let stream = app.scenario.follow()
        #expect(app.scenario.diagnostics(of: stream) == [[]])
        #expect(app.scenario.engine.accesses(visibleTo: .owner).records.first?.ground == .backgroundSession)
        app.scenario.disconnect(session)
        #expect(app.scenario.decisionNames.last { $0.hasPrefix("serviceSession") } == "serviceSessionEnded")
        app.scenario.advance(by: app.scenario.engine.settings.appGrace)
        #expect(app.scenario.diagnostics(of: stream) == [[], [.insufficientlyInUse]])
    }

    @Test("that is not for the background keeps no app in use")
    func foreground() throws {
        var app = scene()
        try app.scenario.authorize(.authorizedWhenInUse)
        let host = app.scenario.connectHost()
        try app.scenario.call(.setAppVisibility(.weather, visible: true, session: host))
        let session = app.scenario.hold(.init(level: .none))
        try app.scenario.call(.setAppVisibility(.weather, visible: false, session: host))
        app.scenario.advance(by: app.scenario.engine.settings.appGrace)
        #expect(app.scenario.engine.backgroundApps(visibleTo: .owner, limit: 9).isEmpty)
        #expect(app.scenario.lacks(session) == [[], [.insufficientlyInUse]])
    }
}

extension Scenario {
    mutating func hold(_ request: ServiceSessionRequest, by caller: Caller = .owner) -> SessionIdentifier {
        openStream { .opened($0, .serviceSession(request, of: .weather), by: caller, call: $1) }
    }

    fileprivate func lacks(_ session: SessionIdentifier) -> [[LiveDiagnostic]] {
        followerEvents(to: session).compactMap {
            if case .serviceSession(let diagnostics) = $0 { diagnostics } else { nil }
        }
    }
}
