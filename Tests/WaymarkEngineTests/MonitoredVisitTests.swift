import LocationModel
import Testing
import WaymarkEngine

@Suite("An app that monitors visits")
struct MonitoredVisitTests {
    /// Drives to a place two kilometres east of home and stays there.
    private func visit() throws -> Scenario {
        var scenario = try Scenario.monitoring(.visits)
        for east in stride(from: 0.0, to: 2000, by: 10) {
            scenario.fix(eastMeters: east)
            scenario.advance(by: .seconds(1))
        }
        // The stay at home, whose arrival nobody saw, is over.
        try scenario.acknowledgeAll()
        scenario.forget()
        scenario.stay(eastMeters: 2000, minutes: 7)
        return scenario
    }

    @Test("finds arrival and departure when it runs again")
    func kept() throws {
        var scenario = try visit()
        #expect(scenario.waiting().map(\.kind) == [.arrival])
        scenario.stay(eastMeters: 9000, minutes: 4)
        let stream = scenario.followEvents()
        let events = scenario.occurrences(on: stream)
        #expect(events.map(\.kind) == [.arrival, .departure])
        #expect(events.allSatisfy { abs($0.eastMeters - 2000) < 60 })
        let visit = try #require(events.last?.visit)
        #expect(visit.arrival == events.first?.visit?.arrival && visit.arrival != nil)
        let stayed = try #require(visit.departure.flatMap { visit.arrival?.duration(to: $0) })
        #expect((.seconds(360)...(.seconds(440))).contains(stayed))
    }

    @Test("is told of the visit that lasts when it starts to follow")
    func present() throws {
        var scenario = try visit()
        let stream = scenario.followEvents()
        #expect(scenario.states(on: stream).first?.visit?.departure == nil)
        #expect(scenario.states(on: stream).first?.visit?.arrival == scenario.waiting().first?.visit?.arrival)
    }

    @Test("under reduced accuracy gets the area as the place, and the exact times")
    func reduced() throws {
        var scenario = try Scenario.monitoring(.visits)
        try scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
        scenario.stay(eastMeters: 0, minutes: 1)
        scenario.stay(eastMeters: 2000, minutes: 7)
        let visit = try #require(scenario.waiting().last?.visit)
        #expect(ReducedArea(of: visit.center).center == visit.center)
        #expect(visit.horizontal68Meters > 3000)
    }

    @Test("gets its exact place blurred if the accuracy was reduced before it runs")
    func reducedLater() throws {
        var scenario = try visit()
        try scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
        let stream = scenario.followEvents()
        let visit = try #require(scenario.occurrences(on: stream).first?.visit)
        #expect(ReducedArea(of: visit.center).center == visit.center)
    }

    @Test("keeps receivers in their duty cycle, and leaves no stay behind when it stops")
    func dutyCycle() throws {
        var scenario = try visit()
        #expect(scenario.engine.receiverNeed?.want == .significantChanges)
        #expect(scenario.engine.savedState.stay?.isVisit == true)
        try scenario.call(.stopMonitoring(.weather, .visits))
        #expect(scenario.engine.savedState.stay == nil)
        scenario.advance(by: .seconds(60))
        #expect(!scenario.engine.receiversAreOn && scenario.engine.receiverNeed == nil)
    }

    @Test("still knows of the stay after a restart, whatever other apps monitor")
    func restart() throws {
        var scenario = try visit()
        let other = AppKey.app("org.example.Another")
        try scenario.authorize(.authorizedAlways, app: other)
        try scenario.monitor(.significantChanges, app: other)
        let state = scenario.engine.savedState
        #expect(state.stay?.isVisit == true)
        var restarted = Scenario(state: state, at: scenario.now)
        restarted.advance(by: .seconds(1))
        #expect(restarted.engine.savedState.stay == state.stay)
    }

    @Test("has no stay kept for it once it may not know")
    func revoked() throws {
        var scenario = try visit()
        try scenario.authorize(.denied)
        #expect(scenario.engine.savedState.stay == nil)
        #expect(scenario.waiting().isEmpty)
    }

    @Test("shares the detector with all others")
    func shared() throws {
        var scenario = try Scenario.monitoring(.visits)
        try scenario.authorize(.authorizedAlways, app: .tides)
        try scenario.monitor(.visits, app: .tides)
        scenario.stay(eastMeters: -4000, minutes: 1)
        scenario.stay(eastMeters: 2000, minutes: 7)
        #expect(scenario.waiting(for: .tides).map(\.visit) == scenario.waiting().map(\.visit))
        #expect(scenario.waiting().count >= 1)
    }
}
