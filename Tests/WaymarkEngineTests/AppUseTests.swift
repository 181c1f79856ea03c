import LocationModel
import Testing
import WaymarkEngine

@Suite("While its app is in use, a widget")
struct AppUseTests {
    @Test("gets the location though widgets do not share the authorization, and though it is not in view")
    func location() throws {
        var app = AuthorizationScenario()
        try app.scenario.authorize(.authorizedWhenInUse, widgets: .refused)
        let provider = app.scenario.connectProvider()
        app.scenario.arrive()
        _ = try app.scenario.place()
        let request = try app.scenario.onlyRequest()
        #expect(request.location.isLocation)
        #expect(!request.isAuthorizedForWidgetUpdates)
        try app.scenario.answer(request, on: provider)
        app.endUse()
        app.scenario.forget()
        try app.scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        #expect(try app.scenario.onlyRequest().location == .absent(.unauthorized))
    }

    @Test("keeps the receivers on, and no longer than that")
    func demand() throws {
        var app = AuthorizationScenario()
        try app.scenario.authorize(.authorizedWhenInUse, widgets: .refused)
        _ = app.scenario.connectProvider()
        _ = try app.scenario.place()
        #expect(app.scenario.engine.receiversAreOn)
        app.endUse()
        app.scenario.advance(by: app.scenario.engine.settings.receiversIdleAfter)
        #expect(!app.scenario.engine.receiversAreOn)
    }
}

@Suite("The access log")
struct AccessLogTests {
    @Test("has every location that was given, with what entitled the app, before it is given")
    func every() throws {
        var (scenario, widget, provider) = try Scenario.viewed()
        scenario.fix()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: widget))
        let request = try scenario.onlyRequest()
        #expect(request.location.isLocation)
        let record = try #require(scenario.engine.accesses(visibleTo: .owner).records.first)
        #expect(record.app == .weather && record.consumer?.widget == widget && record.ground == .inView)
        #expect(record.date == scenario.now.utc)
        #expect(record.horizontal68Meters == 3)
        let committed = try #require(
            scenario.effects.firstIndex { if case .commit(.accessed) = $0 { true } else { false } }
        )
        let given = try #require(
            scenario.effects.firstIndex { if case .tellProvider(_, .reload) = $0 { true } else { false } }
        )
        #expect(committed < given)
    }

    @Test("has nothing of a request without a location, and is nobody else's to read")
    func nothingElse() throws {
        var (scenario, widget, provider) = try Scenario.viewed()
        try scenario.authorize(.denied)
        try scenario.answer(scenario.requests[0])
        let before = scenario.engine.accesses(visibleTo: .root)
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: widget))
        #expect(scenario.engine.accesses(visibleTo: .root) == before)
        #expect(!before.records.isEmpty)
        #expect(scenario.engine.accesses(visibleTo: .neighbour).records.isEmpty)
    }

    @Test("keeps the latest thousand of each user")
    func bounded() throws {
        var log = AccessLog()
        for number in 0..<2500 {
            log.add(
                AccessRecord(
                    app: .weather,
                    consumer: nil,
                    date: UTCInstant(secondsSince1970: Int64(number)),
                    ground: .always,
                    wasTemporary: false,
                    accuracy: .full,
                    horizontal68Meters: nil
                )
            )
        }
        #expect(log.records.count == 1000)
        #expect(log.records.first?.date == UTCInstant(secondsSince1970: 1500))
        #expect(log.nextNumber == 2500)
        var restored = AccessLog()
        for (offset, record) in log.records.enumerated() {
            restored.restore(record, number: UInt64(offset) + 1500)
        }
        #expect(restored == log)
    }
}
