import LocationModel
import NMEA
import Testing

@Suite("A datum other than WGS-84")
struct DatumTests {
    private func dtm(_ fields: String) -> String { sentence("GPDTM,\(fields)") }

    @Test("with offsets is converted: local = WGS-84 + offset")
    func brought() throws {
        let stream = dtm("999,,0.08,N,0.07,E,-47.7,W84") + gga("120000")
        let fix = try #require(epochs(of: stream).fixes.first)
        #expect(abs(fix.coordinate.latitudeDegrees - (52.5 - 0.08 / 60)) < 1e-12)
        #expect(abs(fix.coordinate.longitudeDegrees - (13 - 0.07 / 60)) < 1e-12)
        #expect(fix.localDatum?.name == "999")
        let shift = try #require(fix.localDatum?.shiftMeters)
        #expect(abs(shift - 168.2) < 0.1)
        #expect(fix.accuracy?.horizontal68Meters == 4.5)
        let southWest = try #require(epochs(of: dtm("999,,0.08,S,0.07,W,,W84") + gga("120000")).fixes.first)
        #expect(southWest.coordinate.latitudeDegrees > 52.5 && southWest.coordinate.longitudeDegrees > 13)
    }

    @Test(
        "without offsets to WGS-84 leaves the coordinate and widens the error estimate",
        arguments: ["TOY,,,,,,,W84", "TOY", "EUR,M,,,,,,", "999,,0.08,N,0.07,E,,S85"]
    )
    func unknownShift(_ fields: String) throws {
        let fix = try #require(epochs(of: dtm(fields) + gga("120000")).fixes.first)
        #expect(fix.coordinate.latitudeDegrees == 52.5 && fix.coordinate.longitudeDegrees == 13)
        #expect(fix.localDatum != nil && fix.localDatum?.shiftMeters == nil)
        let accuracy = try #require(fix.accuracy)
        #expect(accuracy.horizontal68Meters > 200 && accuracy.horizontal95Meters > 800)
    }

    @Test("applies until another one is named, which applies from the next epoch")
    func lasts() {
        let stream =
            dtm("TOY,,,,,,,W84") + gga("120000") + gga("120001") + dtm("W84,,0.0,N,0.0,E,0.0,W84")
            + gga("120002") + gga("120003")
        let names = epochs(of: stream).fixes.map { $0.localDatum?.name }
        #expect(names == ["TOY", "TOY", nil, nil])
    }

    @Test("named in the first epoch applies to that epoch")
    func first() {
        let stream = gga("120000") + dtm("TOY") + gga("120001")
        #expect(epochs(of: stream).fixes.map { $0.localDatum?.name } == ["TOY", "TOY"])
    }

    @Test("moves a coordinate across the date line")
    func dateLine() throws {
        let gga = sentence("GPGGA,120000,0000.0000,N,17959.9900,E,1,08,1.0,10,M,40.0,M,,")
        let fix = try #require(epochs(of: dtm("999,,0.0,N,0.05,W,,W84") + gga).fixes.first)
        #expect(fix.coordinate.longitudeDegrees < -179.99)
    }
}
