import LocationModel
import NMEA
import Testing

@Suite("A proprietary sentence")
struct ProprietarySentenceTests {
    private func accuracies(_ stream: String) -> [FixAccuracy] {
        epochs(of: stream).fixes.compactMap(\.accuracy)
    }

    @Test("PGRME has the errors of its epoch, or of the one after the first of all, taken as 50 % (Garmin)")
    func garmin() throws {
        let pgrme = sentence("PGRME,9.2,M,15.0,M,12.6,M")
        let found = accuracies(gga("225314") + pgrme + gga("225316"))
        #expect(found.map(\.source) == [.expectedErrors, .dilution])
        #expect(abs(found[0].horizontal68Meters - 9.2 * 1.282) < 1e-9)
        #expect(abs(found[0].horizontal95Meters - 9.2 * 2.079) < 1e-9)
        let vertical = try #require(found[0].vertical68Meters)
        #expect(abs(vertical - 15 * 1.474) < 1e-9)
        let first = accuracies(pgrme + gga("120000") + gga("120001"))
        #expect(first.map(\.source) == [.expectedErrors, .dilution])
    }

    @Test("PSRFEPE has the errors of its time, even as the first sentence (SiRFstarV)")
    func sirf() {
        let valid = sentence("PSRFEPE,053232.438,A,1.2,5.77,12.97,1.2,180.0")
        let void = sentence("PSRFEPE,053233.438,V,,,,,")
        let found = accuracies(valid + gga("053232.438") + void + gga("053233.438"))
        #expect(found.map(\.source) == [.expectedErrors, .dilution])
        #expect(found.first?.horizontal68Meters == 5.77)
        #expect(found.first?.horizontal95Meters == 11.54)
        #expect(found.first?.vertical68Meters == 12.97)
    }

    @Test("PUBX,00 alone makes a fix, with speed in km/h (u-blox)")
    func ublox() throws {
        let pubx = sentence(
            "PUBX,00,081350.00,4717.113210,N,00833.915187,E,546.589,G3,2.1,2.0,36.0,77.52,0.007,,0.92,1.19,0.77,9,0,0"
        )
        let fix = try #require(epochs(of: pubx).fixes.first)
        let latitude: Double = 47 + 17.113210 / 60
        #expect(fix.coordinate.latitudeDegrees == latitude)
        #expect(fix.quality == .autonomous && fix.mode == .threeDimensional && fix.satellitesUsed == 9)
        #expect(
            fix.speedMetersPerSecond == 10 && fix.courseDegrees == 77.52 && fix.horizontalDilution == 0.92
        )
        // The height is above the ellipsoid, not above mean sea level.
        #expect(fix.altitudeMeters == nil && fix.accuracy?.vertical68Meters == nil)
        #expect(fix.accuracy?.horizontal68Meters == 2.1 && fix.accuracy?.source == .expectedErrors)
    }

    @Test("PUBX,00 is merged with the others and does not override their quality and motion")
    func ubloxJoins() throws {
        let pubx = sentence(
            "PUBX,00,120000.00,5230.000000,N,01300.000000,E,50.0,D3,1.5,2.0,1.0,2.0,0,,0.9,1.1,0.7,9,0,0"
        )
        let rmc = sentence("GPRMC,120000,A,5230.0000,N,01300.0000,E,10.0,90.0,150624,,,R")
        for stream in [rmc + gga("120000") + pubx, pubx + gga("120000") + rmc] {
            let fixes = epochs(of: stream).fixes
            #expect(fixes.map(\.quality) == [.autonomous])
            #expect(fixes.first?.courseDegrees == 90 && fixes.first?.altitudeMeters == 10)
            #expect(fixes.first?.accuracy?.horizontal68Meters == 1.5)
        }
    }

    @Test("PUBX,00 without a solution makes the epoch one without a fix", arguments: ["NF", "TT"])
    func ubloxVoid(_ status: String) {
        let pubx = sentence(
            "PUBX,00,120000.00,0000.000000,N,00000.000000,E,0.0,\(status),5303302,3750001,0,0,0,,99.99,99.99,99.99,0,0,0"
        )
        #expect(epochs(of: pubx).map(\.fix) == [nil])
    }
}
