import Lab
import LocationModel
import Receivers
import TestSupport
import Testing

@Suite("A recording of a phone or a collection")
struct ExportedHistoryTests {
    private static let drives: [(RecordingForm.Kind, String)] = [
        (.geolife, Drive.geolife), (.googleHistory, Drive.googleRecords),
        (.googleHistory, Drive.googleTimeline), (.gnssLogger, Drive.gnssLogger),
    ]

    @Test("has the fixes of the drive, also compressed or behind a mark", arguments: 0..<drives.count)
    func drive(index: Int) throws {
        let (kind, text) = Self.drives[index]
        for text in [text, "\u{FEFF}" + text, "\u{FEFF}\n" + text]
        where kind != .geolife || text.hasPrefix("G") {
            let decoded = Decoded(text)
            #expect(decoded.problem == nil && decoded.form == RecordingForm(kind))
            let reference = Decoded(Drive.nmea()).fixes
            #expect(decoded.fixes.count == reference.count && decoded.counts["fixes"] == reference.count)
            for (fix, expected) in zip(decoded.fixes, reference) {
                #expect(fix.time == expected.time)
                #expect(fix.coordinate.distanceMeters(to: expected.coordinate) < 0.02)
                let accuracy = try #require(fix.accuracy)
                #expect(accuracy.horizontal95Meters > accuracy.horizontal68Meters)
            }
        }
        #expect(Decoded(try Gzip.compressed(Array(text.utf8))).fixes.count == Drive.seconds.count)
    }

    @Test("has what the phone states")
    func values() throws {
        let record = try #require(Decoded(Drive.googleRecords).fixes.first)
        #expect(record.speedMetersPerSecond == 10 && record.courseDegrees == 84)
        #expect(record.accuracy?.horizontal68Meters == 5)
        let logged = Decoded(Drive.gnssLogger)
        #expect(logged.fixes.first?.courseDegrees == 84.4)
        #expect(logged.fixes.first?.altitudeMeters == nil)
        #expect(logged.counts["fixes of other providers"] == 40)
        let point = try #require(Decoded(Drive.geolife).fixes.first)
        #expect(abs((point.altitudeMeters ?? 0) - 262.128) < 0.001)
        let old = Decoded(
            #"{"locations":[{"timestampMs":"1778567400000","latitudeE7":-10000000,"longitudeE7":4284967296}]}"#
        )
        #expect(old.fixes.first?.time == UTCInstant("2026-05-12T06:30:00Z"))
        #expect(old.fixes.first?.coordinate == Coordinate(latitudeDegrees: -1, longitudeDegrees: -1))
        let first = Decoded("Fix,gps,1.5,2.5,3.5,4.5,5.5,1778567400000\n").fixes.first
        #expect(first?.time == old.fixes.first?.time)
        #expect(first?.courseDegrees == nil)
    }

    @Test("of Google has the points of a path at minutes after its start, from Android and iOS")
    func offsets() {
        let start = #""startTime":"2026-05-01T10:00:00.000+02:00","endTime":"2026-05-01T10:10:00.000+02:00""#
        func path(_ place: (String) -> String) -> String {
            let points = [0, 2, 4].map {
                #"{"point":"\#(place("7.83\($0)"))","durationMinutesOffsetFromStartTime":"\#($0)"}"#
            }
            return #"{\#(start),"timelinePath":[\#(points.joined(separator: ","))]}"#
        }
        let visit = #"{\#(start),"visit":{"topCandidate":{"placeLocation":"geo:1,2"}}}"#
        let texts = [
            "[ \(visit),\n\(path { "geo:47.99,\($0)" })]",
            #"{"semanticSegments":[\#(visit),\#(path { "47.99°, \($0)°" })],"rawSignals":[]}"#,
        ]
        for text in texts {
            let decoded = Decoded(text)
            #expect(decoded.problem == nil && decoded.form == RecordingForm(.googleHistory))
            let times = ["2026-05-01T08:00:00Z", "2026-05-01T08:02:00Z", "2026-05-01T08:04:00Z"]
            #expect(decoded.fixes.map { $0.time?.description } == times)
            #expect(decoded.fixes.map(\.coordinate.longitudeDegrees) == [7.83, 7.832, 7.834])
        }
    }

