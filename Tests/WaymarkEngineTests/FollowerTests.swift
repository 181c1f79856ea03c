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
        let causes = scenario.updates(to: stream).compactMap(\.cause)
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
        let causes = scenario.updates(to: stream).compactMap(\.cause)
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
        let told = scenario.updates(to: stream).compactMap(\.cause).map { cause -> SatelliteCount? in
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
}
