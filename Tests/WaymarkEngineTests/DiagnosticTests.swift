import LocationModel
import Testing
import WaymarkEngine

@Suite("The streams of an app")
struct DiagnosticTests {
    enum Obstacle: CaseIterable {
        case undecided, denied, servicesOff, policy, paused, hidden
    }

    @Test(
        "name what forbids it the location: that of locations, and that of what it monitors",
        arguments: Obstacle.allCases
    )
    func forbidden(_ obstacle: Obstacle) throws {
        var scenario = try Scenario.known()
        let host = scenario.connectHost()
        try scenario.monitor(.visits)
        var locations = [scenario.follow()]
        var events = [scenario.followEvents()]
        let named: (live: LiveDiagnostic, monitoring: MonitoringDiagnostic)
        switch obstacle {
        case .undecided:
            named = (.authorizationNotDetermined, .authorizationNotDetermined)
            try scenario.authorize(.notDetermined)
        case .denied:
            named = (.authorizationDenied, .authorizationDenied)
            try scenario.authorize(.denied)
        case .servicesOff:
            named = (.authorizationDeniedGlobally, .authorizationDeniedGlobally)
            try scenario.call(.switchServices(isOn: false, user: Caller.owner.user))
        case .policy:
            named = (.authorizationRestricted, .authorizationRestricted)
            scenario.send(.settingsChanged(.with { $0.policy.add(.forbidden) }))
        case .paused:
            named = (.pausedByPerson, .pausedByPerson)
            try scenario.pause(for: .seconds(60))
        case .hidden:
            named = (.insufficientlyInUse, .insufficientlyInUse)
            try scenario.call(.setAppVisibility(.weather, visible: false, session: host))
            scenario.advance(by: scenario.engine.settings.appGrace)
        }
        // Those that are open are told, and those that are opened then.
        locations.append(scenario.follow())
        events.append(scenario.followEvents())
        for stream in locations {
            #expect(scenario.diagnostics(of: stream).last?.contains(named.live) == true)
        }
        for stream in events {
            #expect(scenario.states(on: stream).last?.diagnostics.contains(named.monitoring) == true)
        }
    }

    @Test(
        "name what the app that asks once is told as a reason",
        arguments: [
            LocationAbsence.notDetermined(isAsked: false), .notDetermined(isAsked: true), .restricted,
            .denied,
            .servicesOff, .pausedByPerson(until: UTCInstant(nanosecondsSince1970: 0)), .insufficientlyInUse,
            .serviceSessionRequired, .locationUnknown(cause: .noReceiver),
        ]
    )
    func reasons(_ absence: LocationAbsence) {
        #expect(AbsenceReason(absence.diagnostics + [.accuracyLimited]) == absence.reason)
        #expect(absence.diagnostics == absence.diagnostics.sorted())
    }

    @Test("name what the machine lacks for what the app monitors")
    func lacking() throws {
        var scenario = try Scenario.known()
        scenario.report(.absent(ReceiverProblem("unplugged"), retryAt: nil))
        try scenario.monitor(.visits)
        try scenario.addBeaconRegion()
        let stream = scenario.followEvents()
        let told = scenario.states(on: stream).flatMap(\.diagnostics)
        #expect(told.contains(.locationUnavailable) && told.contains(.beaconsUnavailable))
    }
}
