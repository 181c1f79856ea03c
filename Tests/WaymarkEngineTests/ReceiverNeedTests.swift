import LocationModel
import Testing
import WaymarkEngine

/// The need is worked out anew only after something that may have changed it; each test here is about one such thing,
/// with nothing else that would do.
@Suite("What is remembered of the need for receivers is forgotten")
struct ReceiverNeedTests {
    @Test("at the end of a window")
    func window() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        try scenario.hide(widget)
        #expect(scenario.engine.receiverNeed == .entitled(widget, .inUseWindow))
        scenario.advance(by: scenario.engine.settings.inUseWindow)
        #expect(scenario.engine.receiverNeed == nil)
    }

    @Test("at the end of an app's use")
    func use() throws {
        var (app, widget) = try scene(of: .refusedToWidgets())
        app.scenario.forget()
        #expect(app.scenario.engine.receiverNeed == .entitled(widget, .appInUse))
        app.endUse()
        #expect(app.scenario.engine.receiverNeed == nil)
    }

    @Test(
        "with the fix that a reload waited for, and when it has waited long enough",
        arguments: [true, false]
    )
    func reload(_ isServed: Bool) throws {
        var (scenario, widget, provider) = try Scenario.quiet()
        try scenario.authorize(.authorizedAlways)
        for request in scenario.requests { try scenario.answer(request) }
        scenario.advance(by: .seconds(60))
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: widget))
        #expect(scenario.engine.receiverNeed?.waitsForFix(widget) == true)
        if isServed { scenario.fix() } else { scenario.advance(by: scenario.engine.settings.fixTimeout) }
        #expect(scenario.engine.receiverNeed == .entitled(widget, .always))
    }

    @Test("when an app is allowed once, which nothing is saved of")
    func once() throws {
        var (app, widget) = try scene()
        #expect(app.scenario.engine.receiverNeed == nil)
        try app.settle(.whenInUse, .allowOnce)
        #expect(app.scenario.engine.receiverNeed == .entitled(widget, .appInUse))
    }

    @Test("when location services are switched")
    func services() throws {
        var (app, widget) = try scene(of: .refusedToWidgets())
        try app.scenario.call(.switchServices(isOn: false, user: Caller.owner.user))
        #expect(app.scenario.engine.receiverNeed == nil)
        try app.scenario.call(.switchServices(isOn: true, user: Caller.owner.user))
        #expect(app.scenario.engine.receiverNeed == .entitled(widget, .appInUse))
    }

    @Test("when the administrator changes the policy")
    func policy() throws {
        var (scenario, widget, _) = try Scenario.quiet()
        try scenario.authorize(.authorizedAlways)
        #expect(scenario.engine.receiverNeed?.consumer.widget == widget)
        var settings = EngineSettings()
        settings.policy.add(.whenInUseOnly, for: .init())
        scenario.send(.settingsChanged(settings))
        #expect(scenario.engine.receiverNeed == nil)
        scenario.send(.settingsChanged(EngineSettings()))
        #expect(scenario.engine.receiverNeed?.consumer.widget == widget)
    }

    @Test("when a manifest says that the widget wants no location")
    func manifest() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        #expect(scenario.engine.receiverNeed?.consumer.widget == widget)
        var weather = try #require([AppManifest].complete.first)
        let name = try #require(ExtensionName("Widgets"))
        weather.extensions = [AppExtension(name: name, kinds: [.here], wantsLocation: false)]
        scenario.send(.manifestsInstalled([weather], broken: []))
        #expect(scenario.engine.receiverNeed == nil)
        scenario.send(.manifestsInstalled([], broken: []))
        #expect(scenario.engine.receiverNeed?.consumer.widget == widget)
    }

    /// An app in use, by default one that nobody has decided about, with a widget that has its timeline.
    private func scene(
        of app: AuthorizationScenario = AuthorizationScenario()
    ) throws -> (AuthorizationScenario, WidgetIdentifier) {
        var app = app
        let provider = app.scenario.connectProvider()
        app.scenario.arrive()
        let widget = try app.scenario.place()
        for request in app.scenario.requests { try app.scenario.answer(request, on: provider) }
        return (app, widget)
    }
}
