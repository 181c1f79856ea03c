import LocationModel
import Testing
import WaymarkEngine

@Suite("A permission that nobody has used for 90 days")
struct UnusedPermissionTests {
    private static let day: Duration = .seconds(86_400)

    private func allowed(by caller: Caller = .owner, settings: EngineSettings = EngineSettings()) throws
        -> AuthorizationScenario
    {
        var person = AuthorizationScenario(settings: settings)
        person.endUse()
        let change = SettingsChange(status: .authorizedWhenInUse)
        try person.scenario.call(.authorize(.weather, change), by: caller)
        return person
    }

    @Test("is taken away at once if the person says so")
    func refused() throws {
        var person = try allowed()
        person.scenario.advance(by: Self.day * 84)
        try person.answer(.deny)
        #expect(person.authorization.status == .denied)
    }

    @Test("stays while there is nobody to be told, and is announced to whoever comes then")
    func nobody() throws {
        var person = try allowed()
        person.scenario.disconnect(person.agent)
        person.scenario.advance(by: Self.day * 200)
        #expect(person.authorization.status == .authorizedWhenInUse)
        let agent = person.scenario.connectAgent()
        #expect(person.questions == [.unusedPermission])
        let isTold = person.scenario.agentEvents(to: agent).contains {
            if case .prompt(let prompt) = $0 { prompt.question == .unusedPermission } else { false }
        }
        #expect(isTold)
        // The announcement counts, whether or not somebody is there at the end.
        person.scenario.disconnect(agent)
        person.scenario.advance(by: Self.day * 7)
        #expect(person.authorization.status == .notDetermined)
    }

    @Test("neither ends nor is asked about during the person's pause, but after it", arguments: [82, 84])
    func paused(days: Int) throws {
        var person = try allowed()
        person.scenario.advance(by: Self.day * days)
        // After 83 days the question waits already.
        #expect(person.questions.count == (days < 83 ? 0 : 1))
        try person.scenario.pause(for: nil)
        person.scenario.advance(by: Self.day * 30)
        #expect(person.questions.count == (days < 83 ? 0 : 1))
        person.scenario.advance(by: Self.day * 2)
        #expect(person.questions == [.unusedPermission])
        #expect(person.authorization.status == .authorizedWhenInUse)
        person.scenario.advance(by: Self.day * 7)
        #expect(person.authorization.status == .notDetermined)
    }

    @Test("that would have ended during a pause is announced again after the pause")
    func pausedAlone() throws {
        var person = try allowed()
        person.scenario.advance(by: Self.day * 84)
        try person.scenario.pause(for: nil)
        person.scenario.disconnect(person.agent)
        person.scenario.advance(by: Self.day * 60)
        #expect(person.authorization.status == .authorizedWhenInUse)
        _ = person.scenario.connectAgent()
        #expect(person.questions == [.unusedPermission])
        person.scenario.advance(by: Self.day * 6)
        #expect(person.authorization.status == .authorizedWhenInUse)
        person.scenario.advance(by: Self.day * 2)
        #expect(person.authorization.status == .notDetermined)
    }

    @Test("stays while the app is given locations on a stream that stays open")
    func stream() throws {
        var person = try allowed()
        _ = person.scenario.follow()
        for _ in 0..<100 {
            person.scenario.arrive()
            person.scenario.advance(by: Self.day)
        }
        #expect(person.authorization.status == .authorizedWhenInUse && person.questions.isEmpty)
    }

    @Test("stays while the app's anchor is watched, although nothing changes")
    func anchor() throws {
        var person = try allowed(settings: .with { $0.unusedPermissionEnds = Self.day * 3 })
        try person.scenario.authorize(.authorizedAlways)
        let rode = try #require(AnchorRode(chainMeters: 30, depthMeters: 5))
        try person.scenario.call(.anchor(.weather, .drop(rode)))
        // The person would be asked after a day and a half.
        for _ in 0..<5600 {
            person.scenario.fix()
            person.scenario.advance(by: .seconds(25))
        }
        #expect(person.questions.isEmpty)
    }

    @Test("ends also if root has only said that the person is to be asked")
    func askedForRoot() throws {
        var person = AuthorizationScenario()
        let change = SettingsChange(status: .notDetermined)
        try person.scenario.call(.authorize(.weather, change), by: .root)
        try person.settle(.whenInUse, .allowWhileUsing)
        person.endUse()
        person.scenario.advance(by: Self.day * 84)
        #expect(person.questions == [.unusedPermission])
    }

    @Test(
        "stays if root decided so, or the owner of the machine wants none to end",
        arguments: [false, true]
    )
    func lasting(isOfRoot: Bool) throws {
        let settings = EngineSettings.with { if !isOfRoot { $0.unusedPermissionEnds = .zero } }
        var person = try allowed(by: isOfRoot ? .root : .owner, settings: settings)
        person.scenario.advance(by: Self.day * 200)
        #expect(person.authorization.status == .authorizedWhenInUse && person.questions.isEmpty)
    }
}
