import LocationModel
import Testing
import WaymarkEngine

@Suite("A timeline that fails")
struct FailureTests {
    @Test("is asked for again after 30 s, then twice as long each time, an hour at most, until one comes")
    func backOff() throws {
        var (scenario, provider) = try calendar()
        var request = try scenario.onlyRequest()
        for delay in [30, 60, 120, 240, 480, 960, 1920, 3600, 3600].map({ Duration.seconds($0) }) {
            scenario.forget()
            #expect(try scenario.fail(request, on: provider) == delay)
            scenario.advance(by: delay - .nanoseconds(1))
            #expect(scenario.requests.isEmpty)
            scenario.advance(by: .nanoseconds(1))
            request = try scenario.onlyRequest()
            #expect(request.reason == .retry)
        }
        try scenario.answer(request, on: provider)
        scenario.forget()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        #expect(try scenario.fail(scenario.onlyRequest(), on: provider) == .seconds(30))
    }

    @Test("is not asked for sooner because the provider asks")
    func requestedWhileBackingOff() throws {
        var (scenario, provider) = try calendar()
        try scenario.fail(scenario.onlyRequest(), on: provider)
        scenario.forget()
        scenario.advance(by: .seconds(10))
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        #expect(scenario.requests.isEmpty)
        #expect(scenario.decisions.contains(.pending(.retry, .backingOff(remaining: .seconds(20)))))
        scenario.advance(by: .seconds(20))
        #expect(try scenario.onlyRequest().reason == .retry)
    }

    @Test("is asked for at once when the machine has moved")
    func changeOverridesBackOff() throws {
        var (scenario, _, provider) = try Scenario.viewed()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        for _ in 0..<4 {
            let delay = try scenario.fail(scenario.onlyRequest())
            scenario.forget()
            scenario.advance(by: delay)
            scenario.fix()
        }
        try scenario.fail(scenario.onlyRequest())
        scenario.forget()
        scenario.travel(eastMeters: 3000)
        #expect(try scenario.onlyRequest().reason == .significantChange)
    }

    private func calendar() throws -> (Scenario, SessionIdentifier) {
        var scenario = Scenario()
        let provider = scenario.connectProvider(kinds: [.calendar: .init(wantsLocation: false)])
        _ = try scenario.place(.calendar)
        return (scenario, provider)
    }
}

@Suite("A reload that needs a fix")
struct FirstFixTests {
    @Test("is held when the provider goes away while it waits, and made when one returns")
    func providerVanishes() throws {
        var (scenario, _, first) = try Scenario.viewed()
        scenario.advance(by: .seconds(60))
        try scenario.call(.reloadTimelines(first, kind: nil, widget: nil))
        scenario.disconnect(first)
        scenario.fix()
        scenario.advance(by: .seconds(60))
        #expect(scenario.requests.isEmpty)
        scenario.fix()
        let provider = scenario.connectProvider()
        let request = try scenario.onlyRequest()
        #expect(request.location.isLocation)
        try scenario.answer(request, on: provider)
    }

    @Test("is not made with a first fix that nothing bears out yet")
    func unproven() throws {
        var scenario = Scenario()
        _ = scenario.connectProvider()
        try scenario.authorize(.authorizedAlways)
        _ = try scenario.place()
        scenario.fix()
        #expect(scenario.requests.isEmpty)
        #expect(scenario.decisions.contains(.fixHeld(.unproven(agreeingFixes: 1))))
        scenario.arrive()
        #expect(try scenario.onlyRequest().location.isLocation)
    }
}
