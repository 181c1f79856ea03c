import LocationModel
import NMEA
import Testing

@Suite("A heading")
struct HeadingTests {
    private func headings(_ text: String) -> (found: [Heading], statistics: DecodeStatistics) {
        var decoder = NMEADecoder()
        var found: [Heading] = []
        let bytes = [UInt8](text.utf8)
        decoder.decode(bytes.span, headings: { found.append($0) }, { _, _ in })
        decoder.finish(headings: { found.append($0) }, { _, _ in })
        return (found, decoder.statistics)
    }

    @Test(
        "adds easterly and subtracts westerly deviation and variation",
        arguments: [
            ("HCHDG,100.0,2.0,E,5.0,E", 102, 107), ("HCHDG,100.0,2.0,W,5.0,E", 98, 103),
            ("HCHDG,100.0,2.0,E,5.0,W", 102, 97), ("HCHDG,100.0,2.0,W,5.0,W", 98, 93),
            ("HCHDG,359.0,2.0,E,5.0,E", 1, 6), ("HCHDG,1.0,2.0,W,5.0,W", 359, 354),
            ("HCHDG,98.3,0.0,E,12.6,W", 98.3, 85.7), ("HCHDG,98.3,,,12.6,W", 98.3, 85.7),
            ("HCHDG,360.0,,,,", 0, nil), ("HCHDG,0.0,,,,", 0, nil), ("HCHDG,180.0,180.0,W,180.0,W", 0, 180),
            ("IIHDG,100.0,2.0,E,,", 102, nil), ("HCHDM,238.5,M", 238.5, nil),
            ("GPHDT,274.07,T", nil, 274.07), ("HEHDT,360.0,T", nil, 0), ("GNTHS,244.28,A", nil, 244.28),
        ] as [(String, Double?, Double?)]
    )
    func angles(_ body: String, _ magnetic: Double?, _ degrees: Double?) throws {
        let (found, statistics) = headings(sentence(body))
        let heading = try #require(found.first)
        #expect(heading.magneticDegrees == magnetic)
        #expect(heading.trueDegrees.map { ($0 * 1e9).rounded() } == degrees.map { ($0 * 1e9).rounded() })
        #expect(found.count == 1 && statistics.headings == 1 && statistics.unknownTypes == 0)
    }

    @Test(
        "of THS has its origin, and is missing if it is invalid",
        arguments: [
            ("A", Heading.Origin.measured), ("E", .estimated), ("M", .manual), ("S", .simulated),
            ("V", nil), ("", nil),
        ] as [(String, Heading.Origin?)]
    )
    func origin(_ mode: String, _ expected: Heading.Origin?) {
        #expect(headings(sentence("GNTHS,77.2,\(mode)")).found.map(\.origin) == (expected.map { [$0] } ?? []))
    }

    @Test(
        "unknown to the talker is missing, without a malformed sentence (Hemisphere, multiplexers)",
        arguments: [
            "GPHDT,,T", "IIHDM,,M", "HCHDG,,,,,", "HCHDG,,,,5.0,E", "GNTHS,,V", "GNTHS,,A",
            "PASHR,,,T,,,,,,,0,0", "PASHR,204132.000,,T,,,,,,0.000,0,0", "PASHR,POS,1,10,204132.0,4717.1,N",
        ]
    )
    func empty(_ body: String) {
        let (found, statistics) = headings(sentence(body))
        #expect(found == [] && statistics.malformedSentences == 0 && statistics.sentences == 1)
    }

    @Test("has the accuracy that only PASHR states (Ashtech, NovAtel)")
    func accuracy() throws {
        let (found, statistics) = headings(
            sentence("PASHR,204132.000,010.51,T,+00.39,-00.79,-00.84,0.151,0.075,0.555,1,0")
        )
        let heading = try #require(found.first)
        #expect(heading.trueDegrees == 10.51 && heading.accuracyDegrees == 0.555)
        #expect(heading.origin == .measured && found.count == 1 && statistics.malformedSentences == 0)
        #expect(headings(sentence("HEHDT,10.51,T")).found.map(\.accuracyDegrees) == [nil])
        let zero = headings(sentence("PASHR,204132.000,010.51,T,0.0,0.0,0.0,0.000,0.000,0.000,1,0"))
        #expect(zero.found.map(\.accuracyDegrees) == [nil])
    }

    @Test("of a magnetic compass becomes true with the variation of RMC or of another compass")
    func variation() {
        func rmc(_ variation: String) -> String {
            sentence("GPRMC,120000,A,5230.0000,N,01300.0000,E,10.0,90.0,150624,\(variation),A")
        }
        let hdm = sentence("HCHDM,100.0,M")
        #expect(headings(hdm + rmc("4.5,E") + hdm).found.map(\.trueDegrees) == [nil, 104.5])
        #expect(headings(hdm + rmc("4.5,W") + hdm).found.map(\.trueDegrees) == [nil, 95.5])
        #expect(headings(hdm + rmc("0.0,E") + hdm).found.map(\.trueDegrees) == [nil, nil])
        #expect(headings(hdm + rmc(",") + hdm).found.map(\.trueDegrees) == [nil, nil])
        let hdg = sentence("HCHDG,100.0,,,3.0,W")
        #expect(headings(hdg + hdm).found.map(\.trueDegrees) == [97, 97])
        let bare = sentence("HCHDG,100.0,1.0,E,,")
        #expect(headings(bare + rmc("4.5,E") + bare).found.map(\.trueDegrees) == [nil, 105.5])
    }
}
