import Glibc
import LinuxSystem
import LocationModel
import TestSupport
import Testing

@testable import Receivers

@Suite(
    "Recordings through a real gpsd",
    .enabled(if: LiveGPSD.isInstalled, "gpsd is not installed"),
    .serialized,
    .ownThreads,
    .timeLimit(.minutes(10))
)
struct GPSDReplayTests {
    /// Sends a recording's sentences to gpsd and returns the receiver's reports, up to the fix of `last`.
    private func replay(_ path: String, until last: UTCInstant?) throws -> [ReceiverReport] {
        let gpsd = try LiveGPSD()
        defer { gpsd.kill() }
        var loop = Listening(GPSDReceiver(name: "gpsd", host: "127.0.0.1", port: String(gpsd.port)))
        #expect(loop.sees { $0.states.last == .acquiring(.nothingHeard) })
        let feed = try gpsd.feed()
        let text = String(decoding: try Checkout.bytes(of: path), as: UTF8.self)
        try feed.send(
            text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }.map { $0 + "\r\n" }.joined()
        )
        let hasEnded = loop.sees { $0.fixes.last?.time == last }
        #expect(hasEnded)
        return loop.reports
    }

    @Test(
        "report each position once",
        .enabled(if: access(Checkout.recordings + "/gpsd", R_OK) == 0, "no folder of recordings exists"),
        arguments: [
            ("ublox-zed-f9p-nmea", 29), ("quectel-eg25-g-2", 3), ("ublox-f9p-hpnmea", 9),
            ("telit-pls83-w", 10), ("nmea-rtk", 122),
        ]
    )
    func positionsOnce(name: String, count: Int) throws {
        let path = Checkout.recordings + "/gpsd/" + name + ".log"
        let expected = try expectedReports(in: path + ".chk")
        let reports = try replay(path, until: expected.last?.time)
        #expect(expected.count == count)
        #expect(reports.fixes.map(\.time) == expected.map(\.time))
        for (fix, expected) in zip(reports.fixes, expected) {
            let isExpected = expected.positions.contains {
                abs($0.latitudeDegrees - fix.coordinate.latitudeDegrees) < 1e-8
                    && abs($0.longitudeDegrees - fix.coordinate.longitudeDegrees) < 1e-8
            }
            #expect(isExpected, "at \(expected.time)")
        }
        // The receiver lists no satellites, and some versions of gpsd then report none.
        guard name != "nmea-rtk" else { return }
        #expect(reports.fixes.contains { $0.satellitesUsed != nil && $0.horizontalDilution != nil })
    }
}

/// Returns the times and positions that gpsd's regression tests expect, the positions of one time together.
private func expectedReports(in path: String) throws -> [(time: UTCInstant, positions: [Coordinate])] {
    var reports: [(time: UTCInstant, positions: [Coordinate])] = []
    let text = String(decoding: try Checkout.bytes(of: path), as: UTF8.self)
    for line in text.split(whereSeparator: \.isNewline) where line.hasPrefix(#"{"class":"TPV""#) {
        func value(_ key: String) -> Substring? {
            guard let start = line.firstRange(of: "\"\(key)\":")?.upperBound else { return nil }
            return line[start...].prefix { $0 != "," && $0 != "}" }
        }
        guard let time = value("time").flatMap({ UTCInstant(String($0.dropFirst().dropLast())) }),
            let mode = value("mode").flatMap({ Int($0) }), mode >= 2,
            let latitude = value("lat").flatMap({ Double($0) }),
            let longitude = value("lon").flatMap({ Double($0) }),
            let place = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
        else { continue }
        if reports.last?.time != time { reports.append((time, [])) }
        reports[reports.count - 1].positions.append(place)
    }
    return reports
}
