import LocationModel
import Testing
import WaymarkEngine

@Suite("What is allowed while the app is in use")
struct TemporaryAuthorizationTests {
    private func services(_ isOn: Bool) -> Command { .switchServices(isOn: isOn, user: Caller.owner.user) }

    private func policy(_ limits: AuthorizationLimits) -> Event {
        var settings = EngineSettings()
        settings.policy.add(limits, for: .init())
        return .settingsChanged(settings)
    }

    @Test(
        "once, ends for as long as services are off, and comes back with them while the app is still in use"
    )
    func onceUnderServices() throws {
        var app = AuthorizationScenario()
        try app.settle(.whenInUse, .allowOnce)
        try app.scenario.call(services(false))
        try app.scenario.call(services(true))
        #expect(app.told == [.denied, .authorizedWhenInUse])
        try app.scenario.call(services(false))
        app.endUse()
        try app.scenario.call(services(true))
        #expect(app.authorization.status == .notDetermined)
    }

    @Test("once, is limited by a policy that comes later")
    func onceUnderPolicy() throws {
        let rows: [(AuthorizationLimits, AuthorizationStatus, AccuracyAuthorization)] = [
            (.forbidden, .restricted, .full), (.whenInUseOnly, .authorizedWhenInUse, .full),
            (.reducedAccuracy, .authorizedWhenInUse, .reduced),
        ]
        for (limits, status, accuracy) in rows {
            var app = AuthorizationScenario()
            try app.settle(.whenInUse, .allowOnce)
            app.scenario.send(policy(limits))
            #expect(app.authorization.status == status)
            #expect(app.authorization.accuracy == accuracy)
            app.scenario.send(.settingsChanged(EngineSettings()))
            #expect(app.authorization.status == .authorizedWhenInUse && app.authorization.accuracy == .full)
            app.endUse()
            #expect(app.authorization.status == .notDetermined)
        }
    }

    @Test("exactly, is limited by a policy that comes later, and by the switch")
    func temporaryFullAccuracy() throws {
        var app = AuthorizationScenario()
        try app.settle(.whenInUse, .allowWhileUsing)
        try app.scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
        try app.settle(.precise, .allow)
        app.scenario.send(policy(.reducedAccuracy))
        #expect(app.authorization.accuracy == .reduced)
        app.scenario.send(.settingsChanged(EngineSettings()))
        #expect(app.authorization.accuracy == .full)
        try app.scenario.call(services(false))
        #expect(app.authorization.status == .denied)
        #expect(try app.request(.precise) == .nothing(.servicesOff))
        try app.scenario.call(services(true))
        #expect(app.authorization.accuracy == .full)
        app.endUse()
        #expect(app.authorization.accuracy == .reduced)
    }

    @Test("once, is marked in the access log")
    func accessLog() throws {
        for (choice, wasTemporary) in [(PromptChoice.allowOnce, true), (.allowWhileUsing, false)] {
            var app = AuthorizationScenario()
            try app.settle(.whenInUse, choice)
            let call = app.scenario.requestLocation()
            app.scenario.arrive()
            guard case .location = app.scenario.outcome(of: call) else {
                Issue.record("no location")
                return
            }
            let record = try #require(app.scenario.engine.accesses(visibleTo: .owner).records.first)
            #expect(record.wasTemporary == wasTemporary)
            #expect(record.ground == .appInUse)
        }
    }
}

@Suite("The end of a question")
struct PromptEndTests {
    @Test("is told to the person and to root, and to nobody else")
    func secret() throws {
        var app = AuthorizationScenario()
        let theirs = app.scenario.connectAgent(by: .neighbour)
        let ofRoot = app.scenario.connectAgent(by: .root)
        try app.request(.whenInUse)
        let prompt = try #require(app.scenario.engine.prompts(for: .owner).first?.identifier)
        app.scenario.forget()
        try app.scenario.authorize(.denied)
        #expect(app.scenario.agentEvents(to: theirs).isEmpty)
        #expect(throws: Refusal.unknownPrompt(prompt)) {
            try app.scenario.call(.answerPrompt(theirs, prompt, .deny, accuracy: nil), by: .neighbour)
        }
        #expect(throws: Refusal.promptOver(prompt, .decidedInSettings)) {
            try app.scenario.call(.answerPrompt(ofRoot, prompt, .deny, accuracy: nil), by: .root)
        }
    }

    @Test("comes with a reset, for every question about the app, and for none about another")
    func reset() throws {
        var app = AuthorizationScenario()
        let tides = app.scenario.connectApp(.tides)
        try app.scenario.call(.requestAuthorization(tides, .whenInUse))
        try app.settle(.whenInUse, .allowWhileUsing)
        _ = app.scenario.connectProvider()
        _ = try app.scenario.place()
        try app.request(.always)
        #expect(app.questions == [.whenInUse, .widgets, .alwaysUpgrade])
        let ended = app.scenario.engine.prompts(for: .owner).dropFirst().map(\.identifier)
        app.scenario.forget()
        try app.scenario.call(.reset(user: Caller.owner.user, app: AppKey.weather.app))
        #expect(app.questions == [.whenInUse])
        #expect(
            app.scenario.agentEvents(to: app.agent)
                == ended.map { .promptEnded($0, .decidedInSettings) }
        )
        #expect(app.scenario.engine.usage(of: .requests, by: Caller.owner.user) == 1)
    }
}

@Suite("The edge of a reduced area")
struct ReducedEdgeTests {
    /// The metres from home to the eastern edge of its area.
    private static let edge: Double = {
        let home = ReducedArea(of: .home)
        var meters = 0.0
        while ReducedArea(of: Coordinate.home.offset(eastMeters: meters, northMeters: 0)) == home {
            meters += 1
        }
        return meters
    }()

    private static func scenario() throws -> Scenario {
        var (scenario, _, provider) = try Scenario.viewed()
        try scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        for request in scenario.requests { try scenario.answer(request) }
        scenario.forget()
        return scenario
    }

    @Test(
        "is crossed 500 m beyond it, or beyond the 95 % radius if that is larger",
        arguments: [(490.0, 3.0, false), (515, 3, true), (590, 360, false), (615, 360, true)]
    )
    func margin(_ row: (beyond: Double, accuracy: Double, isCrossed: Bool)) throws {
        var scenario = try Self.scenario()
        scenario.stay(eastMeters: Self.edge + row.beyond, accuracyMeters: row.accuracy)
        #expect(scenario.requests.isEmpty != row.isCrossed)
        for request in scenario.requests {
            guard case .location(let fix, _) = request.location else { continue }
            let area = ReducedArea(
                of: Coordinate.home.offset(eastMeters: Self.edge + row.beyond, northMeters: 0)
            )
            #expect(fix.coordinate == area.center)
            #expect(fix.accuracy?.horizontal95Meters == area.radiusMeters + max(500, row.accuracy * 5 / 3))
        }
    }

    @Test("is told of at the next computation only if the machine is still outside")
    func backInTime() throws {
        for isBack in [true, false] {
            var scenario = try Self.scenario()
            scenario.travel(eastMeters: 12_000)
            #expect(scenario.requests.isEmpty, "not when the machine crosses it")
            scenario.stay(eastMeters: isBack ? 0 : 12_000, isAnswered: true)
            let told = scenario.requests.filter { $0.reason == .significantChange }
            #expect(told.count == (isBack ? 0 : 1))
        }
    }
}
