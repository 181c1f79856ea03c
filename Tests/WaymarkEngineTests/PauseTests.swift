import LocationModel
import Testing

@testable import WaymarkEngine

@Suite("While the person has paused the location")
struct PauseTests {
    private static let hour: Duration = .seconds(3600)

    @Test("a stream stays open and says until when, and goes on with the present place")
    func stream() throws {
        var scenario = try Scenario.known()
        let stream = scenario.follow()
        scenario.forget()
        let end = try scenario.pause(for: Self.hour)
        let told = LocationUpdate(absence: .pausedByPerson(until: end))
        #expect(scenario.updates(to: stream) == [told])
        scenario.forget()
        scenario.fix(eastMeters: 900)
        scenario.advance(by: .seconds(60))
        #expect(scenario.updates(to: stream).isEmpty && !scenario.engine.receiversAreOn)
        #expect(scenario.engine.authorization(of: .weather).status == .authorizedWhenInUse)
        scenario.advance(by: Self.hour)
        #expect(scenario.engine.receiversAreOn)
        scenario.arrive(eastMeters: 2000)
        let fixes = scenario.updates(to: stream).compactMap(\.fix)
        #expect(!fixes.isEmpty)
        #expect(fixes.allSatisfy { Coordinate.home.distanceMeters(to: $0.coordinate) > 1900 })
    }

    @Test("a stream is told of another end")
    func another() throws {
        var scenario = try Scenario.known()
        let stream = scenario.follow()
        try scenario.pause(for: Self.hour)
        let later = try scenario.pause(for: Self.hour * 2)
        #expect(scenario.updates(to: stream).last?.absence == .pausedByPerson(until: later))
        scenario.advance(by: Self.hour + .seconds(60))
        #expect(scenario.engine.pause(of: Caller.owner.user) != nil)
    }

    @Test("an app that nobody has decided about asks when it is over")
    func undecided() throws {
        var scenario = Scenario()
        try scenario.pause(for: Self.hour)
        let stream = scenario.follow(FollowRequest(asksWithoutPurpose: true))
        #expect(scenario.diagnostics(of: stream) == [[.authorizationNotDetermined]])
        scenario.advance(by: Self.hour)
        #expect(scenario.engine.prompts(for: .owner).map(\.question) == [.whenInUse])
        #expect(scenario.diagnostics(of: stream).last == [.authorizationRequestInProgress])
    }

    @Test("a call for one location is refused with the end, also one that waits")
    func request() throws {
        var scenario = try Scenario.known()
        scenario.advance(by: .seconds(60))
        let waiting = scenario.requestLocation()
        let end = try scenario.pause(for: Self.hour)
        #expect(scenario.outcome(of: waiting) == .absent(.pausedByPerson(until: end)))
        let later = scenario.requestLocation()
        #expect(scenario.outcome(of: later) == .absent(.pausedByPerson(until: end)))
    }

    @Test("a widget without content is asked for, and told why it has no location")
    func placed() throws {
        var (scenario, _, _) = try Scenario.quiet()
        try scenario.pause(for: Self.hour)
        let widget = try scenario.place()
        try scenario.show(widget)
        let request = try scenario.onlyRequest()
        #expect(request.location.absence == .pausedByPerson && request.isAuthorizedForWidgetUpdates)
        try scenario.answer(request)
        scenario.forget()
        try scenario.call(.resume(user: Caller.owner.user))
        scenario.arrive()
        #expect(try scenario.onlyRequest().reason == .locationAvailable)
    }

    @Test("a provider is told of it that may not have read its request, and is asked again afterwards")
    func unread() throws {
        var (scenario, widget, provider) = try Scenario.viewed()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        let request = try scenario.onlyRequest()
        #expect(request.location.isLocation)
        try scenario.pause(for: Self.hour)
        #expect(scenario.providerEvents(to: provider).contains(.paused))
        try scenario.answer(request)
        #expect(scenario.requests.count == 1 && scenario.pending(widget) == .locationAvailable)
        scenario.forget()
        try scenario.call(.resume(user: Caller.owner.user))
        scenario.arrive()
        #expect(try scenario.onlyRequest().reason == .locationAvailable)
    }

