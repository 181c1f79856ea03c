import LocationModel
import Testing
import WaymarkEngine

@Suite("Receivers are")
struct ReceiverDemandTests {
    @Test("on without a break when the need returns within 30 seconds")
    func needReturns() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        try scenario.hide(widget)
        scenario.advance(by: .seconds(925))
        try scenario.show(widget)
        scenario.advance(by: .seconds(3600))
        #expect(!scenario.effects.contains(.startReceivers) && !scenario.effects.contains(.stopReceivers))
        #expect(scenario.engine.receiversAreOn)
    }

    @Test("told to give positions as far apart as the most demanding app wants them")
    func intervals() throws {
        var scenario = try Scenario.known()
        let slow = scenario.follow(FollowRequest(minimumInterval: .seconds(300)))
        #expect(scenario.engine.receiverDemand == ReceiverDemand(interval: .seconds(300)))
        let quick = scenario.follow(FollowRequest(minimumInterval: .seconds(60)))
        #expect(scenario.engine.receiverDemand == ReceiverDemand(interval: .seconds(60)))
        let all = scenario.follow()
        #expect(scenario.engine.receiverDemand == ReceiverDemand())
        scenario.send(.disconnected(all))
        scenario.send(.disconnected(quick))
        #expect(scenario.engine.receiverDemand == ReceiverDemand(interval: .seconds(300)))
        // Until they are off, they need not give more than before.
        scenario.send(.disconnected(slow))
        #expect(scenario.engine.receiverDemand == ReceiverDemand(interval: .seconds(300)))
    }

    @Test("told to give the accuracy that one stream or one request asks for, if it is the only one")
    func accuracy() throws {
        var scenario = try Scenario.known()
        let coarse = FollowRequest(desiredAccuracyMeters: 500, distanceFilterMeters: 800)
        let first = scenario.follow(coarse)
        #expect(scenario.engine.receiverDemand == ReceiverDemand(accuracyMeters: 500))
        _ = scenario.follow(FollowRequest(distanceFilterMeters: 800))
        #expect(scenario.engine.receiverDemand == ReceiverDemand())
        scenario.send(.disconnected(first))
        #expect(scenario.engine.receiverDemand == ReceiverDemand())

        scenario = Scenario()
        try scenario.authorize(.authorizedWhenInUse)
        _ = scenario.requestLocation(LocationRequest(desiredAccuracyMeters: 1000))
        #expect(scenario.engine.receiverDemand == ReceiverDemand(accuracyMeters: 1000))
        _ = scenario.requestLocation()
        #expect(scenario.engine.receiverDemand == ReceiverDemand())
    }
}
