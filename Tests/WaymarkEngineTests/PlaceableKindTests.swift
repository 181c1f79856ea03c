import LocationModel
import Testing
import WaymarkEngine

@Suite("A kind of widget that a manifest declares")
struct PlaceableKindTests {
    static func manifest() throws -> AppManifest {
        var manifest = try AppManifest.weather([.here, .calendar], wantsLocation: true)
        var units = try #require(ConfigurationProperty(name: "units", type: .string))
        units.choices = [.text("metric"), .text("imperial")]
        units.defaultValue = .text("metric")
        var hours = try #require(ConfigurationProperty(name: "hours", type: .integer))
        (hours.minimum, hours.maximum) = (1, 24)
        var details = KindDetails()
        details.families = [.inline, .small]
        details.configuration = ConfigurationSchema([units, hours])
        details.placeholder = #"{"text":"--"}"#
        manifest.kindDetails[.here] = details
        return manifest
    }

    private func scenario() throws -> Scenario {
        var scenario = Scenario()
        scenario.send(.manifestsInstalled([try Self.manifest()], broken: []))
        return scenario
    }

    private func place(
        _ kind: KindKey = .here,
        _ family: WidgetFamily? = nil,
        _ values: [String: ConfigurationValue]? = nil,
        in scenario: inout Scenario
    ) throws(Refusal) -> WidgetIdentifier {
        let configuration = values.map { ConfigurationValues($0) }
        let command = Command.place(kind, family: family, configuration: configuration)
        guard case .widget(let widget) = try scenario.call(command) else {
            preconditionFailure("placing answers with the widget")
        }
        return widget
    }

