import LocationModel
import Testing
import WaymarkEngine

@Suite("Asking for reloads")
struct AskedReloadTests {
    @Test("of one widget is refused to a provider that names another kind, or another app's widget")
    func foreignWidget() throws {
        var scenario = Scenario()
        let kinds: [WidgetKind: KindDeclaration] = [
            .here: .init(wantsLocation: false), .calendar: .init(wantsLocation: false),
        ]
        let provider = scenario.connectProvider(kinds: kinds)
        let stranger = scenario.connectProvider(.tides, kinds: kinds)
        let widget = try scenario.place(.calendar)
        for (session, kind) in [(provider, WidgetKind.here), (stranger, .calendar)] {
            #expect(throws: Refusal.unknownWidget(widget)) {
                try scenario.call(.reloadTimelines(session, kind: kind, widget: widget))
            }
        }
        let answer = try scenario.call(.reloadTimelines(provider, kind: .calendar, widget: widget))
        guard case .reloads(let asked) = answer else {
            Issue.record("it is the widget's kind")
            return
        }
        #expect(asked.map(\.widget) == [widget])
    }

    @Test("by another program leaves the kinds alone for which the manifest does not permit it")
    func pushableKinds() throws {
        var scenario = Scenario()
        let kinds: [WidgetKind: KindDeclaration] = [
            .here: .init(wantsLocation: false), .calendar: .init(wantsLocation: false),
        ]
        _ = scenario.connectProvider(kinds: kinds)
        _ = try scenario.place()
        let pushable = try scenario.place(.calendar)
        var manifest = AppManifest(identifier: AppKey.weather.app, name: LocalizedText("Weather"))
        let name = try #require(ExtensionName("main"))
        manifest.extensions = [AppExtension(name: name, kinds: [.here, .calendar], wantsLocation: false)]
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