    @Test("of Google has its paths and signals in one order")
    func order() {
        let path = (0..<6).map { #"{"point":"1°, 2°","time":"2026-05-01T08:0\#($0):00Z"}"# }
            .joined(separator: ",")
        let signals = (1..<4).map {
            #"{"position":{"LatLng":"1°, 2°","accuracyMeters":12,"timestamp":"2026-05-01T08:0\#($0):37Z"}}"#
        }
        let text =
            #"{"semanticSegments":[{"timelinePath":[\#(path)]}],"rawSignals":[\#(signals.joined(separator: ","))]}"#
        let times = Decoded(text).fixes.compactMap(\.time)
        #expect(times.count == 9)
        #expect(times == times.sorted())
        #expect(Decoded(String(text.dropLast(3))).fixes.count == 8)
    }

    @Test(
        "of Google without a location is a problem",
        arguments: [
            (#"{"semanticSegments":[],"rawSignals":[]}"#, "Google location history without a location"),
            (#"{"semanticSegments":[{"timelinePath":[{"x":1}]}]}"#, "Google location history without a"),
            (#"{"timelineObjects":[{"placeVisit":{}}]}"#, "It is a semantic location history of Google"),
        ]
    )
    func withoutLocation(text: String, problem: String) {
        let decoded = Decoded(text)
        #expect((decoded.problem?.description ?? decoded.form?.withoutEpochs)?.hasPrefix(problem) == true)
        #expect(decoded.epochs.isEmpty)
    }

    @Test("leaves out what a phone states outside of its range")
    func outOfRange() throws {
        let place = #""timestampMs":"1778567400000","latitudeE7":10000000,"longitudeE7":20000000"#
        let decoded = Decoded(
            #"{"locations":[{\#(place),"accuracy":0,"velocity":-1,"heading":361},{\#(place),"heading":360}]}"#
        )
        let first = try #require(decoded.fixes.first)
        #expect(first.speedMetersPerSecond == nil && first.courseDegrees == nil)
        #expect(first.accuracy?.source == .quality, "nobody knows the position to a millimetre")
        #expect(decoded.fixes.last?.courseDegrees == 0)
    }

    @Test("of GnssLogger has other providers' fixes where satellites gave none for more than ten seconds")
    func otherProviders() {
        func fix(_ provider: String, _ second: Int) -> String {
            "Fix,\(provider),48.\(second),7.8,310.0,1.0,5.0,84.0,\(1_778_567_400_000 + second * 1000),0.3\n"
        }
        let decoded = Decoded(fix("GPS", 10) + fix("FLP", 20) + fix("FLP", 21) + fix("NLP", 22))
        #expect(decoded.fixes.map(\.coordinate.latitudeDegrees) == [48.10, 48.21, 48.22])
        #expect(decoded.counts["fixes of other providers"] == 1)
    }

    @Test(
        "says where it is damaged",
        arguments: [
            ("{\"locations\":[\n{\"latitudeE7\":1,}]}", "JSON, line 2: what begins here is not valid JSON"),
            ("{\"locations\":[\n{\"latitudeE7\":1}", "JSON, line 2: it ends too soon"),
            ("{\"locations\":[\n]}\n\nx", "JSON, line 4: something is outside of the object"),
            ("{\"locations\":[\n}}", "JSON, line 2: a bracket is closed that was not opened"),
        ]
    )
    func damaged(text: String, expected: String) {
        #expect(Decoded(text).problem?.description == expected)
    }

    @Test("counts points that cannot be read, and says where the first is")
    func unreadable() throws {
        let texts = [
            Drive.geolife + "91.0,7.829,0,860,46154.27,2026-05-12,06:31:00\r\nnonsense\r\n",
            Drive.gnssLogger + "Fix,GPS,91,7.8,1,1,1,1,1778567400000,1,1,1,,0\nFix,GPS\n",
            Drive.googleRecords.replacing("]\n}\n", with: ",\n{\"timestamp\":\"2026\"},{\"timestamp\":1}]}"),
        ]
        for (text, damage) in zip(texts, ["91.0,", "Fix,GPS,91", "{\"timestamp\":\"2026\"}"]) {
            let decoded = Decoded(text)
            #expect(decoded.fixes.count == Drive.seconds.count)
            let start = try #require(text.firstRange(of: damage)).lowerBound
            let line = text[..<start].utf8.count { $0 == UInt8(ascii: "\n") } + 1
            #expect(decoded.counts["points that cannot be read, first in line \(line)"] == 2)
        }
    }

    @Test("needs no more memory if an element does not end")
    func endless() {
        let endless = #"{"locations":[{"x":""# + String(repeating: "x", count: 3 << 20) + #""},"#
        let decoded = Decoded(endless + Drive.googleRecords.dropFirst(18))
        #expect(decoded.problem == nil)
        #expect(decoded.counts["elements without end"] == 1)
        #expect(decoded.fixes.count == Drive.seconds.count)
    }

    @Test(
        "of somebody's days is read whole",
        .enabled(if: RecordedTrack.areAvailable, Comment(rawValue: RecordedTrack.absence)),
        arguments: [
            ("days/geolife-004/20090211014037.plt", RecordingForm.Kind.geolife, 250),
            ("days/reitti-takeout-zeitachse.json", .googleHistory, 250),
            ("gpx-animator-bikeride.gpx", .gpx, 8000), ("srtm-py-grmada.gpx", .gpx, 1500),
        ]
    )
    func real(name: String, kind: RecordingForm.Kind, least: Int) throws {
        let decoded = Decoded(try Checkout.bytes(of: Checkout.recordings + "/" + name))
        #expect(decoded.problem == nil && decoded.form?.kind == kind)
        #expect(decoded.fixes.count { $0.time != nil } >= least)
        #expect(decoded.counts[kind == .gpx ? "malformed points" : "points that cannot be read"] == 0)
    }
}
