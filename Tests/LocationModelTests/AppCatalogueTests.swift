import LocationModel
import Testing

@Suite("The catalogue of apps")
struct AppCatalogueTests {
    private let alice = UserIdentifier(1001)
    private let bob = UserIdentifier(1002)
    private let weather: AppIdentifier
    private let clock: AppIdentifier

    init() throws {
        weather = try #require(AppIdentifier("org.example.Weather"))
        clock = try #require(AppIdentifier("org.example.Clock"))
    }

    private func manifest(_ app: AppIdentifier, _ name: String, units: String...) -> AppManifest {
        var manifest = AppManifest(identifier: app, name: LocalizedText(name))
        manifest.recognition.units = units.compactMap(UnitName.init)
        return manifest
    }

    @Test("has the installed apps for everybody, and for each user the registered ones")
    func lookup() {
        var catalogue = AppCatalogue()
        #expect(catalogue.install([manifest(weather, "Weather")]) == [weather])
        #expect(catalogue.register(manifest(clock, "Clock"), for: alice) == .added)
        #expect(catalogue.manifest(of: weather, for: bob)?.name.plain == "Weather")
        #expect(catalogue.manifest(of: clock, for: alice)?.name.plain == "Clock")
        #expect(catalogue.manifest(of: clock, for: bob) == nil)
        #expect(catalogue.register(manifest(clock, "Clock"), for: alice) == .unchanged)
        #expect(catalogue.register(manifest(clock, "Watch"), for: alice) == .replaced)
        #expect(catalogue.withdraw(clock, for: alice) == true)
        #expect(catalogue.withdraw(clock, for: alice) == false)
        #expect(catalogue.manifest(of: clock, for: alice) == nil)
    }

    @Test("does not let a registration replace an installed app until that is removed")
    func precedence() {
        var catalogue = AppCatalogue()
        #expect(catalogue.register(manifest(weather, "mine"), for: alice) == .added)
        #expect(catalogue.install([manifest(weather, "Weather")]) == [weather])
        #expect(catalogue.manifest(of: weather, for: alice)?.name.plain == "Weather")
        #expect(catalogue.register(manifest(weather, "forged"), for: alice) == .hidden)
        #expect(catalogue.manifest(of: weather, for: alice)?.name.plain == "Weather")
        #expect(catalogue.install([]) == [weather])
        #expect(catalogue.manifest(of: weather, for: alice)?.name.plain == "forged")
    }

    @Test("reserves the identifier of an app whose file is invalid")
    func broken() {
        var catalogue = AppCatalogue()
        #expect(catalogue.install([], broken: [weather]) == [weather])
        #expect(catalogue.register(manifest(weather, "mine"), for: alice) == .hidden)
        #expect(catalogue.manifest(of: weather, for: alice) == nil)
        #expect(catalogue.install([], broken: [weather]) == [])
    }

    @Test("returns the apps that changed with each installation")
    func changes() {
        var catalogue = AppCatalogue()
        #expect(catalogue.install([manifest(weather, "a"), manifest(clock, "b")]) == [clock, weather])
        #expect(catalogue.install([manifest(clock, "b"), manifest(weather, "a")]) == [])
        #expect(catalogue.install([manifest(weather, "c"), manifest(clock, "b")]) == [weather])
        #expect(catalogue.install([manifest(weather, "c")], broken: [clock]) == [clock])
    }

    @Test("recognises an app by its unit or the unit's template, unless several apps claim it")
    func recognition() {
        var catalogue = AppCatalogue()
        _ = catalogue.install([manifest(weather, "Weather", units: "weather.service", "w@.service")])
        #expect(catalogue.app(recognisedBy: .unit("weather.service"), for: alice) == weather)
        #expect(catalogue.app(recognisedBy: .unit("w@1.service"), for: alice) == weather)
        #expect(catalogue.app(recognisedBy: .unit("w.service"), for: alice) == nil)
        #expect(catalogue.app(recognisedBy: .flatpak("weather.service"), for: alice) == nil)
        _ = catalogue.install([weather, clock].map { manifest($0, "A", units: "weather.service") })
        #expect(catalogue.app(recognisedBy: .unit("weather.service"), for: alice) == nil)
        #expect(catalogue.app(recognisedBy: .unit("w@1.service"), for: alice) == nil)
    }

    @Test("does not let a registered app claim the evidence of an installed one")
    func forgedRecognition() {
        var catalogue = AppCatalogue()
        _ = catalogue.register(manifest(clock, "C", units: "weather.service", "c.service"), for: alice)
        #expect(catalogue.app(recognisedBy: .unit("weather.service"), for: alice) == clock)
        #expect(catalogue.app(recognisedBy: .unit("weather.service"), for: bob) == nil)
        _ = catalogue.install([manifest(weather, "Weather", units: "weather.service")])
        #expect(catalogue.app(recognisedBy: .unit("weather.service"), for: alice) == weather)
        #expect(catalogue.app(recognisedBy: .unit("c.service"), for: alice) == clock)
        _ = catalogue.install([manifest(clock, "Clock")])
        #expect(catalogue.app(recognisedBy: .unit("c.service"), for: alice) == nil)
    }

    @Test("recognises no app by what a registration claimed that was replaced or withdrawn")
    func endedClaims() {
        var catalogue = AppCatalogue()
        _ = catalogue.register(manifest(clock, "C", units: "old.service"), for: alice)
        _ = catalogue.register(manifest(clock, "C", units: "new.service"), for: alice)
        #expect(catalogue.app(recognisedBy: .unit("old.service"), for: alice) == nil)
        #expect(catalogue.app(recognisedBy: .unit("new.service"), for: alice) == clock)
        _ = catalogue.withdraw(clock, for: alice)
        #expect(catalogue.app(recognisedBy: .unit("new.service"), for: alice) == nil)
    }

    @Test("recognises none of two registered apps of a user that claim the same unit, until one is withdrawn")
    func rivals() {
        var catalogue = AppCatalogue()
        for app in [weather, clock] {
            _ = catalogue.register(manifest(app, "A", units: "a.service"), for: alice)
        }
        #expect(catalogue.app(recognisedBy: .unit("a.service"), for: alice) == nil)
        _ = catalogue.withdraw(weather, for: alice)
        #expect(catalogue.app(recognisedBy: .unit("a.service"), for: alice) == clock)
    }
}
