import LocationModel
import Regions
import Testing
import WaymarkEngine

@Suite("A monitored region")
struct MonitoredRegionTests {
    @Test("keeps the newest event for an app that does not run")
    func notRunning() throws {
        var scenario = try Scenario.withRegion()
        scenario.dwell(eastMeters: 3000)
        let entry = try #require(try scenario.region("shop").event)
        #expect(entry.isInside == true)
        scenario.dwell(eastMeters: 6000)
        let exit = try #require(try scenario.region("shop").event)
        let replaced = MonitorDecision.event(
            kind: .region,
            event: entry.identifier,
            .replaced(by: exit.identifier)
        )
        #expect(scenario.decisions.contains(.monitor(replaced)))
        let stream = scenario.followEvents()
        #expect(scenario.regionEvents(on: stream) == ["out of shop"])
    }

    @Test("tells an app with when-in-use, once it runs, the state found while another app was served")
    func foundByOthers() throws {
        var scenario = try Scenario.withRegion(status: .authorizedWhenInUse)
        try scenario.authorize(.authorizedAlways, app: .tides)
        try scenario.addRegion("port", eastMeters: 3000, assumingInside: false, app: .tides)
        scenario.dwell(eastMeters: 3000)
        #expect(try scenario.region("shop").event == nil)
        // The place itself is forgotten meanwhile, but not on which side of the edge it was.
        scenario.advance(by: .seconds(3600))
        let stream = scenario.followEvents()
        #expect(scenario.regionEvents(on: stream) == ["in shop"])
        scenario.dwell(eastMeters: 0)
        #expect(scenario.regionEvents(on: stream) == ["in shop", "out of shop"])
    }

    @Test("tells its first state only where it differs from what the app assumes")
    func firstState() throws {
        for (assumed, expected) in [(nil, ["out of shop"]), (false, []), (true, ["out of shop"])]
            as [(Bool?, [String])]
        {
            var scenario = try Scenario.withRegion(assumingInside: assumed)
            let stream = scenario.followEvents()
            #expect(scenario.regionEvents(on: stream) == expected)
        }
    }

    @Test("neither loses nor repeats an event over a restart")
    func restart() throws {
        var scenario = try Scenario.withRegion()
        scenario.dwell(eastMeters: 3000)
        var again = scenario.restarted()
        let stream = again.followEvents()
        #expect(again.regionEvents(on: stream) == ["in shop"])
        let event = try #require(again.regionEventIdentifiers(on: stream).first)
        #expect(try scenario.region("shop").event?.identifier == event, "the same event")
        again.dwell(eastMeters: 3000)
        #expect(again.regionEvents(on: stream).count == 1, "still inside")
        try again.call(.acknowledge(.weather, event))
        var third = again.restarted()
        let last = third.followEvents()
        third.dwell(eastMeters: 3000)
        #expect(third.regionEvents(on: last).isEmpty)
        third.dwell(eastMeters: 0)
        #expect(third.regionEvents(on: last) == ["out of shop"])
        #expect(try third.region("shop").lastEvent?.isInside == true, "the one that was acknowledged")
    }

    @Test("is not monitored under reduced accuracy")
    func reduced() throws {
        var scenario = try Scenario.withRegion()
        try scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
        let stream = scenario.followEvents()
        scenario.dwell(eastMeters: 3000)
        #expect(scenario.regionEvents(on: stream).isEmpty)
        #expect(scenario.states(on: stream).last?.diagnostics.contains(.accuracyLimited) == true)
        #expect(scenario.engine.state(of: try scenario.region("shop")) == .unmonitored)
        try scenario.call(.authorize(.weather, SettingsChange(accuracy: .full)))
        scenario.dwell(eastMeters: 3000)
        #expect(scenario.regionEvents(on: stream) == ["in shop"])
        #expect(scenario.engine.state(of: try scenario.region("shop")) == .satisfied)
    }

    @Test("replaces one of the same name, and is gone when removed")
    func replaced() throws {
        var scenario = try Scenario.withRegion()
        try scenario.addRegion("shop", eastMeters: -3000, assumingInside: false)
        #expect(scenario.engine.summary(of: .weather).regionCount == 1)
        scenario.dwell(eastMeters: 3000)
        #expect(try scenario.region("shop").event == nil)
        try scenario.call(.removeRegion(.named("shop")))
        #expect(scenario.engine.savedState.regions.isEmpty)
        try scenario.call(.removeRegion(.named("shop")))
        scenario.dwell(eastMeters: -3000)
        scenario.advance(by: .seconds(400))
        #expect(!scenario.engine.receiversAreOn)
    }

    @Test("is remembered after a reset of its app for at most as many apps as a user may have")
    func reset() throws {
        var scenario = Scenario(settings: .with { $0.quotas[.apps] = 2 })
        let apps = (1...4).map { AppKey.app("org.example.App\($0)") }
        for app in apps {
            scenario.arrive()
            try scenario.authorize(.authorizedAlways, app: app)
            try scenario.addRegion("here", eastMeters: 0, app: app)
            #expect(scenario.engine.savedState.lastMonitorEvents[app] != nil)
            try scenario.call(.reset(user: app.user, app: app.app))
        }
        #expect(Set(scenario.engine.savedState.lastMonitorEvents.keys) == Set(apps.suffix(2)))
    }

    @Test("shares a stream with others, 32 at a time, and is told again on it after a pause while that waits")
    func many() throws {
        var scenario = try Scenario.withRegion()
        for number in 1...32 {
            try scenario.addRegion("r\(number)", eastMeters: 3000, radiusMeters: 300, assumingInside: false)
        }
        scenario.dwell(eastMeters: 3000)
        let stream = scenario.followEvents()
        let told = scenario.regionEventIdentifiers(on: stream)
        #expect(told.count == 32)
        try scenario.pause(for: nil)
        scenario.forget()
        try scenario.call(.resume(user: Caller.owner.user))
        #expect(scenario.regionEventIdentifiers(on: stream) == told)
        for event in told { try scenario.call(.acknowledge(.weather, event)) }
        let last = scenario.regionEventIdentifiers(on: stream).dropFirst(32)
        #expect(last.count == 1 && Set(scenario.regionEvents(on: stream)).count == 33)
        try scenario.pause(for: nil)
        scenario.forget()
        try scenario.call(.resume(user: Caller.owner.user))
        #expect(scenario.regionEventIdentifiers(on: stream) == Array(last), "the others were acknowledged")
    }

    @Test("shortens pauses only when its edge is near", arguments: [(150.0, true), (50_000, false)])
    func pauses(_ meters: Double, _ isNear: Bool) throws {
        var scenario = try Scenario.withRegion(eastMeters: meters + 200)
        scenario.advance(by: .seconds(600))
        while !scenario.engine.receiversAreOn { scenario.advance(by: .seconds(10)) }
        scenario.arrive()
        let pause = try #require(scenario.engine.receiverPause)
        let isForRegion = if case .regionEdge = pause.reason { true } else { false }
        #expect(isForRegion == isNear)
        #expect(!isNear || pause.duration < .seconds(80))
        if case .number(let told) = Decision.power(.receiversPaused(pause)).evidence["remainingMeters"],
            isNear
        {
            #expect(told == told.rounded(), "programs are told whole metres")
        }
    }
}