    /// Lets an app of another user always know, which keeps the receivers on in the owner's pause, and monitor.
    private func allowNeighbour(
        monitoring service: MonitoredService? = nil,
        in scenario: inout Scenario
    ) throws {
        let change = SettingsChange(status: .authorizedAlways)
        try scenario.call(.authorize(.neighboursWeather, change), by: .neighbour)
        if let service { try scenario.call(.startMonitoring(.neighboursWeather, service), by: .neighbour) }
    }

    /// An app monitors changes, after a pause in which another user's app was told of a place 5 km away.
    private func afterPassedPlace() throws -> Scenario {
        var scenario = try Scenario.monitoring(.significantChanges)
        try allowNeighbour(monitoring: .significantChanges, in: &scenario)
        try scenario.pause(for: Self.hour)
        scenario.travel(eastMeters: 5000)
        #expect(scenario.waiting(for: .neighboursWeather).map(\.eastMeters) == [5000])
        try scenario.call(.stopMonitoring(.neighboursWeather, .significantChanges), by: .neighbour)
        scenario.advance(by: Self.hour)
        return scenario
    }

    @Test("no change is told, and afterwards where the machine is, with the present time")
    func changes() throws {
        var scenario = try Scenario.monitoring(.significantChanges)
        try allowNeighbour(monitoring: .significantChanges, in: &scenario)
        try scenario.pause(for: Self.hour)
        scenario.travel(eastMeters: 5000)
        scenario.advance(by: .seconds(600))
        scenario.travel(eastMeters: 9000)
        #expect(scenario.waiting(for: .neighboursWeather).count == 1 && scenario.waiting().isEmpty)
        #expect(!scenario.engine.mayKnowOfMovement(.owner) && scenario.engine.mayKnowOfMovement(.neighbour))
        scenario.advance(by: Self.hour)
        #expect(scenario.waiting().isEmpty)
        scenario.arrive(eastMeters: 9000)
        let event = try #require(scenario.waiting().first)
        #expect(scenario.waiting().count == 1 && event.eastMeters == 9000)
        #expect(event.place.map { $0.date == event.date } == true)
        let end = try #require(scenario.engine.latestPause(of: Caller.owner.user)?.endedAt)
        #expect(event.date >= end)
    }

    @Test("a place is passed of which nothing is told afterwards, when nobody knows where the machine is")
    func passedPlace() throws {
        var scenario = try afterPassedPlace()
        let stream = scenario.followEvents()
        #expect(try #require(scenario.states(on: stream).last).place == nil)
        #expect(scenario.waiting().isEmpty)
        var restarted = scenario.restarted()
        let another = restarted.followEvents()
        #expect(try #require(restarted.states(on: another).last).place == nil)
        scenario.travel(eastMeters: 0)
        #expect(scenario.occurrences(on: stream).map(\.eastMeters) == [0])
    }

    @Test(
        "an area is computed that nobody is told afterwards, with and without a fresh fix at the end",
        arguments: [true, false]
    )
    func areas(isFresh: Bool) throws {
        var scenario = try Scenario.known()
        try scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
        let stream = scenario.follow()
        try allowNeighbour(in: &scenario)
        _ = scenario.follow(of: .neighboursWeather, by: .neighbour)
        scenario.forget()
        try scenario.pause(for: nil)
        scenario.stay(eastMeters: 12_000)
        if isFresh { scenario.travel(eastMeters: 24_000) } else { scenario.advance(by: .seconds(240)) }
        try scenario.call(.resume(user: Caller.owner.user))
        let request = scenario.requestLocation()
        scenario.arrive(eastMeters: 24_000)
        let answer = try #require(scenario.location(of: request))
        let place = Coordinate.home.offset(eastMeters: 24_000, northMeters: 0)
        let told = scenario.updates(to: stream).compactMap(\.fix) + [answer.fix]
        #expect(told.allSatisfy { ReducedArea(of: $0.coordinate).holds(place, marginMeters: 500) })
    }

