import LocationModel
import Testing
import WaymarkEngine

@Suite("A stream of locations")
struct FollowerTests {
    // MARK: Values

    @Test("begins with the present place, and then has each fix that is believed")
    func values() throws {
        var scenario = try Scenario.known()
        let stream = scenario.follow()
        #expect(scenario.updates(to: stream).map(\.age) == [.seconds(1)])
        scenario.drive(10, for: 3)
        scenario.fix(eastMeters: 50_000)
        let updates = scenario.updates(to: stream)
        #expect(updates.count == 4 && updates.allSatisfy { $0.fix != nil && $0.diagnostics.isEmpty })
        // The journal tells that values come, and not each of them.
        #expect(scenario.decisionNames.count { $0 == "updatesGiven" } == 1)
    }

    @Test("has the locations that its distance and interval let pass")
    func filters() throws {
        var scenario = try Scenario.known()
        let far = scenario.follow(FollowRequest(distanceFilterMeters: 25))
        let slow = scenario.follow(FollowRequest(minimumInterval: .seconds(5)))
        let both = scenario.follow(FollowRequest(distanceFilterMeters: 25, minimumInterval: .seconds(5)))
        scenario.drive(10, for: 20, from: 10)
        #expect(scenario.updates(to: far).count == 1 + 6)
        #expect(scenario.updates(to: slow).count == 1 + 3)
        #expect(scenario.updates(to: both).count == 1 + 3)
    }

    @Test("is on record once for each accuracy, and again after the person took it away")
    func access() throws {
        var scenario = try Scenario.known()
        let stream = scenario.follow()
        scenario.drive(10, for: 5)
        let records = { (scenario: Scenario) in scenario.engine.accesses(visibleTo: .owner).records }
        #expect(records(scenario).map(\.consumer) == [.follower(stream)])
        try scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
        try scenario.call(.authorize(.weather, SettingsChange(accuracy: .full)))
        #expect(records(scenario).map(\.accuracy) == [.full, .reduced, .full])
        try scenario.authorize(.denied)
        try scenario.authorize(.authorizedWhenInUse)
        #expect(records(scenario).count == 4)
        let host = scenario.connectHost()
        try scenario.call(.setAppVisibility(.weather, visible: false, session: host))
        scenario.advance(by: .seconds(10))
        try scenario.call(.setAppVisibility(.weather, visible: true, session: host))
        scenario.drive(10, for: 5)
        #expect(records(scenario).count == 4)
        #expect(scenario.diagnostics(of: stream).last == [], "it goes on when they are shown")
    }

    @Test("gets areas alone if it wants no more, although its app may know more, and the record says so")
    func wantsAreas() throws {
        var scenario = try Scenario.known()
        let stream = scenario.follow(FollowRequest(accuracy: .reduced))
        let exact = scenario.follow()
        scenario.drive(10, for: 100)
        #expect(scenario.updates(to: stream).map(\.fix?.coordinate) == [ReducedArea(of: .home).center])
        #expect(scenario.diagnostics(of: stream) == [[.accuracyLimited]])
        #expect(scenario.updates(to: exact).count > 50)
        let records = scenario.engine.savedState.accessLogs[Caller.owner.user]?.records ?? []
        #expect(records.map(\.accuracy) == [.reduced, .full])
    }

    @Test("asks the person without a manifest if it may, and suggests the accuracy that it wants")
    func asksWithoutPurpose() throws {
        var scenario = Scenario()
        scenario.arrive()
        let agent = scenario.connectAgent()
        let silent = scenario.follow()
        #expect(scenario.diagnostics(of: silent) == [[.authorizationNotDetermined]])
        let stream = scenario.follow(FollowRequest(accuracy: .reduced, asksWithoutPurpose: true))
        #expect(scenario.diagnostics(of: stream) == [[.authorizationRequestInProgress]])
        let prompt = try #require(scenario.engine.prompts(for: .owner).first)
        #expect(prompt.question == .whenInUse && prompt.suggestedAccuracy == .reduced)
        try scenario.call(.answerPrompt(agent, prompt.identifier, .allowWhileUsing, accuracy: nil))
        #expect(scenario.engine.authorization(of: .weather).accuracy == .reduced)
        #expect(scenario.diagnostics(of: stream).last == [.accuracyLimited])
    }

    // MARK: Reasons

    @Test("tells of silent receivers once, and of each other cause, until there is a fix again")
    func unavailable() throws {
        var scenario = try Scenario.known()
        let stream = scenario.follow()
        scenario.advance(by: .seconds(10))
        #expect(scenario.diagnostics(of: stream) == [[], [.locationUnavailable]])
        scenario.report(.lost(.silent(for: .seconds(10)), lastFixAt: scenario.now.instant))
        scenario.report(.lost(.noPosition, lastFixAt: scenario.now.instant))
        scenario.advance(by: .seconds(60))
        scenario.report(.absent(ReceiverProblem("unplugged"), retryAt: nil))
        let causes = scenario.updates(to: stream).compactMap { $0.absence?.cause }
        guard causes.count == 3, case .receiver("simulation", .absent, _, _) = causes[2] else {
            Issue.record("\(causes)")
            return
        }
        scenario.arrive()
        #expect(scenario.updates(to: stream).count == 4 + 5 && scenario.diagnostics(of: stream).last == [])
    }

    @Test("tells that the only fix after a silence is in doubt")
    func doubtAfterSilence() throws {
        var scenario = try Scenario.known()
        let stream = scenario.follow()
        scenario.advance(by: .seconds(10))
        scenario.fix(eastMeters: 50_000)
        let causes = scenario.updates(to: stream).compactMap { $0.absence?.cause }
        guard causes.count == 2, case .receiver = causes[0], case .inDoubt = causes[1] else {
            Issue.record("\(causes)")
            return
        }
    }

    @Test("tells the satellites of a receiver without a position once they are counted, and not each count")
    func satellites() throws {
        var scenario = try Scenario.known()
        scenario.report(.fixed)
        let stream = scenario.follow()
        scenario.report(.lost(.noPosition, lastFixAt: scenario.now.instant))
        scenario.noFix(SatelliteCount())
        for inView in [9, 10, 11] { scenario.noFix(SatelliteCount(used: 3, inView: inView)) }
        let causes = scenario.updates(to: stream).compactMap { $0.absence?.cause }
        let told = causes.map { cause -> SatelliteCount? in
            if case .receiver(_, .lost, _, let satellites) = cause { satellites } else { nil }
        }
        #expect(told == [nil, SatelliteCount(used: 3, inView: 9)])
    }

    @Test("tells at once that the only position is lost, and nothing while another receiver has one")
    func lost() throws {
        var scenario = try Scenario.known(receiverNames: ["first", "second"])
        scenario.report(.fixed)
        scenario.report(.fixed, from: 1)
        let stream = scenario.follow()
        scenario.report(.lost(.noPosition, lastFixAt: scenario.now.instant))
        #expect(scenario.diagnostics(of: stream) == [[]])
        scenario.report(.lost(.noPosition, lastFixAt: scenario.now.instant), from: 1)
        #expect(scenario.diagnostics(of: stream) == [[], [.locationUnavailable]])
    }

    // MARK: Silence

    @Test("is not told of silent receivers while it has an area, which stays true for longer")
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

    @Test("is not told of silent receivers while it pauses at rest, and goes on when the machine moves")
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

    @Test("begins with the last known place if it wants to, with an accuracy that allows for its age")
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
        #expect(last.age >= .seconds(600) && last.absence?.cause != nil)
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

    @Test("begins with no last known place that is too old, or from the person's pause")
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
