import LocationModel
import Testing
import WaymarkEngine

@Suite("Each diagnostic, by name,")
struct DiagnosticTests {
    private let forbidding = EngineSettings.with { $0.policy.add(.forbidden, for: .init()) }

    /// An app in a known place, with a manifest and an agent, which may know while it is in use unless said otherwise.
    private func scene(
        _ status: AuthorizationChoice? = .authorizedWhenInUse,
        settings: EngineSettings = EngineSettings(),
        requiresSession: Bool = false
    ) throws -> Scenario {
        var manifests = [AppManifest].complete
        manifests[0].requiresServiceSession = requiresSession
        var app = AuthorizationScenario(settings: settings, manifests: manifests)
        if let status { try app.scenario.authorize(status) }
        app.scenario.arrive()
        return app.scenario
    }

    private func hideApp(_ scenario: inout Scenario) throws {
        let host = scenario.connectHost()
        try scenario.call(.setAppVisibility(.weather, visible: false, session: host))
        scenario.advance(by: scenario.engine.settings.appGrace)
    }

    @Test("is told on a stream of the app when its reason arises", arguments: LiveDiagnostic.allCases)
    func live(_ diagnostic: LiveDiagnostic) throws {
        var scenario = try scene()
        switch diagnostic {
        case .authorizationNotDetermined:
            scenario = Scenario()
            _ = scenario.follow()
        case .authorizationRequestInProgress:
            scenario = try scene(nil)
            _ = scenario.follow()
        case .authorizationDenied:
            _ = scenario.follow()
            try scenario.authorize(.denied)
        case .authorizationDeniedGlobally:
            _ = scenario.follow()
            try scenario.call(.switchServices(isOn: false, user: Caller.owner.user))
        case .authorizationRestricted:
            scenario = try scene(settings: forbidding)
            _ = scenario.follow()
        case .pausedByPerson:
            _ = scenario.follow()
            try scenario.pause(for: .seconds(60))
        case .alwaysAuthorizationDenied:
            _ = scenario.hold(.init(level: .always))
        case .insufficientlyInUse:
            _ = scenario.follow()
            try hideApp(&scenario)
        case .serviceSessionRequired:
            scenario = try scene(requiresSession: true)
            _ = scenario.follow()
        case .accuracyLimited:
            _ = scenario.follow()
            try scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
        case .fullAccuracyDenied:
            try scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
            _ = scenario.hold(.init(level: .none, fullAccuracyPurpose: .radar))
        case .locationUnavailable:
            scenario.advance(by: .seconds(3600))
            _ = scenario.follow()
        case .headingUnavailable: _ = scenario.followHeading()
        case .beaconsUnavailable: _ = scenario.followBeacons()
        case .stationary:
            _ = scenario.follow()
            scenario.drive(0, for: 400)
        }
        let told = scenario.effects.flatMap { effect -> [LiveDiagnostic] in
            switch effect {
            case .tellFollowers(_, .location(let update)): update.diagnostics
            case .tellFollowers(_, .heading(let update)): update.diagnostics
            case .tellFollowers(_, .beacons(let update)): update.diagnostics
            case .tellFollowers(_, .serviceSession(let diagnostics)): diagnostics
            default: []
            }
        }
        #expect(told.contains(diagnostic), "\(told)")
    }

    @Test("is told on the stream of what the app monitors", arguments: MonitoringDiagnostic.allCases)
    func monitoring(_ diagnostic: MonitoringDiagnostic) throws {
        var scenario = try scene()
        switch diagnostic {
        case .authorizationNotDetermined: scenario = try scene(nil)
        case .authorizationRequestInProgress:
            scenario = try scene(nil)
            _ = scenario.follow()
        case .authorizationDenied: try scenario.authorize(.denied)
        case .authorizationDeniedGlobally:
            try scenario.call(.switchServices(isOn: false, user: Caller.owner.user))
        case .authorizationRestricted: scenario = try scene(settings: forbidding)
        case .pausedByPerson: try scenario.pause(for: .seconds(60))
        case .insufficientlyInUse, .alwaysAuthorizationDenied: break
        case .serviceSessionRequired: scenario = try scene(requiresSession: true)
        case .accuracyLimited: try scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
        case .locationUnavailable: scenario.report(.absent(ReceiverProblem("unplugged"), retryAt: nil))
        case .beaconsUnavailable: try scenario.addBeaconRegion()
        }
        try scenario.monitor(.visits)
        let stream = scenario.followEvents()
        if diagnostic == .insufficientlyInUse { try hideApp(&scenario) }
        let told = scenario.states(on: stream).flatMap(\.diagnostics)
        #expect(told.contains(diagnostic), "\(told)")
    }
}

@Suite("An app that gets no location once")
struct AbsenceTests {
    @Test(
        "is told the state of the receiver",
        arguments: [
            ReceiverState.absent(ReceiverProblem("unplugged"), retryAt: nil), .connecting(.opening), .fixed,
            .lost(.silent(for: .seconds(5)), lastFixAt: Moment.start.instant), .ended,
        ]
    )
    func receiver(_ state: ReceiverState) throws {
        var scenario = try Scenario.known()
        scenario.advance(by: .seconds(60))
        scenario.report(state)
        let call = scenario.requestLocation()
        scenario.advance(by: .seconds(10))
        guard case .absent(.locationUnknown(.receiver(_, let told, _, _))) = scenario.outcome(of: call) else {
            Issue.record("it got \(String(describing: scenario.outcome(of: call)))")
            return
        }
        #expect(told == state)
    }
}
