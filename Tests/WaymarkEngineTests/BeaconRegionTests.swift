import LocationModel
import Testing
import WaymarkEngine

@Suite("A region around beacons")
struct BeaconRegionTests {
    private func scenario(_ status: AuthorizationChoice = .authorizedAlways) throws -> Scenario {
        var scenario = Scenario()
        try scenario.authorize(status)
        return scenario
    }

    /// An app that may always know watches the region; somebody may listen for beacons, and a stream is open.
    private func watched(
        assumingInside: Bool? = nil
    ) throws -> (scenario: Scenario, feed: SessionIdentifier, stream: SessionIdentifier) {
        var scenario = try scenario()
        try scenario.addBeaconRegion(assumingInside: assumingInside)
        let feed = scenario.openBeaconFeed()
        let stream = scenario.followEvents()
        return (scenario, feed, stream)
    }

    @Test("has its first state again when it was removed and is added once more")
    func addedAgain() throws {
        var scenario = try scenario()
        _ = try scenario.openListeningFeed()
        let stream = scenario.followEvents()
        for _ in 0..<2 {
            scenario.forget()
            try scenario.addBeaconRegion()
            #expect(try scenario.engine.state(of: scenario.region("shop")) == .unknown)
            scenario.advance(by: .seconds(30))
            #expect(scenario.regionEvents(on: stream) == ["out of shop"])
            try scenario.call(.removeRegion(.shop))
        }
    }

    @Test("is known 30 s after somebody begins to listen, or listens again, however long ago it was added")
    func addedLongBefore() throws {
        var scenario = try scenario()
        try scenario.addBeaconRegion()
        let stream = scenario.followEvents()
        scenario.advance(by: .seconds(600))
        let feed = try scenario.openListeningFeed()
        scenario.advance(by: .seconds(29))
        #expect(scenario.regionEvents(on: stream).isEmpty)
        scenario.advance(by: .seconds(1))
        #expect(scenario.regionEvents(on: stream) == ["out of shop"])
        scenario.disconnect(feed)
        scenario.advance(by: .seconds(10))
        _ = try scenario.openListeningFeed()
        scenario.advance(by: .seconds(29))
        #expect(try scenario.engine.state(of: scenario.region("shop")) == .unknown)
        scenario.advance(by: .seconds(1))
        #expect(try scenario.engine.state(of: scenario.region("shop")) == .unsatisfied)
        #expect(scenario.regionEvents(on: stream) == ["out of shop"], "it is nothing new")
    }

    @Test("shares its beacons with another region, which stays when the first is removed")
    func shared() throws {
        var scenario = try scenario()
        try scenario.addBeaconRegion("first", assumingInside: false)
        try scenario.addBeaconRegion("second", assumingInside: false)
        let feed = scenario.openBeaconFeed()
        let stream = scenario.followEvents()
        try scenario.hear([7], from: feed)
        #expect(scenario.regionEvents(on: stream) == ["in first", "in second"])
        scenario.advance(by: .seconds(30))
        #expect(scenario.regionEvents(on: stream).suffix(2) == ["out of first", "out of second"])
        try scenario.call(.removeRegion(.named("first")))
        try scenario.hear([7], from: feed)
        #expect(scenario.regionEvents(on: stream).last == "in second")
    }

    @Test(
        "is neither left nor known not to be entered because the machine slept, but 30 s after it woke up",
        arguments: [false, nil]
    )
    func asleep(assumingInside: Bool?) throws {
        var (scenario, feed, stream) = try watched(assumingInside: assumingInside)
        let isEntered = assumingInside != nil
        for _ in 0..<(isEntered ? 2 : 1) {
            try scenario.hear(isEntered ? [1] : [], from: feed)
            scenario.sleep(for: .seconds(3600))
        }
        let before = isEntered ? ["in shop"] : []
        scenario.advance(by: .seconds(29))
        #expect(scenario.regionEvents(on: stream) == before)
        scenario.advance(by: .seconds(1))
        #expect(scenario.regionEvents(on: stream) == before + ["out of shop"])
    }

    @Test("is left, and known to be again, after two sleeps in a row, however briefly the machine was awake")
    func wakingBriefly() throws {
        var (scenario, feed, stream) = try watched(assumingInside: false)
        try scenario.hear([1], from: feed)
        scenario.sleep(for: .seconds(600))
        scenario.advance(by: .seconds(15))
        #expect(scenario.regionEvents(on: stream) == ["in shop"])
        scenario.sleep(for: .seconds(600))
        #expect(scenario.regionEvents(on: stream) == ["in shop", "out of shop"])

        scenario.disconnect(feed)
        scenario.advance(by: .seconds(10))
        _ = try scenario.openListeningFeed()
        scenario.sleep(for: .seconds(600))
        scenario.advance(by: .seconds(15))
        #expect(try scenario.engine.state(of: scenario.region("shop")) == .unknown)
        scenario.sleep(for: .seconds(600))
        #expect(try scenario.engine.state(of: scenario.region("shop")) == .unsatisfied)
    }

    @Test("waits with its event for an app that does not run, also across a restart")
    func restart() throws {
        var scenario = try scenario()
        try scenario.addBeaconRegion(assumingInside: false)
        var feed = scenario.openBeaconFeed()
        try scenario.hear([1], from: feed)
        var later = scenario.restarted()
        feed = later.openBeaconFeed()
        try later.hear([1], from: feed, for: 5)
        let stream = later.followEvents()
        #expect(later.regionEvents(on: stream) == ["in shop"])
        later.advance(by: .seconds(40))
        #expect(later.regionEvents(on: stream) == ["in shop", "out of shop"])
    }

    @Test("tells nothing under reduced accuracy, and the state once the accuracy is full again")
    func reduced() throws {
        var (scenario, feed, stream) = try watched(assumingInside: false)
        try scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
        #expect(scenario.wishes(to: feed) == [true, false])
        try scenario.hear([1], from: feed)
        #expect(scenario.regionEvents(on: stream).isEmpty)
        #expect(try scenario.engine.state(of: scenario.region("shop")) == .unmonitored)
        try scenario.call(.authorize(.weather, SettingsChange(accuracy: .full)))
        try scenario.hear([1], from: feed)
        #expect(scenario.regionEvents(on: stream) == ["in shop"])
    }

    @Test("has somebody listen only while an app may know of it")
    func wanted() throws {
        var scenario = try scenario(.authorizedWhenInUse)
        try scenario.addBeaconRegion()
        let feed = scenario.openBeaconFeed()
        #expect(scenario.wishes(to: feed) == [false])
        let stream = scenario.followEvents()
        scenario.send(.disconnected(stream))
        scenario.advance(by: .seconds(60))
        try scenario.call(.removeRegion(.shop))
        #expect(scenario.wishes(to: feed) == [false, true, false])
    }

    @Test("is judged however many there are")
    func many() throws {
        var scenario = Scenario(settings: .with { $0.quotas[.regions] = 3000 })
        try scenario.authorize(.authorizedAlways)
        for number in 0..<2000 as Range<UInt16> {
            let condition = BeaconCondition(uuid: .shop, major: 1, minor: number)
            try scenario.addBeaconRegion("r\(number)", condition, assumingInside: true)
        }
        _ = try scenario.openListeningFeed()
        for _ in 0..<40 { scenario.advance(by: .seconds(1)) }
        #expect(scenario.engine.savedState.regions.values.allSatisfy { $0.isInside == false })
    }
}
