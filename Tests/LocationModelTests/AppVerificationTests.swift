import Testing

@testable import LocationModel

@Suite("A program that claims to be an app")
struct AppVerificationTests {
    /// The expected verification or, for a mismatch, the apps that the program may be.
    enum Outcome: Hashable {
        case verified(String)
        case claimed
        case refused([String])
    }

    private static let user = UserIdentifier(1000)

    /// A catalogue with Weather and Sea installed, and Tides and Notes registered by the user's programs.
    private static let catalogue: AppCatalogue = {
        func manifest(_ name: String, units: [String] = [], flatpaks: [String] = [], snaps: [String] = [])
            -> AppManifest
        {
            var manifest = AppManifest(identifier: app(name), name: LocalizedText(name))
            manifest.recognition.units = units.map { unit($0) }
            manifest.recognition.flatpaks = flatpaks
            manifest.recognition.snaps = snaps
            return manifest
        }
        var weather = manifest("org.example.Weather", units: ["weatherd.service"], snaps: ["suite"])
        weather.recognition.flatpaks = ["org.example.Suite"]
        var catalogue = AppCatalogue()
        _ = catalogue.install([weather, manifest("org.example.Sea", snaps: ["sea"])])
        let tides = manifest("org.example.Tides", units: ["tides@.service"])
        // Registrations cannot claim sandboxes: the program that registered may itself run in there.
        let notes = manifest("org.example.Notes", flatpaks: ["org.example.Evil"], snaps: ["evil"])
        for manifest in [tides, notes] { _ = catalogue.register(manifest, for: user) }
        return catalogue
    }()

    private static let maps = app("org.example.Maps")
    private static let suite = app("org.example.Suite")
    private static let mapsScope = unit("app-gnome-org.example.Maps-1.scope")

    private static func snap(_ snap: String, _ app: String) -> SnapName { SnapName(snap: snap, app: app) }

    private static let rows: [(AppAttribution, String, Outcome)] = [
        // A sandbox names its app, whatever the evidence.
        (.flatpak(maps, .info(instance: "1")), "org.example.Maps", .verified("flatpak")),
        (.flatpak(maps, .mounts), "org.example.Maps", .verified("flatpak")),
        (.flatpak(maps, .mounts), "org.example.Weather", .refused(["org.example.Maps"])),
        (.flatpak(nil, .mounts), "org.example.Weather", .refused([])),
        (.flatpak(suite, .mounts), "org.example.Weather", .verified("flatpak")),
        (.flatpak(suite, .mounts), "org.example.Suite", .verified("flatpak")),
        (.flatpak(app("org.example.Evil"), .mounts), "org.example.Notes", .refused(["org.example.Evil"])),
        // A snap has the identifier that portals give it, or that of a manifest.
        (.snap(snap("maps", "maps"), .user), "snap.maps", .verified("snap")),
        (.snap(snap("maps", "maps"), .user), "org.example.Maps", .refused(["snap.maps"])),
        (.snap(snap("sea", "any"), .system), "org.example.Sea", .verified("snap")),
        (.snap(snap("suite", "weather"), .user), "org.example.Weather", .verified("snap")),
        (.snap(snap("suite", "n"), .user), "org.x", .refused(["org.example.Weather", "snap.suite"])),
        (.snap(snap("evil", "evil"), .user), "org.example.Notes", .refused(["snap.evil"])),
        // A system unit names the app of a manifest, or the one in its name.
        (.systemUnit(unit("weatherd.service")), "org.example.Weather", .verified("systemUnit")),
        (.systemUnit(unit("weatherd.service")), "org.example.Tides", .refused(["org.example.Weather"])),
        (.systemUnit(unit("app-org.example.Maps.service")), "org.example.Maps", .verified("systemUnit")),
        (.systemUnit(unit("cron.service")), "org.example.Weather", .claimed),
        // So does a user unit, trusted as far as the user's programs.
        (.userUnit(mapsScope), "org.example.Maps", .verified("userUnit")),
        (.userUnit(mapsScope), "org.example.Tides", .refused(["org.example.Maps"])),
        (.userUnit(unit("tides@home.service")), "org.example.Tides", .verified("userUnit")),
        (.userUnit(unit("waybar.service")), "org.example.Weather", .claimed),
        // An unidentified program is believed and marked as not verified.
        (.unidentified(.loginSession), "org.example.Weather", .claimed),
        (.unidentified(.foreignSession(UserIdentifier(1000))), "org.example.Weather", .claimed),
        // A sandboxed program may have its connection from a child that has ended.
        (.unidentified(.ended), "org.example.Weather", .refused([])),
    ]

    @Test("is what the system says, and is believed only if the system knows nothing", arguments: rows)
    func resolution(_ attribution: AppAttribution, _ claim: String, _ expected: Outcome) {
        let outcome: Outcome =
            switch resolve(attribution, claim: app(claim), of: Self.user, in: Self.catalogue) {
            case .success(let ground) where ground.isVerified: .verified(ground.name)
            case .success: .claimed
            case .failure(let mismatch): .refused(mismatch.actual.map(\.rawValue))
            }
        #expect(outcome == expected)
    }

    @Test("gets an error message that says what is wrong and what to do")
    func mismatch() throws {
        let inUnit = AppMismatch(
            claimed: app("org.a-b.C"),
            actual: [app("org.kde.konsole")],
            attribution: .userUnit(unit("app-org.kde.konsole-1.scope"))
        )
        #expect(
            inUnit.text == "the program says it is org.a-b.C but runs as org.kde.konsole by the user's unit "
                + #"app-org.kde.konsole-1.scope; start it in a unit of its own, such as app-org.a\x2db.C@1.service, "#
                + "or let its manifest recognise this unit"
        )
        let inSandbox = AppMismatch(claimed: app("a"), actual: [], attribution: .flatpak(nil, .mounts))
        #expect(
            inSandbox.text.hasPrefix("the program says it is a but is a Flatpak without a name; name it by")
        )
    }
}

private func app(_ name: String) -> AppIdentifier {
    guard let app = AppIdentifier(name) else { preconditionFailure(name) }
    return app
}

private func unit(_ name: String) -> UnitName {
    guard let unit = UnitName(name) else { preconditionFailure(name) }
    return unit
}
