import LocationModel
import Regions
import Testing
import WaymarkEngine

@testable import Daemon

@Suite("A cursor that a client hands back")
struct PageCursorTests {
    private static let numbers = [
        "", "-1", "-9223372036854775808", "9223372036854775807", "18446744073709551615",
        "18446744073709551616",
        "4294967296", "x", "é", "1.5", " 1",
    ]

    @Test("names the place after which the next page begins", arguments: [UInt64.min, 1, .max])
    func places(number: UInt64) throws {
        let app = AppKey(user: UserIdentifier(.max), app: try #require(AppIdentifier("org.example.app")))
        let kind = KindPlace(KindKey(app: app, kind: try #require(WidgetKind("here"))))
        #expect(WidgetIdentifier(cursor: WidgetIdentifier(number).cursor) == WidgetIdentifier(number))
        #expect(RegionNumber(cursor: RegionNumber(number).cursor) == RegionNumber(number))
        #expect(AppKey(cursor: app.cursor) == app)
        #expect(
            KindPlace(cursor: kind.cursor).map { [$0.app.rawValue, $0.kind.rawValue] } == [
                "org.example.app", "here",
            ]
        )
        let date = try #require(UTCInstant("2026-11-27T13:00:00.250Z"))
        let access = AccessPlace(user: app.user, number: number, date: date)
        #expect(AccessPlace(cursor: access.cursor) == access)
    }

    @Test("is refused, or names a place, whatever its numbers are", arguments: numbers, numbers)
    func extremes(one: String, other: String) {
        for cursor in [
            one, "w\(one)", "\(one)/\(other)", "0/\(one)/\(other)", "\(one)/\(other)/0",
            "0/0/\(one)/\(other)",
        ] {
            _ = WidgetIdentifier(cursor: cursor)
            _ = RegionNumber(cursor: cursor)
            _ = AppKey(cursor: cursor)
            _ = KindPlace(cursor: cursor)
            if let place = AccessPlace(cursor: cursor) { #expect(AccessPlace(cursor: place.cursor) == place) }
        }
    }
}
