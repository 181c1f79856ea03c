import LocationModel
import Receivers
import TestSupport
import Testing

@Suite("A log of gpsd")
struct ReportLogTests {
    private func report(_ second: Int, _ fields: String, device: String = "/dev/ttyACM0") -> String {
        let time = "2026-05-12T06:30:\(second < 10 ? "0" : "")\(second).000Z"
        return #"{"class":"TPV","device":"\#(device)","time":"\#(time)",\#(fields)}"# + "\n"
    }

    @Test(
        "is parsed from any version of gpsd, and from other programs",
        arguments: [
            // 3.17: an altitude above mean sea level, and errors by axis.
            #"{"class":"TPV","device":"/dev/ttyACM0","status":2,"mode":3,"time":"2026-05-12T06:30:00.000Z","ept":0.005,"lat":47.9985,"lon":7.829,"alt":262.0,"epx":6.0,"epy":8.0,"epv":20.0,"track":84.4,"speed":10.0,"climb":0.0,"eps":1.0}"#,
            // 3.20 and later.
            #"{"class":"TPV","device":"/dev/ttyACM0","status":2,"mode":3,"time":"2026-05-12T06:30:00.000Z","leapseconds":18,"lat":47.9985,"lon":7.829,"altHAE":309.8,"altMSL":262.0,"alt":262.0,"track":84.4,"speed":10.0,"eph":10.0,"epv":20.0}"#,
            // 3.23 and later: alt may be above the ellipsoid.
            #"{"class":"TPV","device":"/dev/ttyACM0","mode":3,"status":2,"time":"2026-05-12T06:30:00.000Z","lat":47.9985,"lon":7.829,"altHAE":309.8,"altMSL":262.0,"alt":309.8,"track":84.4,"speed":10.0,"eph":10.0,"epv":20.0,"sep":12}"#,
            // Rewritten by a library of another language.
            #"{"mode": 3, "eph": 10, "epv": 20, "speed": 1e1, "track": 84.4, "lon": 7.829, "lat": 47.9985, "altMSL": 262, "status": 2, "time": "2026-05-12T06:30:00Z", "device": "/dev/ttyACM0", "class": "TPV", "new": {"a": [null]}}"#,
        ]
    )
    func versions(line: String) throws {
        let decoded = Decoded(line + "\r\n")
        let fix = try #require(decoded.fixes.first)
        #expect(fix.time == UTCInstant("2026-05-12T06:30:00Z"))
        #expect(fix.coordinate == Coordinate(latitudeDegrees: 47.9985, longitudeDegrees: 7.829))
        #expect(fix.altitudeMeters == 262 && fix.quality == .differential)
        #expect(fix.speedMetersPerSecond == 10 && fix.courseDegrees == 84.4)
        #expect(fix.accuracy?.horizontal95Meters == 10)
        #expect(abs((fix.accuracy?.vertical68Meters ?? 0) - 10.2) < 1e-9)
    }