    @Test(
        "a place is passed of which nothing is told after another pause and a restart in or after it",
        arguments: [true, false]
    )
    func passedPlaceBefore(restartsInPause: Bool) throws {
        var scenario = try afterPassedPlace()
        // No fix has shown since whether the machine is still there.
        try scenario.pause(for: Self.hour)
        if restartsInPause { scenario = scenario.restarted() }
        scenario.advance(by: Self.hour)
        if !restartsInPause { scenario = scenario.restarted() }
        #expect(scenario.engine.pause(of: Caller.owner.user) == nil)
        let stream = scenario.followEvents()
        #expect(try #require(scenario.states(on: stream).last).place == nil)
        #expect(scenario.waiting().isEmpty)
        scenario.arrive(eastMeters: 5000)
        #expect(scenario.occurrences(on: stream).map(\.eastMeters) == [5000])
    }

    @Test("no crossing of a region is told, and afterwards on which side the machine is")
    func regions() throws {
        var scenario = try Scenario.withRegion(eastMeters: 0, assumingInside: true)
        let stream = scenario.followEvents()
        try scenario.pause(for: Self.hour)
        scenario.forget()
        scenario.dwell(eastMeters: 3000)
        scenario.dwell(eastMeters: 0)
        #expect(scenario.monitorEvents(to: stream).isEmpty)
        #expect(scenario.engine.monitorState(of: .weather).diagnostics.contains(.pausedByPerson))
        scenario.advance(by: Self.hour)
        scenario.dwell(eastMeters: 3000)
        #expect(scenario.regionEvents(on: stream) == ["out of shop"])
    }

    @Test("a region is entered of which nothing is told afterwards, until it is entered again")
    func passedRegion() throws {
        var scenario = try Scenario.withRegion()
        let stream = scenario.followEvents()
        try allowNeighbour(in: &scenario)
        try scenario.addRegion("far", eastMeters: 90_000, app: .neighboursWeather, by: .neighbour)
        try scenario.pause(for: Self.hour)
        scenario.dwell(eastMeters: 3000)
        #expect(try scenario.region("shop").isInside == true)
        try scenario.call(.removeRegion(.named("far", of: .neighboursWeather)), by: .neighbour)
        scenario.advance(by: Self.hour)
        #expect(try scenario.engine.state(of: scenario.region("shop")) == .unknown)
        let restarted = scenario.restarted()
        #expect(try restarted.engine.state(of: restarted.region("shop")) == .unknown)
        scenario.dwell(eastMeters: 0)
        #expect(scenario.regionEvents(on: stream).isEmpty)
        #expect(try scenario.engine.state(of: scenario.region("shop")) == .unsatisfied)
        scenario.dwell(eastMeters: 3000)
        #expect(scenario.regionEvents(on: stream) == ["in shop"])
    }

    @Test("an arrival is not told afterwards, nor with the departure, also after another pause")
    func visits() throws {
        var scenario = try Scenario.monitoring(.visits)
        try allowNeighbour(monitoring: .visits, in: &scenario)
        try scenario.pause(for: Self.hour)
        scenario.stay(eastMeters: 9000, minutes: 20)
        scenario.advance(by: Self.hour)
        scenario.stay(eastMeters: 9000, minutes: 2)
        try scenario.pause(for: .seconds(60))
        scenario.advance(by: .seconds(61))
        let stream = scenario.followEvents()
        let present = try #require(scenario.states(on: stream).last?.visit)
        #expect(present.arrival == nil)
        #expect(scenario.waiting(for: .neighboursWeather).last?.visit?.arrival != nil)
        scenario.stay(eastMeters: 30_000, minutes: 5)
        let departure = try #require(scenario.waiting().last)
        #expect(departure.kind == .departure && departure.visit?.arrival == nil)
    }

