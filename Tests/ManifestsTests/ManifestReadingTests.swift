import LocationModel
import Testing

@testable import Manifests

@Suite("A manifest")
struct ManifestReadingTests {
    private func manifest(_ text: String) throws -> AppManifest {
        let reading = ManifestReading(Array(text.utf8), from: "m.app", fileName: nil)
        #expect(reading.mistakes == [])
        return try #require(reading.manifest)
    }

    @Test("describes everything about an app")
    func complete() throws {
        let manifest = try manifest(
            MistakeTable.good.replacing("# RequireServiceSession=no", with: "RequireServiceSession=yes")
        )
        let german = try #require(LocaleName("de"))
        #expect(manifest.identifier.rawValue == "org.example.Weather")
        #expect(manifest.name == LocalizedText("Weather", translations: [german: "Wetter"]))
        #expect(manifest.whenInUsePurpose?.plain == "Shows the forecast for where you are.")
        #expect(manifest.whenInUsePurpose?.translations == [german: "Zeigt die Vorhersage für Ihren Ort."])
        #expect(manifest.alwaysPurpose?.plain == "Warns you of storms that come your way.")
        let key = try #require(PurposeKey("lightning"))
        let purposes = manifest.temporaryAccuracyPurposes.mapValues { $0.text(for: "de_DE.UTF-8") }
        #expect(purposes == [key: "Sagt, wie weit ein Blitz entfernt war."])
        #expect(manifest.defaultAccuracy == .reduced && manifest.requiresServiceSession)
        #expect(manifest.requiredCapabilities == [.locationServices, .gps])
        #expect(manifest.extensions.map(\.name.rawValue) == ["forecast", "almanac"])
        #expect(manifest.extensions.map { $0.kinds.map(\.rawValue) } == [["today", "week"], ["moon"]])
        #expect(manifest.extensions.map(\.wantsLocation) == [true, false])
        #expect(manifest.recognition.units.map(\.rawValue) == ["weather.service", "weather@.service"])
        #expect(manifest.recognition.flatpaks == ["org.example.Weather"])
        #expect(manifest.recognition.snaps == ["weather-pro"])
        let unit = try #require(UnitName("weather-widgets.service"))
        #expect(manifest.provider == AppProgram(.unit(unit), manager: .user))
        let week = try #require(WidgetKind("week"))
        #expect(manifest.extension(for: week)?.name.rawValue == "forecast")
    }

    @Test("takes names of Snaps of 2 to 40 characters, and of Flatpaks of three parts without leading digits")
    func packageNames() {
        for name in ["ab", "7zip"] { #expect(PackageName.snap(name) == name) }
        for name in ["a", String(repeating: "x", count: 41)] { #expect(PackageName.snap(name) == nil) }
        for name in ["org.example.App_2-x", "a.b.c.d"] { #expect(PackageName.flatpak(name) == name) }
        for name in ["example.App", "org.1example.App"] { #expect(PackageName.flatpak(name) == nil) }
    }

    private func text(ofKind lines: String) -> String {
        "[App]\nIdentifier=x\nName=X\n[Extension e]\nKinds=week\n[Kind week]\n" + lines
    }

    @Test("describes a kind with all that its section says")
    func kind() throws {
        let lines = """
            Name=The week
            Description=Shows seven days.
            Families=medium small
            Configuration={"properties": {"units": {"type": "string"}}}
            Placeholder={"days": []}
            Pushable=yes
            """
        let manifest = try manifest(text(ofKind: lines))
        let week = try #require(WidgetKind("week"))
        let details = try #require(manifest.kindDetails[week])
        #expect(details.name?.plain == "The week" && details.summary?.plain == "Shows seven days.")
        #expect(details.families == [.medium, .small])
        #expect(details.configuration?.properties.map(\.name) == ["units"])
        #expect(details.placeholder == #"{"days": []}"# && details.isPushable)
    }

    @Test("has placeholders of 4,096 bytes and 24 levels, and none that is longer or deeper")
    func placeholders() {
        func isTaken(_ placeholder: String) -> Bool {
            let bytes = Array(text(ofKind: "Placeholder=" + placeholder).utf8)
            return ManifestReading(bytes, from: "m.app", fileName: nil).manifest != nil
        }
        func long(_ count: Int) -> String { #"{"a":""# + String(repeating: "x", count: count - 8) + #""}"# }
        #expect(isTaken(long(4096)) && !isTaken(long(4097)))
        func deep(_ levels: Int) -> String {
            #"{"a":"# + String(repeating: "[", count: levels - 1) + String(repeating: "]", count: levels - 1)
                + "}"
        }
        #expect(isTaken(deep(24)) && !isTaken(deep(25)))
    }

    @Test(
        "keeps every character of a text",
        arguments: [
            "Affiche la météo où vous êtes ; rien n'est gardé.",
            "Zeigt Orte : und = und # und [x] \\ ; ende",
            "Показує " + String(repeating: "погоду ", count: 60) + "тут",
            "天気" + String(repeating: "を", count: 400),
            "👩‍👩‍👧‍👦 שלום\u{200F} world",
            "inner  blanks and  more",
        ]
    )
    func texts(text: String) throws {
        let manifest = try manifest(
            "\u{FEFF}[App]\r\nIdentifier=x\r\n  Name = \(text.prefix(5)) \t\r\nWhenInUsePurpose=\(text)  \r\n"
        )
        #expect(manifest.name.plain == String(text.prefix(5)))
        #expect(manifest.whenInUsePurpose?.plain == text)
    }

    @Test("does not treat an indented line as a continuation")
    func indented() {
        let text = "[App]\nIdentifier=x\nName=X\nWhenInUsePurpose=Shows the weather\n  and nothing else."
        let mistakes = ManifestReading(Array(text.utf8), from: "m.app", fileName: nil).mistakes
        #expect(mistakes.map(\.description) == ["m.app:5: error: expected [Section], Key=value or a comment"])
    }
}
