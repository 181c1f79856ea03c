import LocationModel
import Testing
import WaymarkEngine

@Suite("Whether a kind wants the location")
struct ManifestKindTests {
    private func weather(wantsLocation: Bool) throws -> AppManifest {
        var weather = try #require([AppManifest].complete.first)
        let name = try #require(ExtensionName("Widgets"))
        weather.extensions = [AppExtension(name: name, kinds: [.here], wantsLocation: wantsLocation)]
        return weather
    }

    @Test(
        "is what the manifest says, from the moment it is installed, and again what the provider says after"
    )
    func installed() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        scenario.send(.manifestsInstalled([try weather(wantsLocation: false)], broken: []))
        let without = try scenario.onlyRequest()
        #expect(without.location == .absent(.notWanted) && without.reason == .authorizationChanged)
        #expect(scenario.engine.summary(of: .weather).kinds == [.here: .init(wantsLocation: false)])
        try scenario.answer(without)
        #expect(scenario.engine.view(of: widget)?.status == .ready)
        scenario.forget()
        scenario.send(.manifestsInstalled([], broken: []))
        scenario.arrive()
        #expect(try #require(scenario.requests.first).location.isLocation)
    }

    @Test("stays what the provider said once the manifest is gone, though widgets were placed under it")
    func placed() throws {
        var scenario = Scenario()
        _ = scenario.connectProvider(kinds: [.here: .init(wantsLocation: false)])
        scenario.send(.manifestsInstalled([try weather(wantsLocation: true)], broken: []))
        _ = try scenario.place()
        #expect(scenario.engine.summary(of: .weather).kinds == [.here: .init(wantsLocation: true)])
        scenario.send(.manifestsInstalled([], broken: []))
        #expect(scenario.engine.summary(of: .weather).kinds == [.here: .init(wantsLocation: false)])
    }
}
