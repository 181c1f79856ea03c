import LocationModel
import Testing
import WaymarkEngine

@Suite("A reload that needs a fix")
struct FirstFixTests {
    @Test("waits for the first one, and is made when that comes, once")
    func firstFix() throws {
        var (scenario, widget) = try inView()
        #expect(scenario.requests.isEmpty)
        #expect(scenario.decisions.contains(.awaitingFix(.locationAvailable, atMost: .seconds(10))))
        scenario.advance(by: .seconds(9))
        scenario.fix()
        let request = try scenario.onlyRequest()
        #expect(request.widget == widget)
        #expect(request.reason == .locationAvailable)
        #expect(request.location.isLocation)
        try scenario.answer(request)
        scenario.fix()
        scenario.advance(by: .seconds(3600))
        #expect(scenario.requests.count == 1)
    }

    @Test("goes ahead without one after ten seconds, and another follows when a fix comes, one each")
    func timeout() throws {
        var (scenario, widget) = try inView()
        scenario.advance(by: .seconds(10) - .nanoseconds(1))
        #expect(scenario.requests.isEmpty)
        scenario.advance(by: .nanoseconds(1))
        let first = try scenario.onlyRequest()
        #expect(first.location == .absent(.locationUnknown))
        try scenario.answer(first)
        #expect(scenario.engine.view(of: widget)?.status == .unavailable)
        scenario.advance(by: .seconds(600))
        #expect(scenario.requests.count == 1)

        scenario.forget()
        scenario.fix()
        let second = try scenario.onlyRequest()
        #expect(second.reason == .locationAvailable)
        #expect(second.location.isLocation)
        try scenario.answer(second)
        #expect(scenario.engine.view(of: widget)?.status == .fix)
        scenario.arrive()
        #expect(scenario.requests.count == 1)
    }

    @Test("is given up at once when the person revokes the grant while it waits")
    func revoked() throws {
        var (scenario, _) = try inView()
        try scenario.authorize(.denied)
        let request = try scenario.onlyRequest()
        #expect(request.reason == .authorizationChanged)
        #expect(request.location == .absent(.unauthorized))
        try scenario.answer(request)
        scenario.fix()
        scenario.advance(by: .seconds(60))
        #expect(scenario.requests.count == 1)
    }

    @Test("is held when the provider goes away while it waits, and made when one returns")
    func providerVanishes() throws {
        var (scenario, _) = try inView()
        scenario.disconnect(SessionIdentifier(1))
        scenario.fix()
        scenario.advance(by: .seconds(60))
        #expect(scenario.requests.isEmpty)
        scenario.fix()
        let provider = scenario.connectProvider()
        let request = try scenario.onlyRequest()
        #expect(request.location.isLocation)
        try scenario.answer(request, on: provider)
    }

    @Test("is made without a location when the widget's first view comes while nothing is known")
    func firstTimeline() throws {
        var scenario = Scenario()
        _ = scenario.connectProvider()
        try scenario.authorize(.authorizedWhenInUse, widgets: .granted)
        let widget = try scenario.place()
        let request = try scenario.onlyRequest()
        #expect(request.reason == .placed)
        #expect(request.location == .absent(.insufficientlyInUse))
        #expect(request.isAuthorizedForWidgetUpdates)
        try scenario.answer(request)
        scenario.forget()
        try scenario.show(widget)
        scenario.advance(by: .seconds(3))
        scenario.arrive()
        let second = try scenario.onlyRequest()
        #expect(second.location.isLocation)
        #expect(second.widget == widget)
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

    /// An authorized widget that was told of no location and has come into view, the receivers just opened.
    private func inView() throws -> (Scenario, WidgetIdentifier) {
        var scenario = Scenario()
        _ = scenario.connectProvider()
        scenario.arrive()
        scenario.advance(by: .seconds(60))
        try scenario.authorize(.authorizedWhenInUse, widgets: .granted)
        let widget = try scenario.place()
        try scenario.answer(scenario.onlyRequest())
        scenario.forget()
        try scenario.show(widget)
        return (scenario, widget)
    }
}
