import LocationModel
import Testing
import WaymarkEngine

@testable import SealedDatabase
@testable import StateStore

/// What early builds of version 2 of the tables wrote, which ended before some values.
@Suite("The early form")
struct EarlierFormsTests {
    @Test("of a notified place ends before a radius, the number, or the other radius")
    func notifiedPlace() throws {
        let zurich = try #require(Sample.zurich)
        var bytes: [UInt8] = []
        bytes.append(zurich.latitudeDegrees.bitPattern)
        bytes.append(zurich.longitudeDegrees.bitPattern)
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
}
