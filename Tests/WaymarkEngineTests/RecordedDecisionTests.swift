import LocationModel
import Testing
import WaymarkEngine

@Suite("On record is")
struct RecordedDecisionTests {
    @Test("that an app and an agent connect and leave, and that the app's use ends then")
    func sessions() {
        var app = AuthorizationScenario()
        let second = app.scenario.connectApp(.tides)
        app.scenario.disconnect(second)
        app.scenario.disconnect(app.agent)
        let agent = app.scenario.connectAgent()
        app.scenario.advance(by: app.scenario.engine.settings.appGrace)
        let decisions: [AuthorizationDecision] = [
            .appConnected(second), .appDisconnected(second), .agentDisconnected(app.agent),
            .agentConnected(agent), .useEnded,
        ]
        #expect(app.scenario.decisions == decisions.map(Decision.authorization))
    }

    @Test("which program listens for beacons, and whether an app wants that")
    func beacons() throws {
        var scenario = try Scenario.known()
        let feed = scenario.openBeaconFeed()
        let follower = scenario.followBeacons()
        scenario.disconnect(follower)
        scenario.disconnect(feed)
        let decisions: [BeaconDecision] = scenario.decisions.compactMap {
            switch $0 {
            case .beacons(.listening): nil
            case .beacons(let decision): decision
            default: nil
            }
        }
        #expect(decisions == [.feedConnected(feed), .wanted(true), .wanted(false), .feedDisconnected(feed)])
    }

    @Test("that a stream of events opens and ends, which event was made, and why a service stopped")
    func monitoring() throws {
        var scenario = try Scenario.monitoring(.significantChanges)
        let stream = scenario.followEvents()
        scenario.travel(eastMeters: 2000)
        let event = try #require(scenario.waiting().first).identifier
        try scenario.call(.stopMonitoring(.weather, .significantChanges))
        scenario.disconnect(stream)
        let decisions: [MonitorDecision] = scenario.decisions.compactMap {
            if case .monitor(let decision) = $0 { decision } else { nil }
        }
        #expect(decisions.first == .streamOpened(stream) && decisions.last == .streamEnded(stream))
        #expect(decisions.contains(.made(.significantChange, event, .appInUse)))
        #expect(decisions.contains(.stopped(.significantChanges, .asked)))
    }

    @Test("why a program that the service started ends, and that its launcher is gone")
    func launches() throws {
        var (scenario, _, launcher) = try Scenario.launching()
        let unused = scenario.connectLauncher(.system)
        #expect(scenario.effects.contains(.tellLauncher(unused, .session)))
        let (program, provider) = try scenario.serve(launcher)
        let idleTime = scenario.engine.settings.launching.idleAfter
        scenario.advance(by: idleTime)
        #expect(scenario.decisions.contains(.launch(.idle(program.launch, idleFor: idleTime))))
        #expect(!scenario.decisions.contains(.launch(.left(program.launch))))
        var (other, _, otherLauncher) = try Scenario.launching()
        let (left, leaving) = try other.serve(otherLauncher)
        other.disconnect(leaving)
        #expect(other.decisions.contains(.launch(.left(left.launch))))
        scenario.disconnect(provider)
        scenario.disconnect(launcher)
        #expect(scenario.decisions.last == .launch(.launcherDisconnected(launcher)))
    }

    @Test("that a provider connects, and that a widget is placed and configured anew")
    func widgets() throws {
        var scenario = Scenario()
        let provider = scenario.connectProvider()
        let connected = scenario.decisions.contains {
            if case .providerConnected(provider, kinds: 1, _) = $0 { true } else { false }
        }
        #expect(connected)
        let widget = try scenario.place()
        #expect(scenario.decisions.contains(.placed))
        let family = try #require(scenario.engine.view(of: widget)?.family)
        let other = try #require(WidgetFamily.allCases.first { $0 != family })
        try scenario.call(.configure(widget, family: other, configuration: nil))
        #expect(scenario.decisions.contains(.configured(family: other, properties: 0)))
    }

    @Test("by how much somebody set the clock, from a minute on in either direction", arguments: [60, -60])
    func clock(_ seconds: Int) {
        var scenario = Scenario()
        for step in [Duration.seconds(seconds), .seconds(seconds - seconds.signum())] {
            scenario.setWallClock(by: step)
            scenario.send(.timeChanged(.clock))
        }
        #expect(scenario.decisions == [.clockSet(by: .seconds(seconds))])
    }

    @Test("since when a stream at rest gets no locations, and what keeps one from a session")
    func streams() throws {
        var scenario = try Scenario.known()
        let stream = scenario.follow()
        scenario.stayOn(for: 310)
        let paused = scenario.decisions.contains {
            if case .follower(stream, .paused) = $0 { true } else { false }
        }
        #expect(paused)
        try scenario.authorize(.denied)
        let withheld = scenario.decisions.contains {
            if case .follower(stream, .withheld(let diagnostics, _)) = $0 {
                diagnostics == [.authorizationDenied]
            } else {
                false
            }
        }
        #expect(withheld)
    }
}
