import Recordings
import Testing

@Suite("A recording in UTF-16")
struct UTF16Tests {
    private static let recordings = [
        Drive.nmea(), Drive.nmea { "\(1_778_567_400 + $0).25 " }, Drive.gpsd(), Drive.gpx,
        // A damaged line shows that its number is the same.
        Drive.geolife + "nonsense\r\n", Drive.googleRecords, Drive.googleTimeline, Drive.gnssLogger,
    ]

    private static let damaged = "characters that cannot be read"

    private static func bytes(_ units: [UInt16], isBigEndian: Bool = false) -> [UInt8] {
        units.flatMap { unit -> [UInt8] in
            let halves = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            return isBigEndian ? halves.reversed() : halves
        }
    }

    private static func bytes(_ text: String, isBigEndian: Bool = false) -> [UInt8] {
        bytes(Array(text.utf16), isBigEndian: isBigEndian)
    }

    @Test(
        "is read like its UTF-8 form: in both byte orders, with and without a mark, however it is cut",
        arguments: 0..<recordings.count,
        [3, 1 << 16]
    )
    func likeUTF8(index: Int, size: Int) {
        let text = Self.recordings[index]
        let expected = Decoded(text)
        var counts = expected.counts
        counts[Self.damaged] = 0
        #expect(expected.fixes.count == Drive.seconds.count)
        for (isBigEndian, mark) in [(false, "\u{FEFF}"), (false, ""), (true, "\u{FEFF}"), (true, "")] {
            let decoded = Decoded(Self.bytes(mark + text, isBigEndian: isBigEndian), size: size)
            #expect(decoded.problem == nil)
            #expect(decoded.items == expected.items)
            #expect(decoded.counts == counts)
            #expect(decoded.form?.kind == expected.form?.kind)
            #expect(decoded.form?.isStamped == expected.form?.isStamped)
            #expect(decoded.form?.isUTF16 == true)
        }
    }

    @Test("may be GPX that declares another encoding and begins with blanks", arguments: [1, 7, 1 << 16])
    func declared(size: Int) {
        let body = #"<gpx><trk><name>Straße</name><trkseg><trkpt lat="1" lon="2"/></trkseg></trk></gpx>"#
        for encoding in ["UTF-16", "UTF-8", "windows-1252"] {
            for isBigEndian in [false, true] {
                let text = "\u{FEFF}\r\n <?xml version='1.0' encoding='\(encoding)'?>\n" + body
                let decoded = Decoded(Self.bytes(text, isBigEndian: isBigEndian), size: size)
                #expect(decoded.problem == nil)
                #expect(decoded.fixes.count == 1)
            }
        }
        let late = Decoded(Self.bytes("\u{FEFF}\n\n<?xml version='1.0'?>\n<gpx>\n</gpy>"), size: size)
        #expect(late.problem?.description.hasPrefix("GPX, line 5: ") == true)
    }

    @Test("has halves of surrogate pairs replaced and counted", arguments: [1, 3, 7, 1 << 16])
    func surrogates(size: Int) {
        let beginning = Array("\u{FEFF}# 😀 ".utf16) + [0xDC00, 0xD800, 0xD800, 0x20, 0xDBFF]
        let decoded = Decoded(Self.bytes(beginning + Array(("\r\n" + Drive.nmea()).utf16)), size: size)
        #expect(decoded.problem == nil)
        #expect(decoded.counts[Self.damaged] == 4)
        #expect(decoded.items == Decoded("# \r\n" + Drive.nmea()).items)
    }

    @Test("that ends within a character is read up to there", arguments: [1, 7, 1 << 16])
    func cut(size: Int) {
        let whole = Self.bytes("\u{FEFF}" + Drive.nmea() + "😀")
        for (missing, damaged) in [(0, 0), (1, 1), (2, 1), (3, 1), (4, 0), (5, 1)] {
            let decoded = Decoded(Array(whole.dropLast(missing)), size: size)
            #expect(decoded.problem == nil)
            #expect(decoded.counts[Self.damaged] == damaged)
            #expect(decoded.fixes.count == Drive.seconds.count)
        }
    }
}
