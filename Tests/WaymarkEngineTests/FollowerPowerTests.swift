import LocationModel
import Testing
import WaymarkEngine

@Suite("Receivers for streams of locations")
struct FollowerPowerTests {
    private func share(
        _ request: FollowRequest,
        seconds: Int,
        metersPerSecond: Double = 0
    ) throws -> (share: Double, updates: [LocationUpdate]) {
        var scenario = try Scenario.known()
        let stream = scenario.follow(request)
        var on = 0
        for second in 0..<seconds {
            if scenario.engine.receiversAreOn {
                on += 1
                scenario.fix(eastMeters: metersPerSecond * Double(second))
            }
            scenario.advance(by: .seconds(1))
        }
        return (Double(on) / Double(seconds), scenario.updates(to: stream))
    }

    @Test("pause between the fixes of a stream with a long interval, and none is late")
    func interval() throws {
        let request = FollowRequest(minimumInterval: .seconds(60))
        let (share, updates) = try share(request, seconds: 3600, metersPerSecond: 5)
        #expect(share < 0.1)
        #expect((57...61).contains(updates.count) && updates.allSatisfy { $0.fix != nil })
    }

    @Test("pause for a stream that wants 100 m on foot, and not in a car")
    func accuracy() throws {
        let request = FollowRequest(desiredAccuracyMeters: 100)
        #expect(try share(request, seconds: 1200, metersPerSecond: 1.2).share < 0.2)
        #expect(try share(request, seconds: 1200, metersPerSecond: 20).share > 0.9)
    }

    @Test(
        "pause for a stream that wants to know of any distance, however far",
        arguments: [1e18, 1e30, 1.7e308]
    )
    func anyDistance(_ meters: Double) throws {
        let accuracy = FollowRequest(desiredAccuracyMeters: meters)
        for request in [accuracy, FollowRequest(distanceFilterMeters: meters)] {
            #expect(try share(request, seconds: 1200, metersPerSecond: 1.2).share < 0.2)
        }
    }

    @Test("pause no longer than somebody permits who waits for significant changes")
    func significantChanges() throws {
        var scenario = try Scenario.monitoring(.significantChanges)
        _ = scenario.follow(FollowRequest(minimumInterval: .seconds(900), activity: .airborne))
        for second in 1...1320 {
            if scenario.engine.receiversAreOn { scenario.fix(eastMeters: 20 * Double(second)) }
            scenario.advance(by: .seconds(1))
            guard second % 330 == 0 else { continue }
            let age = try #require(scenario.engine.lastSignificantChangeAge)
            #expect(age < .seconds(330))
        }
    }

    @Test("go on at once for a new stream, although a pause was made for another")
    func newcomer() throws {
        var scenario = try Scenario.known()
        _ = scenario.follow(FollowRequest(minimumInterval: .seconds(600)))
        scenario.stayOn(for: 100)
        #expect(scenario.engine.receiverPause?.reason == .notDue)
        let stream = scenario.follow(FollowRequest(minimumInterval: .seconds(300)))
        #expect(scenario.engine.receiversAreOn)
        #expect(scenario.diagnostics(of: stream) == [[.locationUnavailable]])
        scenario.fix()
        #expect(scenario.diagnostics(of: stream).last == [])
    }

    @Test("do not pause where a good fix shows that the machine moved, though the rest began with a poor one")
    func movedAfterPoorFix() throws {
        var scenario = Scenario()
        try scenario.authorize(.authorizedWhenInUse)
        for _ in 0..<5 {
            scenario.fix(accuracyMeters: 50)
            scenario.advance(by: .seconds(1))
        }
        let stream = scenario.follow()
        scenario.stayOn(for: 100)
        scenario.drive(10, for: 6)
        scenario.stayOn(for: 290, eastMeters: 60)
        #expect(scenario.diagnostics(of: stream).allSatisfy { $0.isEmpty })
        scenario.stayOn(for: 20, eastMeters: 60)
        #expect(scenario.diagnostics(of: stream).last == [.stationary])
    }
}
