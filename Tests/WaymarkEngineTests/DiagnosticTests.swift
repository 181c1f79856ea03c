import LocationModel
import Testing
import WaymarkEngine

@Suite("Each diagnostic, by name,")
struct DiagnosticTests {
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

    private var forbidding: EngineSettings {
        var settings = EngineSettings()
        settings.policy.add(.forbidden, for: .init())
        return settings
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
            hold(&scenario, .init(level: .always))
        case .insufficientlyInUse:
            _ = scenario.follow()
            let host = scenario.connectHost()
            try scenario.call(.setAppVisibility(.weather, visible: false, session: host))
            scenario.advance(by: scenario.engine.settings.appGrace)
        case .serviceSessionRequired:
            scenario = try scene(requiresSession: true)
            _ = scenario.follow()
        case .accuracyLimited:
            _ = scenario.follow()
            try scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
        case .fullAccuracyDenied:
            try scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
            hold(&scenario, .init(level: .none, fullAccuracyPurpose: .radar))
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
        if diagnostic == .insufficientlyInUse {
            let host = scenario.connectHost()
            try scenario.call(.setAppVisibility(.weather, visible: false, session: host))
            scenario.advance(by: scenario.engine.settings.appGrace)
        }
        let told = scenario.states(on: stream).flatMap(\.diagnostics)
        #expect(told.contains(diagnostic), "\(told)")
    }

    private func hold(_ scenario: inout Scenario, _ request: ServiceSessionRequest) {
        _ = scenario.openStream { .serviceSessionOpened($0, request, of: .weather, by: .owner, call: $1) }
    }
}

@Suite("An app that gets no location once")
struct AbsenceTests {
    private enum Reason: String, CaseIterable {
        case notDetermined, restricted, denied, servicesOff, insufficientlyInUse, serviceSessionRequired,
            paused
        case noReceiver, absent, connecting, acquiring, lost, inDoubt, noNewFix, ended

        init(_ absence: RequestAbsence) {
            switch absence {
            case .notDetermined: self = .notDetermined
            case .restricted: self = .restricted
            case .denied: self = .denied
            case .servicesOff: self = .servicesOff
            case .paused: self = .paused
            case .insufficientlyInUse: self = .insufficientlyInUse
            case .serviceSessionRequired: self = .serviceSessionRequired
            case .locationUnknown(.noReceiver): self = .noReceiver
            case .locationUnknown(.inDoubt): self = .inDoubt
            case .locationUnknown(.receiver(_, let state, _, _)):
                switch state {
                case .off, .connecting: self = .connecting
                case .absent: self = .absent
                case .acquiring: self = .acquiring
                case .fixed: self = .noNewFix
                case .lost: self = .lost
                case .ended: self = .ended
                }
            }
        }
    }

    @Test("is told the reason, each of them", arguments: Reason.allCases.map(\.rawValue))
    func reason(_ name: String) throws {
        let reason = try #require(Reason(rawValue: name))
        var scenario = Scenario(receiverNames: reason == .noReceiver ? [] : ["simulation"])
        if reason == .restricted {
            var settings = EngineSettings()
            settings.policy.add(.forbidden, for: .init())
            scenario = Scenario(settings: settings)
        }
        if reason == .serviceSessionRequired {
            var manifest = [AppManifest].complete[0]
            manifest.requiresServiceSession = true
            scenario.send(.manifestsInstalled([manifest], broken: []))
        }
        if reason != .notDetermined {
            try scenario.authorize(reason == .denied ? .denied : .authorizedWhenInUse)
        }
        switch reason {
        case .servicesOff: try scenario.call(.switchServices(isOn: false, user: Caller.owner.user))
        case .paused: try scenario.pause(for: .seconds(60))
        case .insufficientlyInUse:
            let host = scenario.connectHost()
            try scenario.call(.setAppVisibility(.weather, visible: false, session: host))
        case .absent: scenario.report(.absent(ReceiverProblem("unplugged"), retryAt: nil))
        case .connecting: scenario.report(.connecting(.opening))
        case .acquiring: scenario.report(.acquiring(.noPosition))
        case .ended: scenario.report(.ended)
        case .lost, .noNewFix, .inDoubt:
            scenario.report(.fixed)
            scenario.arrive()
            scenario.advance(by: .seconds(60))
            if reason == .lost {
                scenario.report(.lost(.silent(for: .seconds(5)), lastFixAt: scenario.now.instant))
            }
        case .notDetermined, .restricted, .denied, .serviceSessionRequired, .noReceiver: break
        }
        let call = scenario.requestLocation(LocationRequest(maximumAge: .zero, wait: .seconds(1)))
        if reason == .inDoubt { scenario.fix(eastMeters: 50_000) }
        scenario.advance(by: .seconds(2))
        guard case .absent(let absence) = scenario.outcome(of: call) else {
            Issue.record("it got \(String(describing: scenario.outcome(of: call)))")
            return
        }
        #expect(Reason(absence) == reason)
    }
}
