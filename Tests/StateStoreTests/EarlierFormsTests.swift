import LocationModel
import Testing
import WaymarkEngine

@testable import SealedDatabase
@testable import StateStore

/// What early builds of version 2 of the tables wrote, which ended before some values.
@Suite("The early form")
struct EarlierFormsTests {
    private static func form(_ numbers: UInt64...) -> [UInt8] {
        var bytes: [UInt8] = []
        for number in numbers { bytes.append(number) }
        return bytes
    }

    @Test("of a notified place ends before a radius, the number, or the other radius")
    func notifiedPlace() throws {
        let zurich = try #require(Sample.zurich)
        var bytes = Self.form(zurich.latitudeDegrees.bitPattern, zurich.longitudeDegrees.bitPattern)
        bytes.append(Sample.now)
        var place = NotifiedPlace(coordinate: zurich, notifiedAt: Sample.now, number: 0)
        func read() throws -> NotifiedPlace {
            var reader = FormReader(bytes)
            return try reader.notifiedPlace()
        }
        #expect(try read() == place)
        bytes.append((8.1).bitPattern)
        place.horizontal95Meters = 8.1
        #expect(try read() == place)
        bytes.append(7 as UInt64)
        place.number = 7
        #expect(try read() == place)
        bytes.append((-1.0).bitPattern)
        #expect(throws: InvalidRow.self) { try read() }
        bytes.removeLast()
        #expect(throws: InvalidRow.self) { try read() }
    }

    @Test("of a kind's declaration has a placeholder only")
    func declaration() throws {
        var bytes: [UInt8] = []
        bytes.append("{}")
        var reader = FormReader(bytes)
        let expected = KindDeclaration(wantsLocation: true, placeholder: "{}")
        #expect(try reader.declaration(wantsLocation: true) == expected)
    }

    @Test("of an access names the ground of a pending reload, and is alone in its row")
    func access() throws {
        var bytes: [UInt8] = []
        bytes.append(Sample.now)
        for text in ["org.example.App1", "alwaysNow", "full"] { bytes.append(text) }
        bytes += Self.form(1, 7, Double.nan.bitPattern)
        var reader = FormReader(bytes)
        let app = try Sample.app(1)
        var expected = try Sample.access(of: .widget(WidgetIdentifier(7)))
        (expected.ground, expected.horizontal68Meters) = (.always, nil)
        #expect(try reader.accesses(of: app.user) == [expected])
    }

    @Test("of a timeline has no number of a change")
    func timeline() throws {
        var bytes: [UInt8] = []
        bytes.append(Sample.now)
        bytes += Self.form(1, 2)
        bytes.append(Sample.now)
        bytes.append("{}")
        var reader = FormReader(bytes)
        let timeline = try reader.timeline()
        #expect(timeline.knewLocation && timeline.change == 0 && timeline.timeline.policy == .never)
    }
}