    @Test("has each epoch once, with its satellites and standard deviations")
    func oneEpoch() throws {
        let place = #""mode":3,"lat":47.9985,"lon":7.829"#
        let deviations =
            #"{"class":"GST","device":"/dev/ttyACM0","time":"2026-05-12T06:30:01.000Z","lat":3.0,"lon":4.0}"#
        let sky =
            #"{"class":"SKY","device":"/dev/ttyACM0","hdop":0.8,"satellites":[{"PRN":1,"used":true},{"PRN":2}]}"#
        let decoded = Decoded(
            report(0, #""mode":2,"lat":47.9985,"lon":7.829"#) + report(0, place + #","altMSL":262.0"#)
                + report(1, place) + deviations + "\n" + sky + "\n" + report(1, place)
                + report(2, #""mode":1"#)
        )
        #expect(decoded.epochs.map { $0.epoch.hasFix } == [true, true, false])
        #expect(decoded.fixes[0].altitudeMeters == 262)
        #expect(decoded.fixes[1].accuracy?.source == .standardDeviations)
        #expect(decoded.fixes[1].satellitesUsed == 1 && decoded.fixes[1].horizontalDilution == 0.8)
        #expect(decoded.counts["position reports"] == 5 && decoded.counts["epochs"] == 3)
    }

    @Test("has the number of satellites used, from any version of gpsd", arguments: SkyReport.ofAnyVersion)
    func satellites(sky: SkyReport) throws {
        let decoded = Decoded(report(0, #""mode":3,"lat":47.9985,"lon":7.829"#) + sky.line + "\n")
        let fix = try #require(decoded.fixes.first)
        #expect(fix.satellitesUsed == sky.satellitesUsed)
        #expect(fix.horizontalDilution == sky.horizontalDilution)
        let count = SatelliteCount(used: sky.satellitesUsed, inView: sky.satellitesInView)
        let none = Decoded(report(0, #""mode":1"#) + sky.line + "\n").epochs.map(\.epoch)
        #expect(none == [.noFix(time: UTCInstant("2026-05-12T06:30:00Z"), satellites: count)])
    }

    @Test("has the interference, the state of the antenna and the strengths of signals")
    func signs() throws {
        let sky =
            #"{"class":"SKY","satellites":[{"PRN":1,"ss":40},{"PRN":2,"ss":44.0},{"PRN":3,"ss":0}]}"# + "\n"
        let decoded = Decoded(report(0, #""mode":3,"lat":47.9985,"lon":7.829,"jam":230,"ant":2"#) + sky)
        let signs = try #require(decoded.fixes.first?.signs)
        #expect(signs.jamming == 230 && signs.hasAntennaFault == true)
        #expect(signs.signals == SignalStrengths(count: 2, meanDecibels: 42, spreadDecibels: 2))
    }

    @Test("has the headings of a compass, whichever device it is")
    func headings() {
        let attitude = #"{"class":"ATT","device":"/dev/compass","heading":85.2,"mag_st":"C"}"# + "\n"
        let imu = #"{"class":"ATT","device":"/dev/imu","acc_x":-3.3}"# + "\n"
        let position = report(0, #""mode":3,"lat":52.5,"lon":13,"magvar":3.2"#)
        let decoded = Decoded(position + imu + attitude + report(1, #""mode":3,"lat":52.5,"lon":13"#))
        #expect(decoded.headings.map(\.trueDegrees) == [85.2])
        #expect(decoded.headings.map(\.magneticDegrees) == [82])
        #expect(decoded.headings.map(\.compass) == [.uncalibrated])
    }

    @Test("of several devices follows one, and another after it falls silent")
    func devices() {
        var text = ""
        for second in 0..<5 {
            text += report(second, #""mode":3,"lat":1,"lon":1"#, device: "/dev/a")
            text += report(second, #""mode":3,"lat":2,"lon":2"#, device: "/dev/b")
        }
        for second in 5..<20 { text += report(second, #""mode":3,"lat":2,"lon":2"#, device: "/dev/b") }
        let decoded = Decoded(text)
        let places = decoded.fixes.map(\.coordinate.latitudeDegrees)
        #expect(places == [1, 1, 1, 1, 1] + [Double](repeating: 2, count: 12))
        #expect(decoded.counts["epochs of other devices"] == 8)
    }

    @Test("without times has an epoch for each place, timed by the stamps")
    func untimed() {
        var text = ""
        for second in 0..<6 {
            // Two reports of each epoch, as after one sentence and another.
            for fraction in ["10", "35"] {
                text += "\(1_778_567_400 + second * 2).\(fraction) "
                text += #"{"class":"TPV","device":"a","mode":2,"lat":1.\#(second),"lon":1}"# + "\n"
            }
        }
        let decoded = Decoded(text)
        #expect(decoded.fixes.count == 6 && decoded.fixes.allSatisfy { $0.time == nil })
        let arrivals = decoded.epochs.compactMap(\.arrival)
        let steps = zip(arrivals, arrivals.dropFirst()).map { $0.duration(to: $1) }
        #expect(steps.count == 5 && steps.allSatisfy { $0 == .seconds(2) })
    }

    @Test("loses only damaged lines")
    func damaged() {
        let good = #""mode":3,"lat":47.9985,"lon":7.829"#
        let damage = [
            "{}", "noise", #"{"class":7}"#, #"{"class":"TPV","mode":"three","lat":true,"lon":[],"time":5}"#,
            String(repeating: "[", count: 2000), "{\"a\":" + String(repeating: "[", count: 60_000),
            String(repeating: "x", count: 70_000), report(2, good),
        ]
        let cut = #"{"class":"TPV","device":"/dev/tt"# + "\n"
        let decoded = Decoded(report(0, good) + cut + report(1, good) + damage.joined(separator: "\n"))
        #expect(decoded.problem == nil)
        #expect(decoded.fixes.count == 3)
        #expect(decoded.counts["malformed reports"] == 4 && decoded.counts["other lines"] == 2)
        #expect(decoded.counts["lines without end"] == 1)
    }
}

extension Epoch {
    var hasFix: Bool { if case .fix = self { true } else { false } }
}
