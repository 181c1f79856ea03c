import AnchorWatch
import LocationModel
import Testing
import WaymarkEngine

@Suite("An anchor that an app watches")
struct AnchorTests {
    /// A machine at home whose anchor was dropped a minute ago, with an app that may always know.
    private static func dropped(_ status: AuthorizationChoice = .authorizedAlways) throws -> Scenario {
        var scenario = Scenario()
        try scenario.authorize(status)
        try scenario.drop()
        scenario.lie(eastMeters: 0, seconds: 60)
        return scenario
    }

    @Test("keeps the receivers on, and gives way to no pause")
    func receivers() throws {
        var scenario = try Self.dropped()
        scenario.lie(eastMeters: 0, seconds: 3600)
        #expect(scenario.engine.receiversAreOn)
        #expect(!scenario.decisionNames.contains("receiversPaused"))
        #expect(scenario.engine.receiverNeed?.text.contains("watches the anchor") == true)
        try scenario.call(.anchor(.weather, .raise))
        scenario.advance(by: .seconds(600))
        #expect(!scenario.engine.receiversAreOn)
    }

    @Test("tells its app's streams when it drags, and when it holds again")
    func drag() throws {
        var scenario = try Self.dropped()
        let stream = scenario.followEvents()
        scenario.drift(to: 80)
        scenario.drift(to: 0)
        scenario.lie(eastMeters: 0, seconds: 40)
        let told = scenario.states(on: stream).map { $0.anchor?.saved.condition }
        #expect(told == [.holding, .dragging, .holding])
        #expect(scenario.states(on: stream).allSatisfy { $0.anchor?.place != nil })
        let names = scenario.decisionNames.filter { $0.hasPrefix("anchor") }
        #expect(names == ["anchorDropped", "anchorPlaced", "anchorDragging", "anchorHolding"])
        let accesses = scenario.engine.savedState.accessLogs[Caller.owner.user]?.records ?? []
        #expect(accesses.count >= 4)
        #expect(accesses.allSatisfy { $0.consumer == .monitor(.weather) && $0.ground == .always })
    }

    @Test("is not known any more while no receiver gives a position")
    func silence() throws {
        var scenario = try Self.dropped()
        scenario.advance(by: .seconds(31))
        let anchor = try #require(scenario.anchor)
        #expect(anchor.condition == .unknown)
        #expect(anchor.doubt == .noPosition)
        // An alarm that somebody has heard is none until the next one.
        try scenario.call(.anchor(.weather, .silence))
        #expect(scenario.anchor?.isSilenced == true)
        scenario.lie(eastMeters: 0, seconds: 60)
        #expect(scenario.anchor?.condition == .holding)
        scenario.advance(by: .seconds(31))
        #expect(scenario.anchor?.isSilenced == false)
    }

    @Test("is watched after a restart, with the alarm that there was")
    func restart() throws {
        var scenario = try Self.dropped()
        scenario.drift(to: 80)
        var again = Scenario(state: scenario.engine.savedState, at: scenario.now.advanced(by: .seconds(20)))
        #expect(again.anchor == scenario.anchor)
        again.advance(by: .seconds(1))
        #expect(again.engine.receiversAreOn)
        again.lie(eastMeters: 80, seconds: 100)
        #expect(again.anchor?.condition == .dragging)
        #expect(!again.decisionNames.contains { $0.hasPrefix("anchor") })
    }

    @Test(
        "is not known without the right to always know, and known again with it",
        arguments: [
            AuthorizationChoice.denied, .authorizedWhenInUse, .notDetermined,
        ]
    )
    func authorization(_ status: AuthorizationChoice) throws {
        var scenario = try Self.dropped()
        let stream = scenario.followEvents()
        try scenario.authorize(status)
        #expect(scenario.anchor?.doubt == .notPermitted)
        scenario.lie(eastMeters: 0, seconds: 60)
        #expect(scenario.anchor?.condition == .unknown)
        let last = try #require(scenario.states(on: stream).last?.anchor)
        #expect(last.place == nil && last.distanceMeters == nil)
        try scenario.authorize(.authorizedAlways)
        scenario.lie(eastMeters: 0, seconds: 60)
        #expect(scenario.anchor?.condition == .holding)
    }

    @Test("is not known under reduced accuracy")
    func reduced() throws {
        var scenario = try Self.dropped()
        try scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
        #expect(scenario.anchor?.doubt == .notPermitted)
    }

    @Test("takes a place of the user's quota, and gives it back")
    func quota() throws {
        var settings = EngineSettings()
        settings.quotas[.monitors] = 1
        var scenario = Scenario(settings: settings)
        try scenario.authorize(.authorizedAlways)
        try scenario.drop()
        try scenario.drop()
        #expect(throws: Refusal.quotaExceeded(.monitors, limit: 1)) {
            try scenario.call(.startMonitoring(.weather, .visits))
        }
        let restarted = Scenario(settings: settings, state: scenario.engine.savedState)
        #expect(restarted.engine.usage(of: .monitors, by: Caller.owner.user) == 1)
        try scenario.call(.reset(user: Caller.owner.user, app: .some(AppKey.weather.app)))
        #expect(scenario.anchor == nil)
        #expect(scenario.engine.usage(of: .monitors, by: Caller.owner.user) == 0)
    }

    @Test("lies before the bow, where there is a compass")
    func compass() throws {
        var scenario = Scenario()
        try scenario.authorize(.authorizedAlways)
        let session = scenario.followEvents()
        let rode = try #require(AnchorRode(chainMeters: 30, depthMeters: 5, bowMeters: 10))
        scenario.arrive()
        let heading = try #require(Heading(trueDegrees: 90))
        scenario.send(
            .receiverReported(ReceiverIdentifier(0), .heading(heading, observedAt: scenario.now.instant))
        )
        scenario.fix()
        try scenario.call(.anchor(.weather, .drop(rode)))
        scenario.lie(eastMeters: 0, seconds: 30)
        let place = try #require(scenario.states(on: session).last?.anchor?.place)
        #expect(abs(place.distanceMeters(to: Coordinate.home.offset(eastMeters: 10, northMeters: 0))) < 0.1)
    }
}

extension Scenario {
    fileprivate mutating func drop() throws {
        guard let rode = AnchorRode(chainMeters: 30, depthMeters: 5) else {
            preconditionFailure("this is a rode")
        }
        try call(.anchor(.weather, .drop(rode)))
    }

    fileprivate mutating func lie(eastMeters: Double, seconds: Int) {
        for _ in 0..<seconds {
            fix(eastMeters: eastMeters)
            advance(by: .seconds(1))
        }
    }

    /// Moves east of home, or back to it, at a metre a second: a jump would not be believed.
    fileprivate mutating func drift(to end: Double) {
        for meters in 0...80 {
            fix(eastMeters: end == 0 ? 80 - Double(meters) : Double(meters))
            advance(by: .seconds(1))
        }
    }

    fileprivate var anchor: SavedAnchor? { engine.savedState.anchors[.weather] }
}