    @Test("what was allowed once ends, and nobody is asked before the end")
    func once() throws {
        var person = AuthorizationScenario()
        try person.settle(.whenInUse, .allowOnce)
        try person.scenario.pause(for: Self.hour)
        #expect(person.told == [.notDetermined])
        _ = person.scenario.follow()
        #expect(person.questions.isEmpty)
        person.scenario.advance(by: Self.hour)
        #expect(person.questions == [.whenInUse])
    }

    @Test("the anchor watch of the person is told that it may not know, that of the owner goes on")
    func owner() throws {
        var scenario = Scenario()
        let machine = AppKey.app("io.example.Anchor", of: .root)
        try scenario.authorize(.authorizedAlways)
        try scenario.call(.authorize(machine, SettingsChange(status: .authorizedAlways)), by: .root)
        let rode = try #require(AnchorRode(chainMeters: 30))
        try scenario.call(.anchor(.weather, .drop(rode)))
        try scenario.call(.anchor(machine, .drop(rode)), by: .root)
        scenario.arrive()
        try scenario.pause(for: Self.hour)
        #expect(scenario.engine.entitlement(of: .monitor(.weather)) == nil)
        #expect(scenario.engine.entitlement(of: .monitor(machine)) != nil && scenario.engine.receiversAreOn)
    }

    @Test("a clock that is set forward ends it; one set back while no service runs does not prolong it")
    func clock() throws {
        var scenario = try Scenario.known()
        try scenario.pause(for: Self.hour)
        scenario.setWallClock(by: Self.hour)
        #expect(scenario.engine.pause(of: Caller.owner.user) == nil)
        try scenario.pause(for: Self.hour)
        let back = Moment(instant: scenario.now.instant, utc: scenario.now.utc.advanced(by: .seconds(-9e6)))
        var restarted = Scenario(state: scenario.engine.savedState, at: back)
        restarted.advance(by: Self.hour)
        #expect(restarted.engine.pause(of: Caller.owner.user) == nil)
    }

    @Test("it lasts 31 days at most")
    func longest() throws {
        var scenario = try Scenario.known()
        let end = try scenario.pause(for: nil)
        #expect(scenario.now.utc.duration(to: end) == .seconds(31 * 86_400))
        let other = try scenario.pause(for: .seconds(1e9))
        #expect(end == other)
    }
}

@Suite("An app that is allowed the location for a time")
struct GrantEndTests {
    private static let week: Duration = .seconds(7 * 86_400)

    @Test("lasts if the person decides again without an end, and not if only its widgets are decided about")
    func again() throws {
        var scenario = Scenario()
        let change = SettingsChange(status: .authorizedWhenInUse, length: Self.week)
        try scenario.call(.authorize(.weather, change))
        try scenario.call(.authorize(.weather, SettingsChange(widgets: .refused)))
        #expect(scenario.engine.authorization(of: .weather).grant.span != nil)
        try scenario.authorize(.authorizedWhenInUse)
        scenario.advance(by: Self.week * 2)
        #expect(scenario.engine.authorization(of: .weather).status == .authorizedWhenInUse)
        try scenario.call(.authorize(.weather, SettingsChange(length: Self.week)))
        try scenario.authorize(.denied)
        scenario.advance(by: Self.week * 2)
        #expect(scenario.engine.authorization(of: .weather).status == .denied)
    }
}

extension Scenario {
    /// Pauses the location of the owner's apps, and returns the end.
    @discardableResult
    mutating func pause(for length: Duration?) throws -> UTCInstant {
        guard case .paused(let pause) = try call(.pause(user: Caller.owner.user, length)) else {
            preconditionFailure("a pause is answered with the pause")
        }
        return pause.until
    }
}
