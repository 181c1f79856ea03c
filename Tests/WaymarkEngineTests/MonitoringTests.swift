import LocationModel
import Testing
import WaymarkEngine

@Suite("An app that monitors significant changes")
struct MonitoringTests {
    @Test(
        "finds the newest change when it runs again, also after a restart, until it acknowledges it",
        arguments: [false, true]
    )
    func kept(restarts: Bool) throws {
        var scenario = try Scenario.monitoring(.significantChanges)
        scenario.travel(eastMeters: 2000)
        scenario.advance(by: .seconds(300))
        scenario.travel(eastMeters: 5000)
        var stream = scenario.followEvents()
        let event = try #require(scenario.occurrences(on: stream).first)
        #expect(scenario.occurrences(on: stream).map(\.eastMeters) == [5000])
        if restarts { scenario = scenario.restarted() } else { scenario.disconnect(stream) }
        scenario.advance(by: .seconds(1))
        #expect(scenario.engine.receiverNeed?.consumer == .monitor(.weather), "receivers run for it")
        stream = scenario.followEvents()
        scenario.arrive(eastMeters: 5000)
        #expect(scenario.occurrences(on: stream) == [event])
        scenario.advance(by: .seconds(100))
        try scenario.call(.acknowledge(.weather, event.identifier))
        try scenario.call(.acknowledge(.weather, event.identifier))
        #expect(scenario.waiting().isEmpty)
        let elapsed = event.date.duration(to: scenario.now.utc)
        let acknowledged = MonitorDecision.event(
            kind: event.kind,
            event: event.identifier,
            .acknowledged(elapsed: elapsed)
        )
        #expect(scenario.decisions.count { $0 == .monitor(acknowledged) } == 1)
    }

    @Test("gets no identifier twice, although the clock is set back meanwhile", arguments: [false, true])
    func identifiers(restarts: Bool) throws {
        var scenario = try Scenario.monitoring(.significantChanges)
        scenario.travel(eastMeters: 2000)
        let first = try #require(scenario.waiting().first)
        try scenario.acknowledgeAll()
        scenario.setWallClock(by: .seconds(-86_400))
        if restarts { scenario = Scenario(state: scenario.engine.savedState, at: scenario.now) }
        scenario.advance(by: .seconds(300))
        scenario.travel(eastMeters: 5000)
        let second = try #require(scenario.waiting().first)
        #expect(second.identifier > first.identifier)
        try scenario.call(.reset(user: Caller.owner.user, app: AppKey.weather.app))
        try scenario.authorize(.authorizedAlways)
        try scenario.monitor(.significantChanges)
        scenario.advance(by: .seconds(300))
        scenario.travel(eastMeters: 8000)
        let third = try #require(scenario.waiting().first, "after a reset")
        #expect(third.identifier > second.identifier)
    }

    @Test("gets each event on all of its streams")
    func streams() throws {
        var scenario = try Scenario.monitoring(.significantChanges)
        let streams = [scenario.followEvents(), scenario.followEvents()]
        scenario.travel(eastMeters: 2000)
        for stream in streams { #expect(scenario.occurrences(on: stream).count == 1) }
        let accesses = scenario.engine.accesses(visibleTo: .owner).records.filter {
            $0.consumer == .monitor(.weather)
        }
        #expect(accesses.count == 3, "two states and one event were given")
    }

    @Test("hears of nothing that happened while it was not in use, if it may know only then")
    func whenInUse() throws {
        var scenario = try Scenario.monitoring(.significantChanges, status: .authorizedWhenInUse)
        scenario.travel(eastMeters: 2000)
        #expect(scenario.waiting().isEmpty)
        let stream = scenario.followEvents()
        #expect(scenario.states(on: stream).first?.diagnostics == [.alwaysAuthorizationDenied])
        scenario.advance(by: .seconds(300))
        scenario.travel(eastMeters: 5000)
        scenario.advance(by: .seconds(300))
        scenario.travel(eastMeters: 8000)
        #expect(scenario.occurrences(on: stream).map(\.eastMeters) == [5000, 8000])
        scenario.disconnect(stream)
        scenario.advance(by: .seconds(600))
        #expect(scenario.engine.receiverNeed == nil, "no receiver runs for it any more")
        #expect(scenario.waiting().map(\.eastMeters) == [8000], "what it may have missed waits")
    }

    @Test("loses what waits when the permission is taken away")
    func revoked() throws {
        var scenario = try Scenario.monitoring(.significantChanges)
        scenario.travel(eastMeters: 2000)
        #expect(scenario.waiting().count == 1)
        try scenario.authorize(.denied)
        #expect(scenario.waiting().isEmpty)
        #expect(scenario.decisionNames.contains("monitorEventDropped"))
    }

    @Test("that stops leaves nothing behind, and receivers go off")
    func stopped() throws {
        var scenario = try Scenario.monitoring(.significantChanges)
        scenario.travel(eastMeters: 2000)
        _ = scenario.followEvents()
        #expect(scenario.engine.summary(of: .weather).monitors == [.significantChanges])
        try scenario.call(.stopMonitoring(.weather, .significantChanges))
        let state = scenario.engine.savedState
        #expect(state.monitoring.isEmpty && state.monitorEvents.isEmpty && state.toldPlaces.isEmpty)
        scenario.advance(by: .seconds(60))
        #expect(!scenario.engine.receiversAreOn)
    }

    @Test("is told again as an area what waits when the person reduces the accuracy, as it may be withdrawn")
    func reducedMeanwhile() throws {
        var scenario = try Scenario.monitoring(.significantChanges)
        let stream = scenario.followEvents()
        scenario.travel(eastMeters: 2000)
        let exact = try #require(scenario.occurrences(on: stream).first)
        scenario.forget()
        try scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
        let told = scenario.occurrences(on: stream)
        #expect(told.map(\.identifier) == [exact.identifier])
        let place = try #require(told.first?.content.coordinate)
        #expect(place != exact.content.coordinate && ReducedArea(of: place).center == place)
    }

    @Test("under reduced accuracy hears of another area only, also when it is not running")
    func reduced() throws {
        var scenario = try Scenario.monitoring(.significantChanges)
        try scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
        let stream = scenario.followEvents()
        let told = try #require(scenario.states(on: stream).first)
        #expect(told.diagnostics == [.accuracyLimited])
        #expect(told.place?.coordinate == ReducedArea(of: .home).center)
        scenario.travel(eastMeters: 700)
        #expect(scenario.occurrences(on: stream).isEmpty, "still the same area")
        scenario.disconnect(stream)
        scenario.travel(eastMeters: 20_000)
        #expect(scenario.waiting().isEmpty, "the area is computed later")
        scenario.stay(eastMeters: 20_000)
        let event = try #require(scenario.waiting().first)
        let area = try #require(event.content.coordinate)
        #expect(ReducedArea(of: area).center == area)
        #expect(event.place?.horizontal68Meters ?? 0 > 3000)
        #expect(event.place?.horizontal95Meters == event.place?.horizontal68Meters)
        scenario.travel(eastMeters: 20_700)
        scenario.stay(eastMeters: 20_700)
        #expect(scenario.waiting() == [event], "the area has not changed since")
    }
}
