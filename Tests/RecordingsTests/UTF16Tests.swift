import Testing

@testable import Receivers

@Suite("A recording in UTF-16")
struct UTF16Tests {
    private static let recordings = [
        Drive.nmea(), Drive.nmea { "\(1_778_567_400 + $0).25 " }, Drive.gpsd(), Drive.gpx,
        // A damaged line shows that its number is the same.
        Drive.geolife + "nonsense\r\n", Drive.googleRecords, Drive.googleTimeline, Drive.gnssLogger,
    ]

    private static func bytes(_ text: String, isBigEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { unit -> [UInt8] in
            let halves = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            return isBigEndian ? halves.reversed() : halves
        }
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
        counts["characters that cannot be read"] = 0
        #expect(expected.fixes.count == Drive.seconds.count)
        for (isBigEndian, mark) in [(false, "\u{FEFF}"), (false, ""), (true, "\u{FEFF}"), (true, "")] {
            let decoded = Decoded(Self.bytes(mark + text, isBigEndian: isBigEndian), size: size)
            #expect(decoded.problem == nil)
            #expect(decoded.items == expected.items)
            #expect(decoded.counts == counts)
            #expect(decoded.form?.kind == expected.form?.kind && decoded.form?.isUTF16 == true)
            #expect(decoded.form?.isStamped == expected.form?.isStamped)
        }
    }

    @Test(
        "keeps pairs of surrogates, and has a replacement for each half of one, however it is cut",
        arguments: [1, 3, 100]
    )
    func surrogates(size: Int) {
        // A pair; its first half before a letter, before a pair and at the end, cut in a unit; its second half alone.
        let units: [UInt16] = [0xD83E, 0xDDED, 0xD83E, 0x61, 0xD83E, 0xD83E, 0xDDED, 0xDDED, 0xD83E]
        let bytes: [UInt8] =
            units.reduce(into: [0xFE, 0xFF]) { $0 += [UInt8($1 >> 8), UInt8($1 & 0xFF)] } + [0]
        var stream = UTF16Stream()
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            text += stream.utf8(of: Array(bytes[start..<min(start + size, bytes.count)]))
        }
        text += stream.finish()
        #expect(String(decoding: text, as: UTF8.self) == "🧭\u{FFFD}a\u{FFFD}🧭\u{FFFD}\u{FFFD}")
        #expect(stream.unreadable == 4)
    }

    @Test("may be GPX that declares another encoding and begins with blanks")
    func declared() {
        let body = #"<gpx><trk><name>Straße</name><trkseg><trkpt lat="1" lon="2"/></trkseg></trk></gpx>"#
        for encoding in ["UTF-16", "UTF-8", "windows-1252"] {
            for isBigEndian in [false, true] {
                let text = "\u{FEFF}\r\n <?xml version='1.0' encoding='\(encoding)'?>\n" + body
                let decoded = Decoded(Self.bytes(text, isBigEndian: isBigEndian))
                #expect(decoded.problem == nil && decoded.fixes.count == 1)
            }
        }
    }
}
