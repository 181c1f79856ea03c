import LocationModel
import Testing
import WaymarkEngine

@Suite("An app that monitors visits")
struct MonitoredVisitTests {
    /// Drives to a place two kilometres east of home and stays there.
    private func visit() throws -> Scenario {
        var scenario = try Scenario.monitoring(.visits)
        scenario.drive(10, for: 200)
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
        #expect(events.allSatisfy { abs(($0.eastMeters ?? 0) - 2000) < 60 })
        let visit = try #require(events.last?.visit)
        #expect(visit.arrival == events.first?.visit?.arrival && visit.arrival != nil)
        let stayed = try #require(visit.departure.flatMap { visit.arrival?.duration(to: $0) })
        #expect((.seconds(360)...(.seconds(440))).contains(stayed))
    }

    @Test(
        "gets the area as the place, also if the accuracy was reduced after the arrival, before it runs",
        arguments: [false, true]
    )
    func reduced(later: Bool) throws {
        var scenario = try later ? visit() : Scenario.monitoring(.visits)
        try scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
        if !later {
            scenario.stay(eastMeters: 0, minutes: 1)
            scenario.stay(eastMeters: 2000, minutes: 7)
        }
        let stream = scenario.followEvents()
        let visit = try #require(scenario.occurrences(on: stream).last?.visit)
        #expect(ReducedArea(of: visit.center).center == visit.center)
        #expect(visit.horizontal68Meters > 3000)
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
}
