import LocationModel
import Testing
import WaymarkEngine

@Suite("The silence of receivers")
struct FollowerSilenceTests {
    @Test("is not told to a stream that has an area, which stays true for longer")
    func area() throws {
        var scenario = try Scenario.known()
        let reduced = scenario.follow(FollowRequest(accuracy: .reduced))
        let exact = scenario.follow(FollowRequest(activity: .airborne))
        scenario.arrive()
        #expect(scenario.diagnostics(of: reduced) == [[.accuracyLimited]])
        scenario.forget()
        scenario.advance(by: .seconds(20))
        #expect(scenario.diagnostics(of: exact) == [[.locationUnavailable]])
        #expect(scenario.updates(to: reduced).isEmpty)
    }

    @Test("is not told to a stream that pauses at rest, which has the next location when the machine moves")
    func pause() throws {
        var scenario = try Scenario.known()
        let paused = scenario.follow()
        let exact = scenario.follow(FollowRequest(activity: .airborne))
        scenario.stayOn(for: 310)
        #expect(scenario.diagnostics(of: paused).last == [.stationary])
        scenario.forget()
        scenario.advance(by: .seconds(20))
        #expect(scenario.diagnostics(of: exact) == [[.locationUnavailable]])
        #expect(scenario.updates(to: paused).isEmpty)
        scenario.stayOn(for: 70, eastMeters: 60)
        #expect(scenario.diagnostics(of: paused).first == [])
    }

    @Test("is bridged by the last known place, with an accuracy that allows for its age")
    func lastPlace() throws {
        var scenario = try Scenario.known()
        scenario.fix(eastMeters: 100, accuracyMeters: 3)
        scenario.advance(by: .seconds(600))
        let plain = scenario.follow(FollowRequest(activity: .airborne))
        let stream = scenario.follow(FollowRequest(distanceFilterMeters: 50_000, beginsWithLastPlace: true))
        let reduced = scenario.follow(FollowRequest(accuracy: .reduced, beginsWithLastPlace: true))
        #expect(scenario.updates(to: plain).compactMap(\.fix).isEmpty)
        #expect(scenario.diagnostics(of: stream) == [[.locationUnavailable], [.locationUnavailable]])
        let last = try #require(scenario.updates(to: stream).last)
        let accuracy = try #require(last.fix?.accuracy)
        #expect(last.age >= .seconds(600) && last.cause != nil)
        #expect(accuracy.horizontal68Meters > 600 * 30 && accuracy.horizontal95Meters > 600 * 30)
        let area = try #require(scenario.updates(to: reduced).last)
        #expect(area.fix?.coordinate == ReducedArea(of: .home).center)
        #expect(area.diagnostics == [.accuracyLimited, .locationUnavailable])
        let records = scenario.engine.savedState.accessLogs[Caller.owner.user]?.records ?? []
        #expect(records.map(\.accuracy) == [.full, .reduced])
        // The first location is told whatever the filter.
        scenario.fix(eastMeters: 110)
        #expect(scenario.updates(to: stream).last?.diagnostics == [])
    }

    @Test("is not bridged by a place that is too old, or from the person's pause")
    func noLastPlace() throws {
        var scenario = try Scenario.known()
        let request = FollowRequest(beginsWithLastPlace: true)
        scenario.advance(by: .seconds(3700))
        let late = scenario.follow(request)
        #expect(scenario.updates(to: late).compactMap(\.fix).isEmpty)
        try scenario.pause(for: .seconds(900))
        scenario.fix(eastMeters: 900)
        scenario.advance(by: .seconds(1000))
        let stream = scenario.follow(request)
        #expect(scenario.diagnostics(of: stream) == [[.locationUnavailable]])
        // Nor from one before the latest, whatever the clock says.
        try scenario.pause(for: .seconds(60))
        scenario.advance(by: .seconds(70))
        let second = scenario.follow(request)
        #expect(scenario.diagnostics(of: second) == [[.locationUnavailable]])
    }
}