    @Test("can be listed and placed before its provider runs, and is served once it does")
    func withoutProvider() throws {
        var scenario = try scenario()
        let kinds = scenario.engine.placeableKinds(of: Caller.owner.user, limit: 10)
        #expect(kinds.map(\.kind) == [.calendar, .here])
        #expect(kinds.allSatisfy { $0.wantsLocation && !$0.isServed })
        let widget = try place(in: &scenario)
        #expect(scenario.requests.isEmpty)
        #expect(scenario.engine.usage(of: .kinds, by: Caller.owner.user) == 1)
        #expect(scenario.engine.summary(of: .weather).kinds == [.here: .init(wantsLocation: true)])
        _ = scenario.connectProvider()
        #expect(try scenario.onlyRequest().widget == widget)
        #expect(
            scenario.engine.placeableKinds(of: Caller.owner.user, limit: 10).map(\.isServed) == [false, true]
        )
    }

    @Test("has widgets with different families and configurations, which survive a restart")
    func instances() throws {
        var scenario = try scenario()
        let first = try place(in: &scenario)
        let values: [String: ConfigurationValue] = ["units": .text("imperial"), "hours": .number(5)]
        let second = try place(.here, .small, values, in: &scenario)
        var restarted = Scenario(state: scenario.engine.savedState)
        restarted.send(.manifestsInstalled([try Self.manifest()], broken: []))
        _ = restarted.connectProvider()
        let setups = Dictionary(uniqueKeysWithValues: restarted.requests.map { ($0.widget, $0.setup) })
        let usual = ConfigurationValues(["units": .text("metric")])
        let chosen = ConfigurationValues(["units": .text("imperial"), "hours": .integer(5)])
        #expect(setups[first] == WidgetSetup(family: .inline, configuration: usual))
        #expect(setups[second] == WidgetSetup(family: .small, configuration: chosen))
    }

    @Test("refuses a family that it has no layout for, and a configuration that it does not accept")
    func refused() throws {
        var scenario = try scenario()
        #expect(throws: Refusal.unsupportedFamily(.large, supported: [.inline, .small])) {
            try place(.here, .large, in: &scenario)
        }
        #expect(throws: Refusal.self) { try place(.here, nil, ["hours": .integer(25)], in: &scenario) }
        #expect(throws: Refusal.invalidConfiguration(.notConfigurable)) {
            try place(.calendar, nil, ["hours": .integer(2)], in: &scenario)
        }
        #expect(try place(.calendar, .large, [:], in: &scenario).rawValue == 1)
    }

    @Test("reloads a widget when its configuration changes, and only then, free of charge")
    func configured() throws {
        var scenario = try scenario()
        let widget = try place(in: &scenario)
        let host = scenario.connectHost()
        let provider = scenario.connectProvider()
        try scenario.answer(try scenario.onlyRequest(), on: provider)
        scenario.forget()
        try scenario.call(.configure(widget, family: .inline, configuration: .init()))
        #expect(scenario.requests.isEmpty)
        try scenario.call(.configure(widget, family: .small, configuration: nil))
        let request = try scenario.onlyRequest()
        #expect(request.reason == .configurationChanged && request.setup.family == .small)
        #expect(try scenario.onlyCharge() == .free(exemption: .reason))
        let shown = scenario.hostEvents(to: host).compactMap { event in
            if case .widget(let view) = event { view.family } else { nil }
        }
        #expect(shown == [.small])
        #expect(throws: Refusal.self) {
            try scenario.call(.configure(widget, family: .circular, configuration: nil))
        }
    }

    @Test("wants the location if the manifest says so, and else if the provider does")
    func installed() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        scenario.send(.manifestsInstalled([try .weather([.here], wantsLocation: false)], broken: []))
        let without = try scenario.onlyRequest()
        #expect(without.location == .notWanted && without.reason == .authorizationChanged)
        #expect(scenario.engine.summary(of: .weather).kinds == [.here: .init(wantsLocation: false)])
        try scenario.answer(without)
        #expect(scenario.engine.view(of: widget)?.status == .ready)
        scenario.forget()
        scenario.send(.manifestsInstalled([], broken: []))
        scenario.arrive()
        #expect(try #require(scenario.requests.first).location.isLocation)
    }

    @Test("wants what the provider said once the manifest is gone, though widgets were placed under it")
    func placed() throws {
        var scenario = Scenario()
        _ = scenario.connectProvider(kinds: [.here: .init(wantsLocation: false)])
        scenario.send(.manifestsInstalled([try .weather([.here], wantsLocation: true)], broken: []))
        _ = try scenario.place()
        #expect(scenario.engine.summary(of: .weather).kinds == [.here: .init(wantsLocation: true)])
        scenario.send(.manifestsInstalled([], broken: []))
        #expect(scenario.engine.summary(of: .weather).kinds == [.here: .init(wantsLocation: false)])
    }

    @Test("is reloaded for other programs only where the manifest permits it, which is refused otherwise")
    func pushableKinds() throws {
        var scenario = Scenario()
        _ = scenario.connectProvider(kinds: Scenario.calendarKind)
        var manifest = try AppManifest.weather([.here, .calendar], wantsLocation: false)
        scenario.send(.manifestsInstalled([manifest], broken: []))
        _ = try scenario.place()
        let pushable = try scenario.place(.calendar)
        for kind in [nil, WidgetKind.calendar] {
            #expect(throws: Refusal.notPushable(AppKey.weather.app, kind)) {
                try scenario.call(.push(.weather, kind: kind))
            }
        }
        var details = KindDetails()
        details.isPushable = true
        manifest.kindDetails = [WidgetKind.calendar: details]
        scenario.send(.manifestsInstalled([manifest], broken: []))
        guard case .reloads(let asked) = try scenario.call(.push(.weather, kind: nil)) else {
            Issue.record("a push is answered with reloads")
            return
        }
        #expect(asked.map(\.widget) == [pushable])
    }

    @Test("that is not in the manifest any more keeps its widgets and their configuration")
    func withdrawn() throws {
        var scenario = try scenario()
        let widget = try place(.here, nil, ["units": .text("imperial")], in: &scenario)
        scenario.send(.manifestsInstalled([], broken: []))
        #expect(scenario.engine.savedState.widgets[widget]?.setup.configuration["units"] == .text("imperial"))
        #expect(scenario.engine.placeableKinds(of: Caller.owner.user, limit: 10).map(\.kind) == [.here])
    }
}
