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
}
