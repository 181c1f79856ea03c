import Glibc
import LinuxSystem
import LocationModel
import NMEA
import TestSupport
import Testing

@testable import Receivers

@Suite("A report of gpsd", .ownThreads, .timeLimit(.minutes(10)))
struct ReportTests {
    /// Lets a receiver read lines of gpsd, up to a number of epochs.
    private func reports(_ count: Int, from lines: [String]) throws -> [ReceiverReport] {
        let listener = try LoopbackListener()
        var loop = Listening(LiveReceiver(gpsdAt: "127.0.0.1", port: String(listener.port)))
        let gpsd = try listener.accepted()
        try gpsd.send(lines.map { $0 + "\r\n" }.joined())
        let arrived = loop.sees(within: .seconds(10)) { $0.epochs.count == count }
        #expect(arrived)
        return loop.reports
    }

    private func fix(from lines: [String]) throws -> Fix {
        try #require(try reports(1, from: lines).fixes.first)
    }

    private let full = """
        {"class":"TPV","device":"/dev/ttyACM0","status":2,"mode":3,"time":"2026-05-12T06:30:00.200Z",\
        "lat":47.9985,"lon":7.829,"altHAE":309.8,"altMSL":262.0,"geoidSep":47.8,"track":360.0,\
        "speed":10.5,"eph":10.0,"epv":20.0}
        """

    @Test("becomes a fix with all its values")
    func everything() throws {
        let fix = try fix(from: [full])
        #expect(fix.time == UTCInstant("2026-05-12T06:30:00.200Z"))
        #expect(fix.coordinate == Coordinate(latitudeDegrees: 47.9985, longitudeDegrees: 7.829))
        #expect(fix.mode == .threeDimensional)
        #expect(fix.quality == .differential)
        #expect(fix.altitudeMeters == 262)
        #expect(fix.geoidSeparationMeters == 47.8)
        #expect(fix.speedMetersPerSecond == 10.5)
        #expect(fix.courseDegrees == 0)
        let accuracy = try #require(fix.accuracy)
        #expect(accuracy.horizontal95Meters == 10)
        #expect(abs(accuracy.horizontal68Meters - 6.17) < 0.001)
        #expect(abs((accuracy.vertical68Meters ?? 0) - 10.2) < 0.001)
        #expect(accuracy.source == .expectedErrors)
        #expect(fix.satellitesUsed == nil)
        #expect(fix.horizontalDilution == nil)
    }

    @Test("leaves out missing values")
    func absent() throws {
        let line = #"{"class":"TPV","device":"/dev/ttyACM0","mode":2,"lat":-0.5,"lon":-179.5}"#
        let place = try #require(Coordinate(latitudeDegrees: -0.5, longitudeDegrees: -179.5))
        #expect(try reports(1, from: [line]).epochs == [.fix(Fix(coordinate: place))])
    }

    @Test("has no time if the fraction of its seconds is none", arguments: ["00.9e10", "00.9e300"])
    func absurdFraction(seconds: String) throws {
        let time = "2026-11-01T00:00:\(seconds)Z"
        let position = #"{"class":"TPV","device":"/dev/x","mode":3,"time":"\#(time)","lat":1.0,"lon":2.0}"#
        let deviations = #"{"class":"GST","device":"/dev/x","time":"\#(time)","lat":3.0,"lon":4.0}"#
        let fix = try fix(from: [position, deviations])
        #expect(fix.time == nil)
        #expect(fix.coordinate == Coordinate(latitudeDegrees: 1, longitudeDegrees: 2))
    }

    @Test("leaves out errors and speeds that are larger than any")
    func absurdSizes() throws {
        let line = full.replacing(#""eph":10.0"#, with: #""epx":1e200,"epy":1e200"#)
            .replacing(#""speed":10.5"#, with: #""speed":1e300"#)
        let fix = try fix(from: [line])
        #expect(fix.accuracy == nil)
        #expect(fix.speedMetersPerSecond == nil)
        #expect(fix.altitudeMeters == 262)
    }

    @Test("without a position is no fix", arguments: [(1, false), (1, true), (0, true)])
    func noFix(mode: Int, hasTime: Bool) throws {
        let stated = hasTime ? #","time":"2026-05-12T06:30:00.000Z""# : ""
        let line = #"{"class":"TPV","device":"/dev/ttyACM0","mode":\#(mode)\#(stated)}"#
        let time = hasTime ? UTCInstant("2026-05-12T06:30:00Z") : nil
        #expect(try reports(1, from: [line]).epochs == [.noFix(time: time)])
    }

    @Test("is joined with the satellites and standard deviations of its epoch, and reported once")
    func oneEpoch() throws {
        let poor =
            #"{"class":"TPV","device":"/dev/ttyACM0","mode":2,"time":"2026-05-12T06:30:00.200Z","lat":1,"lon":2}"#
        let deviations = """
            {"class":"GST","device":"/dev/ttyACM0","time":"2026-05-12T06:30:00.200Z","rms":5.0,\
            "lat":3.0,"lon":4.0,"alt":6.0}
            """
        let sky = """
            {"class":"SKY","device":"/dev/ttyACM0","hdop":0.9,"satellites":[{"PRN":5,"used":true},\
            {"PRN":7,"used":false},{"PRN":9,"used":true}]}
            """
        let next = full.replacing("06:30:00.200", with: "06:30:01.200")
        let fixes = try reports(2, from: [poor, full, poor, deviations, sky, poor, next]).fixes
        try #require(fixes.count == 2)
        let (fix, after) = (fixes[0], fixes[1])
        #expect(fix.mode == .threeDimensional, "the most complete report of the epoch is kept")
        #expect(fix.accuracy?.source == .standardDeviations)
        #expect(abs((fix.accuracy?.horizontal95Meters ?? 0) - 8.752) < 1e-6)
        #expect(fix.satellitesUsed == 2)
        #expect(fix.horizontalDilution == 0.9)
        #expect(after.time == UTCInstant("2026-05-12T06:30:01.200Z"))
        #expect(after.accuracy?.source == .expectedErrors, "another epoch's deviations are not kept")
    }

    @Test("has the number of satellites used, from any version of gpsd", arguments: SkyReport.ofAnyVersion)
    func satellites(report: SkyReport) throws {
        let another =
            #"{"class":"SKY","device":"/dev/ttyACM0","hdop":1.2,"nSat":1,"uSat":1,"satellites":[{"PRN":5,"used":true}]}"#
        let fix = try fix(from: [full, another, report.line])
        #expect(fix.satellitesUsed == report.satellitesUsed)
        #expect(fix.horizontalDilution == report.horizontalDilution)
        let none = #"{"class":"TPV","device":"/dev/ttyACM0","mode":1}"#
        let count = SatelliteCount(used: report.satellitesUsed, inView: report.satellitesInView)
        let found = try reports(1, from: [none, another, report.line]).epochs
        #expect(found == [.noFix(time: nil, satellites: count)])
    }

    @Test("of another device is used when gpsd loses the followed one")
    func deviceGone() throws {
        let other = full.replacing("ttyACM0", with: "ttyACM1").replacing("47.9985", with: "1.0")
        let loss = #"{"class":"DEVICE","path":"/dev/ttyACM0","activated":0}"#
        let lines = [full, loss, other.replacing("06:30:00", with: "06:30:01")]
        #expect(try reports(2, from: lines).fixes.map(\.coordinate.latitudeDegrees) == [47.9985, 1])
    }
}

extension [ReceiverReport] {
    var epochs: [Epoch] { compactMap { if case .epoch(let epoch, _) = $0 { epoch } else { nil } } }
}
