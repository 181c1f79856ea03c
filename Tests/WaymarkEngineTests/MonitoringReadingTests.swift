import LocationModel
import Testing
import WaymarkEngine

@Suite("What an app reads of its monitoring without a stream")
struct MonitoringReadingTests {
    private static let regions = Command.listRegions(.weather, after: nil)

    private static func accesses(_ scenario: Scenario) -> [AccessRecord] {
        scenario.engine.accesses(visibleTo: .owner).records
    }

    @Test("is in the access log for its regions, once in 15 minutes")
    func regions() throws {
        var scenario = try Scenario.withRegion()
        for seconds in [0, 1, 898, 1] {
            scenario.advance(by: .seconds(seconds))
            try scenario.call(Self.regions)
        }
        #expect(Self.accesses(scenario).map(\.consumer) == [.monitor(.weather), .monitor(.weather)])
        #expect(Self.accesses(scenario).allSatisfy { $0.ground == .always })
    }

    @Test("is not in the access log again right after an event of a region")
    func event() throws {
        var scenario = try Scenario.withRegion()
        _ = scenario.followEvents()
        scenario.dwell(eastMeters: 3000)
        let count = Self.accesses(scenario).count
        #expect(count > 0)
        try scenario.call(Self.regions)
        #expect(Self.accesses(scenario).count == count)
    }

    @Test("is in the access log for its regions although the app was just told an area")
    func area() throws {
        var scenario = try Scenario.withRegion()
        try scenario.call(.startMonitoring(.weather, .significantChanges))
        try scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
        let stream = scenario.followEvents()
        scenario.send(.disconnected(stream))
        let count = Self.accesses(scenario).count
        #expect(count > 0 && Self.accesses(scenario).allSatisfy { $0.accuracy == .reduced })
        try scenario.call(.authorize(.weather, SettingsChange(accuracy: .full)))
        try scenario.call(Self.regions)
        #expect(Self.accesses(scenario).count == count + 1)
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
            try scenario.call(Self.regions)
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
        for _ in 0..<2 { try scenario.call(.listMonitoring(.weather)) }
        #expect(Self.accesses(scenario).count == count + 1)
        // A call that is answered with it is covered, too.
        scenario.drive(0, for: 901)
        for _ in 0..<2 { try scenario.call(.stopMonitoring(.weather, .visits)) }
        #expect(Self.accesses(scenario).count == count + 2)
    }
}
