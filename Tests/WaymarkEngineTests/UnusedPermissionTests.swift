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
        try person.scenario.call(
            .authorize(.weather, SettingsChange(status: .authorizedWhenInUse)),
            by: caller
        )
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
        #expect(
            person.scenario.agentEvents(to: agent).contains {
                if case .prompt(let prompt) = $0 { prompt.question == .unusedPermission } else { false }
            }
        )
        // The announcement counts, whether or not somebody is there at the end.
        person.scenario.disconnect(agent)
        person.scenario.advance(by: Self.day * 7)
        #expect(person.authorization.status == .notDetermined)
    }

    @Test(
        "stays if root decided so, or the owner of the machine wants none to end",
        arguments: [false, true]
    )
    func lasting(isOfRoot: Bool) throws {
        var settings = EngineSettings()
        if !isOfRoot { settings.unusedPermissionEnds = .zero }
        var person = try allowed(by: isOfRoot ? .root : .owner, settings: settings)
        person.scenario.advance(by: Self.day * 200)
        #expect(person.authorization.status == .authorizedWhenInUse && person.questions.isEmpty)
    }
}
