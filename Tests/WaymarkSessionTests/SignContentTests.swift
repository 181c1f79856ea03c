import LocationModel
import MessageBus
import TestSupport
import Testing
import WaymarkInterfaces

@testable import WaymarkSession

@Suite("The sign in the tray")
struct SignContentTests {
    private func use(_ apps: [String]) throws -> LocationUse {
        let now = try #require(UTCInstant("2026-11-22T05:00:00Z"))
        let accesses = apps.map {
            SettingsInterface.Access(
                date: now.description,
                app: $0,
                user: 1000,
                ground: .appInUse,
                isTemporary: false,
                accuracy: $0.hasSuffix("area") ? .reduced : .full
            )
        }
        return LocationUse().next(.quiet, [], accesses, of: 1000, at: now)
    }

    private func content(_ apps: String..., hasPage: Bool = true) throws -> SignContent? {
        SignContent(try use(apps), hasPermissionsPage: hasPage) { _ in "6:00" }
    }

    @Test("is not there while nobody learns anything")
    func nobody() throws { #expect(try content() == nil) }

    @Test("names the app, what it knows, since when and on what ground, and offers a pause and the page")
    func one() throws {
        let sign = try #require(try content("org.example.a_b"))
        #expect(sign.title == "org.example.a_b knows the location" && sign.isExact)
        #expect(sign.lines == ["org.example.a_b knows the exact location since 6:00: app in use"])
        #expect(
            sign.entries.map(\.action) == [nil, nil, .pause(hours: 1), .pause(hours: 8), .openPermissions]
        )
        #expect(sign.entries[0].label == sign.lines[0] && sign.entries[1].label == nil)
        let label = sign.properties[1][key: "label"]?.text
        #expect(label == "org.example.a__b knows the exact location since 6:00: app in use")
        #expect(try content("a", hasPage: false)?.entries.map(\.action).contains(.openPermissions) == false)
    }

    @Test("has a menu whose entries can be chosen by their numbers, and no others")
    func menu() throws {
        let sign = try #require(try content("org.example.area", "org.example.Maps"))
        #expect(sign.isExact && sign.title == "2 apps know the location")
        #expect(sign.action(of: 4) == .pause(hours: 1) && sign.action(of: 6) == .openPermissions)
        for number in [.min, -1, 0, 1, 3, 7, .max] { #expect(sign.action(of: number) == nil) }
        #expect(sign.layout.signature == "(ia{sv}av)" && sign.layout.elements?[2].elements?.count == 6)
    }

    @Test("is bounded, however many apps there are")
    func many() throws {
        let apps = (0..<100).map { "org.example.app\($0)" }
        let sign = try #require(SignContent(try use(apps), hasPermissionsPage: false) { _ in "6:00" })
        #expect(sign.lines.count == 11 && sign.lines.last == "and 90 more")
    }

    @Test("is a full arrow for an exact location, and a hollow one for the area")
    func icon() throws {
        let (exact, area) = (try content("a")?.icon(size: 22), try content("area")?.icon(size: 22))
        func covered(_ icon: BusValue?) -> Int {
            let bytes = icon?.elements?.last?.elements?.compactMap(\.integer) ?? []
            return stride(from: 0, to: bytes.count, by: 4).count { bytes[$0] > 127 }
        }
        #expect(exact?.signature == "(iiay)" && exact?.elements?.last?.elements?.count == 22 * 22 * 4)
        #expect(covered(exact) > covered(area) + 20 && covered(area) > 40)
    }
}
