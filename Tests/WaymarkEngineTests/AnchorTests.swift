import LocationModel
import Testing
import WaymarkEngine

@Suite("An anchor that an app watches")
struct AnchorTests {
    /// A machine at home whose anchor was dropped a minute ago, with an app that may always know.
    private static func dropped() throws -> Scenario {
        var scenario = Scenario()
        try scenario.authorize(.authorizedAlways)
        try scenario.drop()
        scenario.drive(0, for: 60)
        return scenario
    }

    @Test("tells its app's streams when it drags, and when it holds again")
    func drag() throws {
        var scenario = try Self.dropped()
        let stream = scenario.followEvents()
        // At a metre a second: a jump would not be believed.
        scenario.drive(1, for: 81)
        scenario.drive(-1, for: 81, from: 80)
        scenario.drive(0, for: 40)
        let told = scenario.states(on: stream).map { $0.anchor?.saved.condition }
        #expect(told == [.holding, .dragging, .holding])
        #expect(scenario.states(on: stream).allSatisfy { $0.anchor?.saved.place != nil })
        let accesses = scenario.engine.savedState.accessLogs[Caller.owner.user]?.records ?? []
        #expect(accesses.count >= 4)
        let change = AnchorWatch.Change.holding(distanceMeters: 12.34, radiusMeters: 70.5)
        let evidence = Decision.anchor(.changed(change)).evidence
        #expect(evidence == ["distanceMeters": .number(12), "radiusMeters": .number(71)])
        #expect(accesses.allSatisfy { $0.consumer == .monitor(.weather) && $0.ground == .always })
    }

    @Test("has an alarm that is none any more once somebody has heard it, until the next one")
    func silence() throws {
        var scenario = try Self.dropped()
        scenario.advance(by: .seconds(31))
        #expect(scenario.anchor?.doubt == .noPosition)
        try scenario.call(.anchor(.weather, .silence))
        #expect(scenario.anchor?.isSilenced == true)
        scenario.drive(0, for: 60)
        #expect(scenario.anchor?.condition == .holding)
        scenario.advance(by: .seconds(31))
        #expect(scenario.anchor?.isSilenced == false)
    }

    @Test("is watched after a restart, with the alarm that there was")
    func restart() throws {
        var scenario = try Self.dropped()
        scenario.drive(1, for: 81)
        var again = Scenario(state: scenario.engine.savedState, at: scenario.now.advanced(by: .seconds(20)))
        #expect(again.anchor == scenario.anchor)
        again.advance(by: .seconds(1))
        #expect(again.engine.receiversAreOn)
        again.drive(0, for: 100, from: 80)
        #expect(again.anchor?.condition == .dragging)
        #expect(!again.decisionNames.contains { $0.hasPrefix("anchor") })
    }

    @Test(
        "is not known without the right to always know exactly, and known again with it",
        arguments: [
            SettingsChange(status: .denied), SettingsChange(status: .authorizedWhenInUse),
            SettingsChange(accuracy: .reduced),
        ]
    )
    func authorization(_ change: SettingsChange) throws {
        var scenario = try Self.dropped()
        let stream = scenario.followEvents()
        try scenario.call(.authorize(.weather, change))
        #expect(scenario.anchor?.doubt == .notPermitted)
        scenario.drive(0, for: 60)
        #expect(scenario.anchor?.condition == .unknown)
        let last = try #require(scenario.states(on: stream).last?.anchor)
        #expect(last.saved.place == nil && last.distanceMeters == nil)
        try scenario.call(.authorize(.weather, .init(status: .authorizedAlways, accuracy: .full)))
        scenario.drive(0, for: 60)
        #expect(scenario.anchor?.condition == .holding)
    }

    @Test("lies before the bow, where there is a compass")
    func compass() throws {
        var scenario = Scenario()
        try scenario.authorize(.authorizedAlways)
        let session = scenario.followEvents()
        scenario.arrive()
        try scenario.turn(to: 90)
        scenario.fix()
        try scenario.drop(bowMeters: 10)
        scenario.drive(0, for: 30)
        let place = try #require(scenario.states(on: session).last?.anchor?.saved.place)
        #expect(place.distanceMeters(to: Coordinate.home.offset(eastMeters: 10, northMeters: 0)) < 0.1)
    }
}

extension Scenario {
    fileprivate mutating func drop(bowMeters: Double = 0) throws {
        let rode = try #require(AnchorRode(chainMeters: 30, depthMeters: 5, bowMeters: bowMeters))
        try call(.anchor(.weather, .drop(rode)))
    }

    fileprivate var anchor: SavedAnchor? { engine.savedState.anchors[.weather] }
}
