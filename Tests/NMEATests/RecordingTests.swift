import NMEA
import Testing

@Suite("A long recording", .enabled(if: Recordings.exist, Recordings.absence))
struct RecordingTests {
    /// The epochs, fixes and wrong checksums of the long recordings, counted by other means.
    private static let recordings: [(String, Int, Int, Int)] = [
        ("aerorust-nmea1.log", 1307, 993, 0), ("avnav-nmea-20130630.log", 18_934, 18_934, 0),
        ("gnss-lib-py-pixel6.nmea", 565, 565, 1094),
        ("google-gmt-MTV.Local1.SPAN.20200206-181434.gga", 1748, 1748, 1748),
        ("google-gmt-MTV.Local1.ublox-F9K.20200206-181434.nmea", 1654, 1654, 13),
        ("openrvdas-SKQ201822S-ins-seapath-position-2018-12-06", 500, 500, 0),
        ("philipsargent-2024-04-28-0300.nmea", 21_116, 21_116, 0),
        ("philipsargent-2026-02-07-1041.nmea", 2015, 2015, 0), ("qtpositioning-nmealog.txt", 156, 156, 0),
        ("signalk-plaka.nmea", 7250, 7250, 0), ("splosch-20150917.nmea", 1388, 1362, 0),
    ]

    @Test("has the expected epochs and the expected counts of invalid lines", arguments: recordings)
    func contents(name: String, epochs: Int, fixes: Int, checksumMismatches: Int) throws {
        let (found, statistics) = decoded(try Recordings.bytes(of: name))
        #expect(found.count == epochs)
        #expect(found.fixes.count == fixes)
        #expect(statistics.epochs == epochs && statistics.fixes == fixes)
        #expect(statistics.checksumMismatches == checksumMismatches)
        #expect(statistics.missingChecksums + statistics.malformedSentences + statistics.lateSentences == 0)
    }
}
