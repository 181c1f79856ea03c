import LocationModel
import Testing
import WaymarkEngine

/// In each test one time alone differs from its default, because several defaults are the same.
@Suite("A time that the owner has set")
struct ConfiguredTimeTests {
    @Test("is how long a reload waits for a fix")
    func fixTimeout() throws {
        var settings = EngineSettings()
        settings.fixTimeout = .seconds(20)
        var (scenario, widget, provider) = try Scenario.viewed(settings: settings)
        scenario.advance(by: .seconds(60))
        scenario.forget()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        #expect(scenario.engine.reloadWait(of: widget) == .fix(remaining: .seconds(20)))
        scenario.advance(by: .seconds(20) - .nanoseconds(1))
        #expect(scenario.requests.isEmpty)
        scenario.advance(by: .nanoseconds(1))
        let request = try scenario.onlyRequest()
        #expect(request.location == .absent(.locationUnknown))
        #expect(request.unknownCause != nil, "the provider is told why")
    }

    @Test("is the age up to which a fix counts, also in an explanation")
    func fixLifetime() throws {
        var settings = EngineSettings()
        settings.fixLifetime = .seconds(60)
        var (scenario, widget, _) = try Scenario.viewed(settings: settings)
        // The last fix came a second ago.
        scenario.advance(by: .seconds(59))
        #expect(scenario.engine.location(for: widget).isLocation)
        #expect(scenario.engine.explanation(of: widget).decisive == nil)
        scenario.advance(by: .seconds(1))
        #expect(scenario.engine.location(for: widget) == .absent(.locationUnknown))
        #expect(scenario.engine.explanation(of: widget).decisive?.condition == .fixFresh)
    }

    @Test("is how long a provider has for a timeline, which it is told")
    func timelineDeadline() throws {
        var settings = EngineSettings()
        settings.timelineDeadline = .seconds(600)
        var (scenario, _, provider) = try Scenario.viewed(settings: settings)
        scenario.fix()
        scenario.forget()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        let request = try scenario.onlyRequest()
        #expect(request.deadline == scenario.now.utc.advanced(by: .seconds(600)))
        scenario.advance(by: .seconds(600) - .nanoseconds(1))
        #expect(throws: Never.self) { try scenario.answer(request) }
    }
}
