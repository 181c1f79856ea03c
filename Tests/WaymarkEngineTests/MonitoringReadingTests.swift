import WaymarkEngine
import LocationModel
import Testing

@Suite("What an app reads of its monitoring without a stream")
struct MonitoringReadingTests {
    private static let regions = Event.monitoringRead(.regions(after: nil), by: .weather)

    private static func accesses(_ scenario: Scenario) -> [AccessRecord] {
        scenario.engine.accesses(visibleTo: .owner).records
    }

    @Test("is in the access log for its regions, once in 15 minutes")
    func regions() throws {
        var scenario = try Scenario.withRegion()
        #expect(scenario.engine.owesAccess(for: .regions(after: nil), by: .weather))
        for seconds in [0, 1, 898, 1] {
            scenario.advance(by: .seconds(seconds))
            scenario.send(Self.regions)
        }
        #expect(Self.accesses(scenario).map(\.consumer) == [.monitor(.weather), .monitor(.weather)])
        #expect(Self.accesses(scenario).allSatisfy { $0.ground == .always })
    }

    @Test("is in the access log no second time where an event of a region just was")
    func event() throws {
        var scenario = try Scenario.withRegion()
        _ = scenario.followEvents()
        scenario.dwell(eastMeters: 3000)
        let count = Self.accesses(scenario).count
        #expect(count > 0)
        scenario.send(Self.regions)
        #expect(Self.accesses(scenario).count == count)
    }

    @Test("is in no access log where the app is told no state")
    func untold() throws {
        let outOfUse = try Scenario.withRegion(status: .authorizedWhenInUse)
        var reduced = try Scenario.withRegion()
        try reduced.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
        var unknown = Scenario()
        try unknown.authorize(.authorizedAlways)
        try unknown.addRegion("shop", eastMeters: 0)
        for var scenario in [outOfUse, reduced, unknown] {
            scenario.send(Self.regions)
            #expect(Self.accesses(scenario).isEmpty)
        }
    }

    @Test("is in the access log for the distance from its anchor")
    func anchor() throws {
        var scenario = Scenario()
        try scenario.authorize(.authorizedAlways)
        let rode = try #require(AnchorRode(chainMeters: 30, depthMeters: 5))
        try scenario.call(.anchor(.weather, .drop(rode)))
        scenario.drive(0, for: 1100)
        let count = Self.accesses(scenario).count
        for _ in 0..<2 { scenario.send(.monitoringRead(.services, by: .weather)) }
        #expect(Self.accesses(scenario).count == count + 1)
        // A call that is answered with it is covered, too.
        scenario.drive(0, for: 901)
        for _ in 0..<2 { try scenario.call(.stopMonitoring(.weather, .visits)) }
        #expect(Self.accesses(scenario).count == count + 2)
    }
}
