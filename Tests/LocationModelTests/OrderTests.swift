import LocationModel
import Testing

@Suite("The order of names")
struct OrderTests {
    /// Checks that values are in ascending order, and that none is before an equal one.
    private func expectAscending<Value: Comparable>(_ values: [Value?]) throws {
        let values = try values.map { try #require($0) }
        for (first, left) in values.enumerated() {
            for (second, right) in values.enumerated() { #expect((left < right) == (first < second)) }
        }
    }

    @Test("is that of their text or value, and strict")
    func strict() throws {
        try expectAscending([MonitorName("A"), MonitorName("B"), MonitorName("a_")])
        try expectAscending([RegionIdentifier("a b"), RegionIdentifier("b")])
        try expectAscending([UnitName("a.service"), UnitName("b.service")])
        try expectAscending([LocaleName("de"), LocaleName("de_CH"), LocaleName("en")])
        try expectAscending([
            BeaconUUID("0000000F-0000-0000-0000-000000000000"),
            BeaconUUID("00000010-0000-0000-0000-000000000000"),
        ])
        try expectAscending(LiveDiagnostic.allCases.map { Optional($0) })
    }

    @Test("begins with no underscore, but a monitor's name may have one")
    func underscores() {
        #expect(MonitorName("a_b") != nil && MonitorName("_a") == nil && MonitorName("a-b") == nil)
    }
}
