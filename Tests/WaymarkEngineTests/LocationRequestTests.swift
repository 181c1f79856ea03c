import LocationModel
import Testing
import WaymarkEngine

@Suite("A call for one location")
struct LocationRequestTests {
    /// A machine whose place was known a while ago, with an app that may know it while it is in use.
    private func scene() throws -> Scenario {
        var scenario = try Scenario.known()
        scenario.advance(by: .seconds(20))
        scenario.forget()
        return scenario
    }

    // MARK: Answers with a location

    @Test(
        "is answered at once with a fix that is young enough for it, for which no receiver goes on",
        arguments: [(3, 5), (20, 60)]
    )
    func youngFix(seconds: Int, maximumAge: Int) throws {
        var scenario = try Scenario.known()
        scenario.advance(by: .seconds(seconds))
        scenario.forget()
        let call = scenario.requestLocation(LocationRequest(maximumAge: .seconds(maximumAge)))
        let (fix, age) = try #require(scenario.location(of: call))
        #expect(fix.coordinate.distanceMeters(to: .home) < 1 && age == .seconds(seconds + 1))
        #expect(!scenario.effects.contains(.startReceivers))
    }

    @Test("waits for a fix where the latest is too old, with receivers on for as long as it waits")
    func oldFix() throws {
        var scenario = try scene()
        let call = scenario.requestLocation()
        #expect(scenario.outcome(of: call) == nil)
        #expect(scenario.effects.contains(.startReceivers))
        scenario.advance(by: .seconds(2))
        scenario.fix()
        #expect(scenario.location(of: call)?.fix != nil)
        #expect(scenario.engine.receiverNeed == nil)
        scenario.advance(by: scenario.engine.settings.receiversIdleAfter)
        #expect(!scenario.engine.receiversAreOn)
    }

    @Test("is answered early by the first fix that is accurate enough")
    func accurateFix() throws {
        var scenario = try scene()
        let call = scenario.requestLocation(LocationRequest(desiredAccuracyMeters: 10))
        scenario.fix(accuracyMeters: 10.1)
        scenario.advance(by: .seconds(1))
        scenario.fix(accuracyMeters: nil)
        #expect(scenario.outcome(of: call) == nil)
        scenario.advance(by: .seconds(1))
        scenario.fix(accuracyMeters: 10)
        #expect(scenario.location(of: call)?.fix.accuracy?.horizontal68Meters == 10)
    }

    @Test("is answered at its deadline by the most accurate fix since the call")
    func bestFix() throws {
        var scenario = try scene()
        let call = scenario.requestLocation(LocationRequest(desiredAccuracyMeters: 1, wait: .seconds(4)))
        for accuracy in [30.0, 5, 12] {
            scenario.fix(accuracyMeters: accuracy)
            scenario.advance(by: .seconds(1))
        }
        #expect(scenario.outcome(of: call) == nil)
        scenario.advance(by: .seconds(1))
        #expect(scenario.location(of: call)?.fix.accuracy?.horizontal68Meters == 5)
    }

    @Test("gets an area under reduced accuracy, for which no fix is too inaccurate")
    func reducedAccuracy() throws {
        var scenario = try scene()
        try scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
        let call = scenario.requestLocation(LocationRequest(desiredAccuracyMeters: 1))
        scenario.fix(accuracyMeters: 30)
        #expect(scenario.location(of: call)?.fix.coordinate == ReducedArea(of: .home).center)
        #expect(scenario.engine.accesses(visibleTo: .owner).records.first?.accuracy == .reduced)
    }

    @Test("is not answered with a place from the person's pause, however old a location it takes")
    func paused() throws {
        var scenario = try scene()
        try scenario.pause(for: .seconds(900))
        scenario.travel(eastMeters: 5000)
        scenario.advance(by: .seconds(1000))
        let call = scenario.requestLocation(LocationRequest(maximumAge: .seconds(86_400), wait: .seconds(60)))
        #expect(scenario.outcome(of: call) == nil)
        scenario.arrive(eastMeters: 9000)
        let answer = try #require(scenario.location(of: call))
        #expect(Coordinate.home.distanceMeters(to: answer.fix.coordinate) > 8900)
    }

    // MARK: Answers without a location

    @Test("is told at once when the app's windows are hidden, unless it may always know")
    func hidden() throws {
        var scenario = try scene()
        let host = scenario.connectHost()
        try scenario.call(.setAppVisibility(.weather, visible: false, session: host))
        let refused = scenario.requestLocation()
        #expect(scenario.outcome(of: refused) == .absent(.insufficientlyInUse))
        try scenario.authorize(.authorizedAlways)
        let call = scenario.requestLocation()
        scenario.fix()
        #expect(scenario.location(of: call)?.fix != nil)
    }

    @Test("is told at its deadline how many satellites the receiver counts, while it has no position")
    func satellites() throws {
        var scenario = try scene()
        func told() -> UnknownLocationCause? {
            let call = scenario.requestLocation(LocationRequest(wait: .seconds(1)))
            scenario.advance(by: .seconds(1))
            guard case .absent(.locationUnknown(let cause)) = scenario.outcome(of: call) else { return nil }
            return cause
        }
        scenario.report(.acquiring(.noPosition))
        scenario.advance(by: .seconds(11))
        scenario.noFix(SatelliteCount(used: 3, inView: 9))
        let text = told()?.text
        let satellites = "it has no position yet, 3 satellites used of 9 in view"
        #expect(text == "simulation: acquiring for 12 s: \(satellites)")
        // What a silent receiver counted long ago says nothing.
        scenario.report(.acquiring(.silent(for: .seconds(5))))
        guard case .receiver(_, .acquiring, _, nil)? = told() else {
            Issue.record("satellites of a silent receiver")
            return
        }
    }

    @Test("that is refused ends the use of its app in the same moment, where apps have no grace period")
    func withoutGrace() throws {
        var settings = EngineSettings()
        settings.appGrace = .zero
        var scenario = Scenario(settings: settings)
        try scenario.authorize(.authorizedWhenInUse)
        let call = scenario.requestLocation()
        try scenario.authorize(.denied)
        #expect(scenario.outcome(of: call) != nil)
        #expect(scenario.engine.nextDeadline.map { $0 > scenario.now.instant } ?? true)
    }
}
