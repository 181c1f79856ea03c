import NMEA
import Testing

/// The content of the long recordings, counted by other means.
private struct Contents {
    var name: String
    var epochs: Int
    var fixes: Int
    var checksumMismatches = 0

    static let all = [
        Contents(name: "aerorust-nmea1.log", epochs: 1307, fixes: 993),
        Contents(name: "avnav-nmea-20130630.log", epochs: 18_934, fixes: 18_934),
        Contents(name: "gnss-lib-py-pixel6.nmea", epochs: 565, fixes: 565, checksumMismatches: 1094),
        Contents(
            name: "google-gmt-MTV.Local1.SPAN.20200206-181434.gga",
            epochs: 1748,
            fixes: 1748,
            checksumMismatches: 1748
        ),
        Contents(
            name: "google-gmt-MTV.Local1.ublox-F9K.20200206-181434.nmea",
            epochs: 1654,
            fixes: 1654,
            checksumMismatches: 13
        ),
        Contents(name: "gpx-animator-bikeride.gpx", epochs: 0, fixes: 0),
        Contents(
            name: "openrvdas-SKQ201822S-ins-seapath-position-2018-12-06",
            epochs: 500,
            fixes: 500
        ),
        Contents(name: "philipsargent-2024-04-28-0300.nmea", epochs: 21_116, fixes: 21_116),
        Contents(name: "philipsargent-2026-02-07-1041.nmea", epochs: 2015, fixes: 2015),
        Contents(name: "qtpositioning-nmealog.txt", epochs: 156, fixes: 156),
        Contents(name: "signalk-plaka.nmea", epochs: 7250, fixes: 7250),
        Contents(name: "splosch-20150917.nmea", epochs: 1388, fixes: 1362),
        Contents(name: "srtm-py-grmada.gpx", epochs: 0, fixes: 0),
    ]
}

@Suite("A long recording", .enabled(if: Recordings.exist, Recordings.absence))
struct RecordingTests {
    @Test("has the expected epochs and the expected counts of invalid lines", arguments: Contents.all)
    fileprivate func contents(_ expected: Contents) throws {
        let (epochs, statistics) = decoded(try Recordings.bytes(of: expected.name))
        #expect(epochs.count == expected.epochs)
        #expect(epochs.fixes.count == expected.fixes)
        #expect(statistics.epochs == expected.epochs && statistics.fixes == expected.fixes)
        #expect(statistics.checksumMismatches == expected.checksumMismatches)
        #expect(statistics.missingChecksums + statistics.malformedSentences + statistics.lateSentences == 0)
    }
}
