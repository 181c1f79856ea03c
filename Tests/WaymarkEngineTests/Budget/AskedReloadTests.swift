import LocationModel
import Testing
import WaymarkEngine

@Suite("Asking for reloads")
struct AskedReloadTests {
    private let kinds: [WidgetKind: KindDeclaration] = [
        .here: .init(wantsLocation: false), .calendar: .init(wantsLocation: false),
    ]

    @Test("of one widget is refused to a provider that names another kind, or another app's widget")
    func foreignWidget() throws {
        var scenario = Scenario()
        let provider = scenario.connectProvider(kinds: kinds)
        let stranger = scenario.connectProvider(.tides, kinds: kinds)
        let widget = try scenario.place(.calendar)
        for (session, kind) in [(provider, WidgetKind.here), (stranger, .calendar)] {
            #expect(throws: Refusal.unknownWidget(widget)) {
                try scenario.call(.reloadTimelines(session, kind: kind, widget: widget))
            }
        }
    }

    @Test("by another program is for the kinds for which the manifest permits it, and refused for others")
    func pushableKinds() throws {
        var scenario = Scenario()
        _ = scenario.connectProvider(kinds: kinds)
        _ = try scenario.place()
        let pushable = try scenario.place(.calendar)
        var manifest = AppManifest(identifier: AppKey.weather.app, name: LocalizedText("Weather"))
        let name = try #require(ExtensionName("main"))
        manifest.extensions = [AppExtension(name: name, kinds: [.here, .calendar], wantsLocation: false)]
        scenario.send(.manifestsInstalled([manifest], broken: []))
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
}
