import LocationModel
import Receivers
import TestSupport
import Testing

@Suite("A GPX file")
struct GPXReaderTests {
    private static let head = #"<?xml version="1.0" encoding="UTF-8"?><gpx version="1.1" creator="test">"#

    private func points(
        of document: String,
        size: Int = 1 << 20
    ) -> (points: [GPXPoint], problem: RecordingProblem?, malformed: Int) {
        let reader = GPXReader()
        var points: [GPXPoint] = []
        let bytes = Array(document.utf8)
        do throws(RecordingProblem) {
            for start in stride(from: 0, to: bytes.count, by: size) {
                let piece = Array(bytes[start..<min(start + size, bytes.count)])
                try reader.parse(piece.span) { points.append($0) }
            }
            try reader.finish { points.append($0) }
            return (points, nil, reader.malformedPoints)
        } catch {
            return (points, error, reader.malformedPoints)
        }
    }

    @Test("has times with an offset and a Z, and counts those that cannot be read")
    func times() {
        let times = ["2026-05-12T06:30:00+00:00Z", "2026-05-12T08:30:00+02:00Z", "12.05.2026 é", "noon"]
        let document =
            "<gpx><metadata><time>never</time></metadata>\n"
            + times.map { "<trkpt lat=\"1\" lon=\"2\"><time>\($0)</time></trkpt>\n" }.joined() + "</gpx>"
        let instant = UTCInstant("2026-05-12T06:30:00Z")
        #expect(points(of: document).points.map(\.time) == [instant, instant, nil, nil])
        let count = "points with a time that cannot be read, first: '12.05.2026 ??' in line 4"
        #expect(Decoded(document).counts[count] == 2)
    }

    @Test("has fixes of a receiver in its tracks, and places that somebody chose elsewhere")
    func qualities() {
        let track = #"<trk><trkseg><trkpt lat="1" lon="2"/></trkseg></trk>"#
        let route = #"<rte><rtept lat="1" lon="2"/></rte>"#
        #expect(Decoded("<gpx>\(track)</gpx>").fixes.map(\.quality) == [.unknown])
        #expect(Decoded("<gpx>\(route)</gpx>").fixes.map(\.quality) == [.manual])
    }

    @Test("may be in another encoding, and have blanks before its declaration")
    func encodings() {
        let body = #"<gpx><trk><name>Stra*e</name><trkseg><trkpt lat="1" lon="2"/></trkseg></trk></gpx>"#
        for encoding in ["windows-1252", "ISO-8859-1", "iso-8859-15", "CP1252", "latin1"] {
            let text = "<?xml version='1.0' encoding='\(encoding)'?>" + body
            let bytes = text.utf8.map { $0 == UInt8(ascii: "*") ? 0xDF : $0 }
            #expect(Decoded(bytes).fixes.count == 1, "\(encoding)")
        }
        for blanks in ["\n \r\n", "\u{FEFF}\n"] {
            #expect(Decoded(blanks + "<?xml version='1.0'?>" + body).fixes.count == 1)
        }
        #expect(Decoded("<?xml version='1.0' encoding='EBCDIC'?>" + body).problem != nil)
        let late = Decoded("\n\n<?xml version='1.0'?>\n<gpx>\n</gpy>").problem
        #expect(late?.description.hasPrefix("GPX, line 5: ") == true)
    }

    @Test("has speed and course of extensions, but not their time")
    func extensions() {
        let read = points(
            of: Self.head + """
                <trk><trkseg><trkpt lat="1" lon="2"><time>2020-01-01T00:00:00</time><extensions>
                <gpxtpx:TrackPointExtension xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">
                <gpxtpx:speed>3.25</gpxtpx:speed><gpxtpx:course>90</gpxtpx:course><gpxtpx:time>x</gpxtpx:time>
                <time>2021-01-01T00:00:00Z</time></gpxtpx:TrackPointExtension></extensions></trkpt>
                <trkpt lat="1" lon="2"><extensions><osmand:speed>4</osmand:speed></extensions>
                <link href="x"><speed>5</speed></link></trkpt></trkseg></trk></gpx>
                """
        )
        #expect(read.problem == nil)
        #expect(read.points.map(\.fix?.speedMetersPerSecond) == [3.25, 4])
        #expect(read.points.first?.fix?.courseDegrees == 90)
        #expect(read.points.first?.time == UTCInstant("2020-01-01T00:00:00Z"))
    }

