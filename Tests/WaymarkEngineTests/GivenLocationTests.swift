import LocationModel
import Testing
import WaymarkEngine

@Suite("A location that a call gets")
struct GivenLocationTests {
    /// A machine whose place was known 21 seconds ago, with an app that may know it while it is in use.
    private func scene(accuracy: AccuracyAuthorization = .full) throws -> Scenario {
        var scenario = Scenario()
        try scenario.call(
            .authorize(.weather, SettingsChange(status: .authorizedWhenInUse, accuracy: accuracy))
        )
        scenario.arrive()
        scenario.advance(by: .seconds(20))
        scenario.forget()
        return scenario
    }

    private func age(_ scenario: Scenario, _ call: CallIdentifier) -> Duration? {
        guard case .location(_, let age) = scenario.outcome(of: call) else { return nil }
        return age
    }

    @Test("may be as old as the call allows, and no older")
    func oldestAge() throws {
        var scenario = try scene()
        let tooOld = scenario.requestLocation(
            LocationRequest(maximumAge: .seconds(21) - .nanoseconds(1))
        )
        #expect(age(scenario, tooOld) == nil)
        let call = scenario.requestLocation(LocationRequest(maximumAge: .seconds(21)))
        #expect(age(scenario, call) == .seconds(21))
    }

    @Test("is as old as the fix or the area under reduced accuracy, whichever is older")
    func reducedAge() throws {
        var scenario = try scene(accuracy: .reduced)
        let first = scenario.requestLocation(LocationRequest(maximumAge: .seconds(60)))
        // The area comes of the first fix that was believed, two seconds before the last one.
        #expect(age(scenario, first) == .seconds(23))
        scenario.arrive()
        _ = scenario.requestLocation()
        scenario.advance(by: .seconds(100))
        scenario.fix(eastMeters: 10)
        let second = scenario.requestLocation()
        #expect(age(scenario, second) == .seconds(128))
    }

    @Test("is in the access log with the radius that the app was told")
    func recordedRadius() throws {
        for accuracy in [AccuracyAuthorization.full, .reduced] {
            var scenario = try scene(accuracy: accuracy)
            scenario.arrive()
            let call = scenario.requestLocation()
            guard case .location(let fix, _) = scenario.outcome(of: call) else {
                Issue.record("no location")
                return
            }
            let record = try #require(scenario.engine.accesses(visibleTo: .owner).records.first)
            #expect(record.horizontal68Meters == fix.accuracy?.horizontal68Meters)
            #expect(record.accuracy == accuracy)
        }
    }
}

@Suite("A call for one location by an app whose widgets are not in view")
struct CallOfHiddenAppTests {
    @Test("reloads at once those that have missed a change")
    func missedChange() throws {
        var (scenario, widget, _) = try Scenario.quiet()
        scenario.travel(eastMeters: 2000)
        #expect(scenario.requests.isEmpty)
        #expect(scenario.pending(widget) == .significantChange)
        scenario.forget()
        _ = scenario.requestLocation()
        let request = try scenario.onlyRequest()
        #expect(request.widget == widget && request.location.isLocation)
    }
}
