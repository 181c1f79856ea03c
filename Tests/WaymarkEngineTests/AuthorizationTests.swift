import LocationModel
import Testing
import WaymarkEngine

@Suite("A change of authorization")
struct AuthorizationTests {
    @Test("is told to every provider of the app once, and to no other")
    func toldOnce() throws {
        var (scenario, _, first) = try Scenario.quiet()
        let second = scenario.connectProvider(kinds: [.calendar: .init(wantsLocation: false)])
        let stranger = scenario.connectProvider(.tides)
        scenario.forget()
        try scenario.authorize(.denied)
        let denied = Authorization(Grant(status: .denied, widgets: .granted))
        let told = ProviderEvent.authorization(denied)
        #expect(scenario.providerEvents(to: first).count { $0 == told } == 1)
        #expect(scenario.providerEvents(to: second) == [told])
        #expect(scenario.providerEvents(to: stranger).isEmpty)
    }

    @Test("that changes nothing is not told, committed or put on record")
    func unchanged() throws {
        var (scenario, _, _) = try Scenario.quiet()
        try scenario.authorize(.authorizedWhenInUse, widgets: .granted)
        try scenario.authorize(.authorizedWhenInUse)
        #expect(scenario.effects.count == 2)
        #expect(scenario.effects.allSatisfy { if case .reply = $0 { true } else { false } })
    }

    @Test("reaches a provider that was away, after a restart too")
    func providerAway() throws {
        var (before, widget, provider) = try Scenario.viewed()
        before.disconnect(provider)
        try before.authorize(.denied)
        #expect(before.pending(widget) == .authorizationChanged)
        var scenario = Scenario(state: before.engine.savedState, at: before.now)
        _ = scenario.connectProvider()
        #expect(try scenario.onlyRequest().reason == .authorizationChanged)
    }
}