    @Test(
        "has the accuracy that a phone's program states",
        arguments: [
            ("Apple Health Export", "<extensions><hAcc>4.0</hAcc><vAcc>6</vAcc></extensions>"),
            (
                "OpenTracks",
                "<extensions><a:TrackPointExtension xmlns:a=\"a\" xmlns:o=\"o\"><o:accuracy_horizontal>4</o:accuracy_horizontal>"
                    + "<o:accuracy_vertical>6</o:accuracy_vertical></a:TrackPointExtension></extensions>"
            ),
            ("OsmAnd 4.7", "<hdop>4</hdop>"), ("Locus Map, Android", "<hdop>4</hdop>"),
        ]
    )
    func accuracy(_ creator: String, _ values: String) throws {
        let point = "<trkpt lat=\"1\" lon=\"2\"><ele>5</ele>\(values)</trkpt>"
        let decoded = Decoded("<gpx creator=\"\(creator)\"><trk><trkseg>\(point)</trkseg></trk></gpx>")
        #expect(decoded.problem == nil)
        let fix = try #require(decoded.fixes.first)
        #expect(fix.accuracy?.horizontal68Meters == 4 && fix.horizontalDilution == nil)
        #expect(fix.accuracy?.vertical68Meters == (values.contains("hdop") ? nil : 6))
    }

    @Test("has a usual accuracy where its dilutions are none that a receiver has")
    func dilutions() throws {
        func fix(_ values: String) throws -> Fix {
            let point = "<trkpt lat=\"1\" lon=\"2\"><ele>5</ele>\(values)</trkpt>"
            return try #require(Decoded("<gpx><trk><trkseg>\(point)</trkseg></trk></gpx>").fixes.first)
        }
        let usual = try fix("")
        #expect(usual.accuracy?.source == .quality)
        for dilution in ["1e155", "1.7e308", "inf", "nan", "0", "-1"] {
            #expect(try fix("<hdop>\(dilution)</hdop><vdop>\(dilution)</vdop>") == usual, "\(dilution)")
        }
        #expect(try fix("<hdop>99.9</hdop>").accuracy?.source == .dilution)
    }

    @Test("is its track, where it has one, and else its waypoints and routes")
    func trackAlone() {
        let places = """
            <wpt lat="1" lon="1"><time>2026-05-12T08:05:00Z</time></wpt><wpt lat="2" lon="1"/>
            <rte><rtept lat="3" lon="3"/></rte>
            """
        let track = #"<trk><trkseg><trkpt lat="5" lon="5"/><trkpt lat="6" lon="6"/></trkseg></trk>"#
        for document in [places + track, track + places] {
            let decoded = Decoded(Self.head + document + "</gpx>")
            #expect(decoded.fixes.map(\.coordinate.latitudeDegrees) == [5, 6])
            #expect(decoded.counts["points of routes and waypoints, left out"] == 3)
        }
        let decoded = Decoded(Self.head + places + "</gpx>")
        #expect(decoded.fixes.map(\.coordinate.latitudeDegrees) == [1, 2, 3])
        #expect(Decoded(Self.head + places + "</gpy>").fixes.count == 3)
    }

    @Test("loses points without a coordinate and invalid values")
    func nonsense() {
        let read = points(
            of: Self.head + """
                <wpt lon="1"/><wpt lat="91" lon="1"/><wpt lat="nan" lon="1"/><wpt lat="" lon=""/>
                <wpt lat="1" lon="1"><speed>-1</speed><course>361</course><hdop>0</hdop><sat>-4</sat>
                <ele>inf</ele><time>yesterday</time><fix>4d</fix></wpt></gpx>
                """
        )
        #expect(read.problem == nil && read.malformed == 4)
        #expect(read.points == points(of: Self.head + #"<wpt lat="1" lon="1"/></gpx>"#).points)
        #expect(read.points.count == 1)
    }

    @Test("that is invalid or truncated is rejected with the line")
    func refused() {
        let laughs = """
            <?xml version="1.0"?><!DOCTYPE gpx [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>
            <gpx><wpt lat="1" lon="1"><ele>&b;</ele></wpt></gpx>
            """
        let outside = """
            <!DOCTYPE gpx [<!ENTITY x SYSTEM "file:///etc/passwd">]><gpx><name>&x;</name></gpx>
            """
        let deep = Self.head + "\n" + String(repeating: "<a>", count: 100)
        let entity = "it declares an entity, which is not allowed in a recording"
        let expected = [
            ("", 1, "no element found"), ("<kml></kml>", 1, "the document is <kml>, not <gpx>"),
            (Self.head + "\n<wpt", 2, "unclosed token"), (Self.head + "\n</wpt>", 2, "mismatched tag"),
            (laughs, 1, entity), (outside, 1, entity), (deep, 2, "elements are nested more than 64 deep"),
        ]
        for (document, line, reason) in expected {
            #expect(points(of: document).problem == .invalid("GPX", line: line, reason: reason))
        }
    }

    @Test("cannot make its reader use more than a few megabytes")
    func boundedMemory() {
        let endless = "<wpt lat=\"" + String(repeating: "1", count: 5 << 20)
        for document in [endless, (0..<100_000).map { "<n\($0)/>" }.joined()] {
            let problem = points(of: Self.head + document, size: 1 << 16).problem
            #expect(problem?.description.contains(": a tag does not end") == true)
        }
    }
}
