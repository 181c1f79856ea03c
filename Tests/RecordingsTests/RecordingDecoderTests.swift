import Glibc
import Lab
import LocationModel
import Receivers
import TestSupport
import Testing

@Suite("The form of a recording")
struct RecordingDecoderTests {
    private static let stamped = RecordingForm(.nmea, isStamped: true)
    private static let forms: [(String, RecordingForm)] = [
        (Drive.nmea(), RecordingForm(.nmea)), ("\u{FEFF}" + Drive.nmea(), RecordingForm(.nmea)),
        ("# Date: 2026-05-12\n# {\"class\":\"TPV\"}\n\n" + Drive.nmea(), RecordingForm(.nmea)),
        (Drive.nmea { _ in "\\s:rx0*5D\\" }, RecordingForm(.nmea)),
        (Drive.nmea { "\(1_778_567_400 + $0).25 " }, stamped),
        (Drive.nmea { "\(1_778_567_400_250 + $0 * 1000);N;" }, stamped),
        (Drive.nmea { "2026-05-12T06:30:\(10 + $0)Z \\s:rx0*5D\\" }, stamped),
        (Drive.gpsd(), RecordingForm(.gpsd)), ("\u{FEFF}\r\n" + Drive.gpsd(), RecordingForm(.gpsd)),
        (Drive.gpsd(mixed: true), RecordingForm(.gpsd)),
        (Drive.gpsd { "\(1_778_567_400 + $0).25 " }, RecordingForm(.gpsd, isStamped: true)),
        (Drive.gpx, RecordingForm(.gpx)),
        ("\u{FEFF}\n" + Drive.gpx.replacing(#"<?xml version="1.0"?>"#, with: ""), RecordingForm(.gpx)),
    ]

    @Test("is detected by its first bytes, and each has the fixes of the drive", arguments: 0..<forms.count)
    func form(index: Int) throws {
        let (text, form) = Self.forms[index]
        let decoded = Decoded(text)
        #expect(decoded.problem == nil)
        #expect(decoded.form == form)
        let reference = Decoded(Drive.nmea()).fixes
        #expect(decoded.fixes.count == Drive.seconds.count)
        for (fix, expected) in zip(decoded.fixes, reference) {
            #expect(fix.time == expected.time)
            #expect(fix.coordinate.distanceMeters(to: expected.coordinate) < 0.02)
            #expect(fix.mode == expected.mode && fix.quality == expected.quality)
            #expect(fix.altitudeMeters == expected.altitudeMeters)
            #expect(fix.geoidSeparationMeters == expected.geoidSeparationMeters)
            #expect(abs((fix.speedMetersPerSecond ?? 0) - (expected.speedMetersPerSecond ?? 1)) < 0.001)
            #expect(fix.courseDegrees == expected.courseDegrees)
            #expect(fix.satellitesUsed == expected.satellitesUsed)
            #expect(fix.horizontalDilution == expected.horizontalDilution)
            let accuracy = try #require(fix.accuracy)
            #expect((4...6).contains(accuracy.horizontal68Meters))
        }
    }

    @Test("is NMEA 0183 if gpsd announces only sentences")
    func pipeOfSentences() {
        let introduction = """
            {"class":"VERSION","release":"3.22"}
            {"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyACM0"}]}
            {"class":"WATCH","enable":true,"json":false,"nmea":true}

            """
        let decoded = Decoded(introduction + Drive.nmea())
        #expect(decoded.form == RecordingForm(.nmea))
        #expect(decoded.fixes.count == Drive.seconds.count)
        let silent = Decoded(introduction)
        #expect(silent.form == RecordingForm(.gpsd))
        #expect(silent.epochs.isEmpty)
    }

    @Test("is detected even if other bytes come first")
    func behindGarbage() {
        let garbage: [UInt8] = [0xB5, 0x62, 0x01, 0x07] + [UInt8](repeating: 0x55, count: 100_000)
        let decoded = Decoded(garbage + Array(("\n" + Drive.nmea()).utf8))
        #expect(decoded.problem == nil)
        #expect(decoded.form == RecordingForm(nil))
        #expect(decoded.fixes.count == Drive.seconds.count)
    }

    @Test("is no location history if the name of its first member only begins like one", arguments: 17...20)
    func cutName(size: Int) {
        let decoded = Decoded(#"{      "locationsOfMine": []}"#, size: size)
        #expect(decoded.problem?.description.hasPrefix("It is JSON, but not of gpsd") == true)
    }

    @Test(
        "is named in the error if it is unsupported",
        arguments: [
            ("", "It is empty"), ("<kml><a/></kml>", "GPX, line 1: the document is <kml>, not <gpx>"),
            ("{\"type\":\"x\"}", "It is JSON, but not of gpsd; supported are"),
            ("PK\u{3}\u{4}", "It is a ZIP archive, such as a KMZ file; supported are"),
            ("BZh91AY&SY", "It is compressed with bzip2; supported are"),
            ("lat,lon\n1,2\n", "It begins with 'lat,lon' and contains nothing known; supported are"),
            ("\u{1}\u{2}\u{3}", "It begins with the bytes 01 02 03 and contains nothing known; "),
            ("lat\u{7F}\n1,2\n", "It begins with the bytes 6c 61 74 7f 0a 31 2c 32 and contains"),
            ("\u{0}l\u{0}a\u{0}t\u{0},\u{0}l\u{0} ", "It begins with 'lat,l ' and contains nothing known"),
        ]
    )
    func refused(text: String, expected: String) {
        let decoded = Decoded(text)
        #expect(decoded.problem?.description.hasPrefix(expected) == true, "\(decoded.problem as Any)")
        #expect(decoded.epochs.isEmpty)
    }

    @Test(
        "is named in the error if no receiver writes it and it is not to be read",
        arguments: [
            (Drive.geolife, "It is GeoLife PLT; supported are"),
            (Drive.googleRecords, "It is JSON, but not of gpsd; supported are"),
            (Drive.googleTimeline, "It is JSON, but not of gpsd; supported are"),
            ("# Fix,Provider\nFix,GPS,1,2\n", "It begins with '# Fix,Provider' and contains nothing known"),
        ]
    )
    func foreign(text: String, expected: String) {
        for size in [20, 1 << 16] {
            let problem = Decoded(Array(text.utf8), size: size, foreign: []).problem
            #expect(problem?.description.hasPrefix(expected) == true, "\(problem as Any)")
        }
    }

    @Test("is NMEA 0183 for the sentences among what else a phone's log has")
    func sentencesOfPhone() {
        #expect(Decoded(Array(Drive.gnssLogger.utf8), foreign: []).form == RecordingForm(.nmea))
    }

    @Test("is not that of UTF-32, which is named in the error, nor of a mark alone")
    func wide() {
        for wide: [UInt8] in [[0xFF, 0xFE, 0, 0, 0x24, 0, 0, 0], [0, 0, 0xFE, 0xFF, 0, 0, 0, 0x24]] {
            let problem = Decoded(wide).problem
            #expect(problem?.description.hasPrefix("It is text in UTF-32, which iconv") == true)
        }
        #expect(Decoded([0xFF, 0xFE]).problem == .empty)
    }
}
