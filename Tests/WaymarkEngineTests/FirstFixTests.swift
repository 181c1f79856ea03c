import LocationModel
import Testing
import WaymarkEngine

@Suite("A reload that needs a fix")
struct FirstFixTests {
    @Test("is held when the provider goes away while it waits, and made when one returns")
    func providerVanishes() throws {
        var scenario = Scenario()
        let first = scenario.connectProvider()
        scenario.arrive()
        scenario.advance(by: .seconds(60))
        try scenario.authorize(.authorizedWhenInUse, widgets: .granted)
        let widget = try scenario.place()
        try scenario.answer(scenario.onlyRequest())
        scenario.forget()
        try scenario.show(widget)
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
