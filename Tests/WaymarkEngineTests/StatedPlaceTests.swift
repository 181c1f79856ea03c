import LocationModel
import Testing
import WaymarkEngine

@Suite("The place that the owner states")
struct StatedPlaceTests {
    private static let cabin = StatedPlace(
        coordinate: Coordinate.home.offset(eastMeters: 5000, northMeters: 0),
        accuracyMeters: 80,
        altitudeMeters: 520,
        origin: .configuration
    )

    private static func settings(after: Duration = .seconds(10)) -> EngineSettings {
        .with {
            $0.statedPlace = cabin
            $0.statedPlaceAfter = after
        }
    }

    @Test("is given at once where no receiver is configured, whatever accuracy is asked for, and marked")
    func noReceiver() throws {
        var scenario = Scenario(settings: Self.settings(), receiverNames: [])
        scenario.advance(by: .seconds(1))
        #expect(scenario.engine.statedPlaceIsUsed)
        #expect(
            scenario.decisions.first
                == .position(.statedPlace(step: .used(origin: .configuration, searched: nil)))
        )
        try scenario.authorize(.authorizedWhenInUse)
        let call = scenario.requestLocation(LocationRequest(desiredAccuracyMeters: 5))
        let fix = try #require(scenario.location(of: call)?.fix)
        #expect(fix.coordinate == Self.cabin.coordinate && fix.source == .stated)
        #expect(fix.accuracy?.horizontal95Meters == 80 && fix.altitudeMeters == 520 && fix.time == nil)
    }

    @Test("stands in once receivers have searched for the configured time, and until the next fix")
    func searching() throws {
        var scenario = Scenario(settings: Self.settings())
        try scenario.authorize(.authorizedWhenInUse)
        let call = scenario.requestLocation(LocationRequest(wait: .seconds(60)))
        scenario.advance(by: .milliseconds(9_999))
        #expect(!scenario.engine.statedPlaceIsUsed)
        #expect(scenario.outcome(of: call) == nil)
        scenario.advance(by: .milliseconds(1))
        #expect(
            scenario.decisions.contains(
                .position(.statedPlace(step: .used(origin: .configuration, searched: .seconds(10))))
            )
        )
        #expect(scenario.location(of: call)?.fix.source == .stated)
        let second = scenario.requestLocation(LocationRequest(wait: .seconds(60)))
        #expect(scenario.location(of: second)?.fix.source == .stated)
        scenario.forget()
        scenario.arrive()
        #expect(scenario.decisions.contains(.position(.statedPlace(step: .replacedByFix))))
        #expect(!scenario.engine.statedPlaceIsUsed)
        let third = scenario.requestLocation()
        #expect(scenario.location(of: third)?.fix.source == .receiver)
    }

    @Test("is not used in a pause after a fix, however long that is: receivers do not search then")
    func pause() throws {
        var (scenario, _, _) = try Scenario.quiet(settings: Self.settings(after: .seconds(30)))
        try scenario.authorize(.authorizedAlways)
        for request in scenario.requests { try scenario.answer(request) }
        var longest = Duration.zero
        for _ in 0..<600 {
            if scenario.engine.receiversAreOn { scenario.fix(eastMeters: 0) }
            scenario.advance(by: .seconds(1))
            for case .power(.receiversPaused(let pause)) in scenario.decisions {
                longest = max(longest, pause.duration)
            }
        }
        #expect(longest > .seconds(60))
        #expect(!scenario.decisionNames.contains("statedPlace"))
        #expect(!scenario.engine.statedPlaceIsUsed)
    }

    @Test("answers a request at its deadline, even before its own time has come")
    func deadline() throws {
        var scenario = Scenario(settings: Self.settings(after: .seconds(60)))
        try scenario.authorize(.authorizedWhenInUse)
        let call = scenario.requestLocation(LocationRequest(wait: .seconds(2)))
        scenario.advance(by: .seconds(2))
        #expect(scenario.location(of: call)?.fix.source == .stated)
        #expect(!scenario.engine.statedPlaceIsUsed)
    }

    @Test(
        "is a significant change where it is far from the last notified place, but never too soon",
        arguments: [300, 3600]
    )
    func change(interval: Int) throws {
        var settings = Self.settings()
        settings.significantChange.interval = .seconds(interval)
        var (scenario, _, _) = try Scenario.viewed()
        scenario.send(.settingsChanged(settings))
        scenario.advance(by: .seconds(11))
        #expect(scenario.engine.statedPlaceIsUsed)
        if interval == 3600 {
            #expect(scenario.decisionNames.contains("changeHeld"))
            #expect(!scenario.decisionNames.contains("significantChange"))
            scenario.advance(by: .seconds(3600))
        }
        #expect(scenario.decisionNames.filter { $0 == "significantChange" }.count == 1)
    }

    @Test("reloads a widget with it, and one that went without a location before")
    func widget() throws {
        var scenario = Scenario(settings: Self.settings(after: .seconds(20)))
        let provider = scenario.connectProvider()
        try scenario.authorize(.authorizedWhenInUse, widgets: .granted)
        let widget = try scenario.place()
        try scenario.answer(scenario.onlyRequest(), on: provider)
        scenario.forget()
        try scenario.show(widget)
        scenario.advance(by: .seconds(10))
        let uninformed = try scenario.onlyRequest()
        #expect(uninformed.location.absence == .locationUnknown)
        try scenario.answer(uninformed, on: provider)
        scenario.forget()
        scenario.advance(by: .seconds(10))
        let informed = try #require(scenario.requests.first)
        #expect(informed.location.fix?.source == .stated)
        try scenario.answer(informed, on: provider)
        let explanation = scenario.engine.explanation(of: widget)
        let text = explanation.checks.first { $0.condition == .fixFresh }?.text
        #expect(explanation.decisive == nil)
        #expect(text == "the place that the machine's owner stated stands in for a fix")
    }

    @Test("keeps its mark under reduced accuracy, where its cell is given")
    func reduced() throws {
        var scenario = Scenario(settings: Self.settings(), receiverNames: [])
        try scenario.authorize(.authorizedWhenInUse, accuracy: .reduced)
        let call = scenario.requestLocation()
        let fix = try #require(scenario.location(of: call)?.fix)
        #expect(fix.source == .stated && fix.accuracy?.source == .area && fix.altitudeMeters == nil)
        #expect(fix.coordinate == ReducedArea(of: Self.cabin.coordinate).center)
    }

    @Test("can be stated by root, survives a restart, and goes before the configured one until withdrawn")
    func stating() throws {
        let boat = StatedPlace(coordinate: .home, accuracyMeters: 10, origin: .command)
        var scenario = Scenario(settings: Self.settings(), receiverNames: [])
        scenario.advance(by: .seconds(1))
        #expect(scenario.engine.statedPlace == Self.cabin)
        scenario.forget()
        try scenario.call(.statePlace(boat), by: .root)
        #expect(scenario.effects.contains(.commit(.statedPlace(boat))))
        #expect(
            scenario.decisions.contains(.position(.statedPlace(step: .used(origin: .command, searched: nil))))
        )
        let restarted = Engine(settings: Self.settings(), state: scenario.engine.savedState, at: scenario.now)
        #expect(restarted.statedPlace == boat)
        scenario.forget()
        try scenario.call(.statePlace(nil), by: .root)
        #expect(scenario.engine.statedPlace == Self.cabin && scenario.engine.statedPlaceIsUsed)
        #expect(scenario.decisions.first == .position(.statedPlace(step: .withdrawn)))
    }

    @Test(
        "tells the first state of regions at once, on record, and a crossing once nothing has contradicted it",
        arguments: [(200.0, true), (201.0, false)]
    )
    func regions(accuracyMeters: Double, counts: Bool) throws {
        var scenario = Scenario(receiverNames: [])
        try scenario.authorize(.authorizedAlways)
        try scenario.addRegion("here", eastMeters: 0, radiusMeters: 500)
        try scenario.addRegion("there", eastMeters: 5000, radiusMeters: 500)
        let stream = scenario.followEvents()
        func state(eastMeters: Double) -> StatedPlace {
            let place = Coordinate.home.offset(eastMeters: eastMeters, northMeters: 0)
            return StatedPlace(coordinate: place, accuracyMeters: accuracyMeters, origin: .command)
        }
        try scenario.call(.statePlace(state(eastMeters: 0)), by: .root)
        #expect(scenario.regionEvents(on: stream) == (counts ? ["in here", "out of there"] : []))
        let records = scenario.engine.savedState.accessLogs[Caller.owner.user]?.records ?? []
        #expect(!counts || records.contains { $0.consumer == .monitor(.weather) })
        try scenario.call(.statePlace(state(eastMeters: 5000)), by: .root)
        scenario.advance(by: .seconds(329))
        #expect(scenario.regionEvents(on: stream).count == (counts ? 2 : 0))
        scenario.advance(by: .seconds(1))
        let later = Array(scenario.regionEvents(on: stream).dropFirst(2))
        #expect(later == (counts ? ["out of here", "in there"] : []))
    }

    @Test("may enter a region only from when it is used on, however long ago the last fix was")
    func regionAfterFix() throws {
        var settings = Self.settings(after: .seconds(30))
        settings.dutyCycle = nil
        let shop = Coordinate.home.offset(eastMeters: 400, northMeters: 0)
        settings.statedPlace = StatedPlace(coordinate: shop, accuracyMeters: 50, origin: .configuration)
        var scenario = Scenario(settings: settings)
        try scenario.authorize(.authorizedAlways)
        try scenario.addRegion("shop", eastMeters: 400, assumingInside: false)
        let stream = scenario.followEvents()
        scenario.arrive()
        while !scenario.engine.statedPlaceIsUsed { scenario.advance(by: .seconds(1)) }
        scenario.arrive(eastMeters: 400)
        #expect(!scenario.engine.statedPlaceIsUsed, "there are fixes again")
        #expect(scenario.regionEvents(on: stream).isEmpty)
        for _ in 0..<3 { scenario.arrive(eastMeters: 400) }
        #expect(scenario.regionEvents(on: stream) == ["in shop"])
    }

    @Test("is not used any more once nobody wants a location")
    func end() throws {
        var scenario = Scenario(settings: Self.settings())
        try scenario.authorize(.authorizedWhenInUse)
        let app = scenario.connectApp()
        _ = scenario.requestLocation(LocationRequest(wait: .seconds(20)))
        scenario.advance(by: .seconds(20))
        #expect(scenario.engine.statedPlaceIsUsed)
        scenario.forget()
        scenario.disconnect(app)
        scenario.advance(by: .seconds(60))
        #expect(!scenario.engine.statedPlaceIsUsed)
        #expect(scenario.decisions.contains(.position(.statedPlace(step: .unused))))
    }
}
