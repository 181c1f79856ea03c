import LocationModel
import Testing

@testable import NMEA

/// Each decoder with a real sentence, one with empty fields, a truncated one and a malformed one.
@Suite("Decoding")
struct SentenceTests {
    private func decode<Sentence>(
        _ text: String,
        _ make: (inout FieldCursor, Span<UInt8>) -> Sentence?
    ) throws -> Sentence {
        let bytes = [UInt8](NMEATests.sentence(text).utf8.dropLast(2))
        let frame = try SentenceFrame(bytes.span)
        let content = bytes.span.extracting(frame.fields)
        var fields = FieldCursor(content)
        let sentence = make(&fields, content)
        return try #require(sentence)
    }

    @Test("A sentence of a talker that has nothing to do with location is counted as unknown")
    func unknown() {
        let (_, statistics) = decoded([UInt8]((NMEATests.sentence("IIDBT,7.8,f,2.4,M,1.3,F")).utf8))
        #expect(statistics.sentences == 1 && statistics.unknownTypes == 1)
        #expect(statistics.malformedSentences == 0)
    }

    @Test("Bytes that continue where an earlier sentence ended are not mistaken for its last field")
    func recentText() {
        let text =
            "$GPGST,065500.*65$GPGST,065500.*::89,G3,2,2,G3,2.:,2,22: and more than thirty-two bytes behind"
        let (_, statistics) = decoded([UInt8](text.utf8), checksum: .ignored)
        #expect(statistics.sentences == 2 && statistics.malformedSentences == 2)
    }

    // MARK: GGA

    @Test("GGA reads position, quality, satellites, HDOP, altitude and geoid separation (u-blox F9K)")
    func gga() throws {
        let text = "GNGGA,021417.00,3725.58362,N,12205.61915,W,5,12,0.76,4.4,M,-30.0,M,0.0,2000"
        let gga = try decode(text) { Solution(gga: &$0, in: $1) }
        #expect(gga.time == TimeOfDay(nanoseconds: 8_057_000_000_000))
        #expect(gga.position?.coordinate.latitudeDegrees == 37 + 25.58362 / 60)
        #expect(gga.position?.coordinate.longitudeDegrees == -(122 + 5.61915 / 60))
        #expect(gga.position?.digits == 10)
        #expect(gga.quality == .rtkFloat)
        #expect(gga.satellitesUsed == 12 && gga.horizontalDilution == 0.76)
        #expect(gga.altitudeMeters == 4.4 && gga.geoidSeparationMeters == -30)
    }

    @Test("GGA without a solution has no quality (splosch)")
    func ggaEmpty() throws {
        let gga = try decode("GPGGA,,,,,,0,,,,,,,,") { Solution(gga: &$0, in: $1) }
        #expect(gga.time == nil && gga.position == nil && gga.quality == nil && gga.altitudeMeters == nil)
    }

    @Test(
        "GGA reads the quality from its indicator",
        arguments: [
            ("1", FixQuality.autonomous), ("2", .differential), ("3", .precise), ("4", .rtkFixed),
            ("5", .rtkFloat), ("6", .deadReckoning), ("7", .manual), ("8", .simulated), ("9", .differential),
            ("", .unknown),
        ]
    )
    func ggaQuality(_ indicator: String, _ expected: FixQuality) throws {
        let text = "GPGGA,120332,4221.3884,N,01322.0802,E,\(indicator),03,3.1,746.1,M,44.2,M,,"
        #expect(try decode(text) { Solution(gga: &$0, in: $1) }.quality == expected)
    }

    @Test("GGA with a malformed field beside a valid position keeps the position and counts the field")
    func ggaForgives() {
        let text = sentence("GPGGA,120332,4221.3884,N,01322.0802,E,1,0x3,3.1,7-6.1,M,44.2,M,,")
        let (epochs, statistics) = decoded([UInt8](text.utf8))
        #expect(epochs.fixes.map(\.horizontalDilution) == [3.1])
        #expect(epochs.fixes.first?.satellitesUsed == nil && epochs.fixes.first?.altitudeMeters == nil)
        #expect(statistics.malformedFields == 1 && statistics.malformedSentences == 0)
    }

    // MARK: RMC

    @Test("RMC reads date, position and motion (qtpositioning)")
    func rmc() throws {
        let text = "GPRMC,222437.000,A,2734.33926,S,15305.44310,E,33.9,157.8,030308,11.2,W,A"
        let rmc = try decode(text) { Solution(rmc: &$0, in: $1) }
        #expect(rmc.midnight?.date == CalendarDate(year: 2008, month: 3, day: 3))
        #expect(rmc.position?.coordinate.latitudeDegrees == -(27 + 34.33926 / 60))
        #expect(rmc.quality == .autonomous)
        #expect(rmc.speedMetersPerSecond == 33.9 * (1852.0 / 3600))
        #expect(rmc.courseDegrees == 157.8)
    }

    @Test(
        "RMC distinguishes a solution from none, and has the quality of its mode, if it states one",
        arguments: [
            ("A", "", FixQuality.unknown), ("V", "", nil), ("D", "", .differential), ("A", ",N", nil),
            ("A", ",R,V", .rtkFixed), ("A", ",E", .deadReckoning), ("A", ",D", .differential),
            ("A", ",M", .manual), ("A", ",P", .precise), ("A", ",S", .simulated),
        ] as [(String, String, FixQuality?)]
    )
    func rmcQuality(_ status: String, _ mode: String, _ expected: FixQuality?) throws {
        let text = "GPRMC,041312.000,\(status),4411.1,N,01210.2,E,0.0,0.0,150305,,\(mode)"
        #expect(try decode(text) { Solution(rmc: &$0, in: $1) }.quality == expected)
    }

    @Test(
        "RMC has years below 69 in this century, and ignores a malformed date beside a valid position",
        arguments: [
            ("150305", 2005), ("311268", 2068), ("010169", 1969), ("310695", nil), ("2208-1", nil),
            ("300225", nil), ("1503", nil), ("", nil),
        ] as [(String, Int?)]
    )
    func rmcDate(_ text: String, _ year: Int?) throws {
        let sentence = "GPRMC,120332,A,4221.3884,N,01322.0802,E,0.0,0.0,\(text),001.4,E"
        let rmc = try decode(sentence) { Solution(rmc: &$0, in: $1) }
        #expect(rmc.midnight?.date.year == year)
        #expect(rmc.position != nil)
    }

    @Test("RMC ignores a negative speed and a course above 360, and reads 360 as north")
    func rmcMotion() throws {
        for (course, degrees) in [("361", nil), ("360.0", 0)] as [(String, Double?)] {
            let text = "GPRMC,120332,A,4221.3884,N,01322.0802,E,-1.0,\(course),150305,,"
            let rmc = try decode(text) { Solution(rmc: &$0, in: $1) }
            #expect(rmc.speedMetersPerSecond == nil && rmc.courseDegrees == degrees)
        }
    }

    // MARK: GNS

    @Test("GNS uses the best mode of its systems (Ericsson GRU)")
    func gns() throws {
        let text = "GNGNS,213712.000,4111.59903,N,11156.54809,W,ADNN,13,0.93,01482.5,-016.5,,"
        let gns = try decode(text) { Solution(gns: &$0, in: $1) }
        #expect(gns.quality == .differential && gns.satellitesUsed == 13)
        #expect(gns.altitudeMeters == 1482.5 && gns.geoidSeparationMeters == -16.5)
    }

    @Test(
        "GNS accepts a solution of any system, and distinguishes single-system sentences from no solution",
        arguments: [
            ("GNGNS,213712.000,4111.59903,N,11156.54809,W,NA,05,1.93,01482.5,-016.5,,", true, true),
            ("GPGNS,213712.000,,,,,,05,,,,1.0,23", false, false),
            ("GNGNS,213712.000,,,,,NNN,00,99.99,,,,", false, true),
        ]
    )
    func gnsModes(_ text: String, _ hasQuality: Bool, _ statesQuality: Bool) throws {
        let gns = try decode(text) { Solution(gns: &$0, in: $1) }
        #expect((gns.quality != nil) == hasQuality)
        #expect(gns.statesQuality == statesQuality)
    }

    @Test(
        "GNS has the quality of its best mode, whatever their order",
        arguments: [
            ("NS", FixQuality.simulated), ("SM", .manual), ("ME", .deadReckoning), ("EA", .autonomous),
            ("AD", .differential), ("DP", .precise), ("PF", .rtkFloat), ("FR", .rtkFixed),
        ]
    )
    func gnsModes(_ modes: String, _ quality: FixQuality) throws {
        for modes in [modes, String(modes.reversed())] {
            let text = "GNGNS,213712.000,4111.59903,N,11156.54809,W,\(modes),05,1.93,01482.5,-016.5,,"
            #expect(try decode(text) { Solution(gns: &$0, in: $1) }.quality == quality)
        }
    }

    // MARK: GLL

    @Test(
        "GLL reads position and time, with or without the fields of later versions",
        arguments: [
            ("GPGLL,2734.33926,S,15305.44310,E,222437.000,A,A", FixQuality.autonomous, true),
            ("GPGLL,5209.7839,N,02048.4824,E,171248.00,A", .unknown, true),
            ("ECGLL,5956.123,N,01042.456,E", .unknown, false), ("GPGLL,,,,,,V,N", nil, false),
            ("GPGLL,4526.1,N,16709.1,E,225309,V", nil, true),
        ] as [(String, FixQuality?, Bool)]
    )
    func gll(_ text: String, _ quality: FixQuality?, _ hasTime: Bool) throws {
        let gll = try decode(text) { Solution(gll: &$0, in: $1) }
        #expect(gll.quality == quality)
        #expect((gll.time != nil) == hasTime)
    }

    // MARK: VTG, GSA

    @Test(
        "VTG reads true course and speed, in km/h if knots are missing",
        arguments: [
            ("GNVTG,65.13,T,52.07,M,0.028,N,0.053,K,D", 65.13, 0.028 * 1852 / 3600),
            ("GPVTG,,T,,M,,N,36.0,K", nil, 10), ("GPVTG,,T,,M,,N,,K,N", nil, nil),
        ] as [(String, Double?, Double?)]
    )
    func vtg(_ text: String, _ course: Double?, _ speed: Double?) throws {
        let vtg = try decode(text) { VTG(&$0, in: $1) }
        #expect(vtg.courseDegrees == course)
        #expect(vtg.speedMetersPerSecond.map { ($0 * 1e9).rounded() } == speed.map { ($0 * 1e9).rounded() })
    }

    @Test("GSA reads mode and dilutions, of NMEA 4.1 and of short sentences")
    func gsa() throws {
        let full = try decode("GNGSA,A,3,17,02,06,28,12,13,15,24,19,,,,1.48,0.76,1.27,1") { GSA(&$0, in: $1) }
        #expect(full.mode == 3 && full.horizontalDilution == 0.76 && full.verticalDilution == 1.27)
        let short = try decode("GPGSA,A,2,01,03,,14,,,,,,,,,3.1,3.1,") { GSA(&$0, in: $1) }
        #expect(short.mode == 2 && short.horizontalDilution == 3.1 && short.verticalDilution == nil)
        let empty = try decode("GPGSA,A,1,,,,,,,,,,,,,,,") { GSA(&$0, in: $1) }
        #expect(empty.mode == 1 && empty.horizontalDilution == nil)
    }

    // MARK: ZDA

    @Test(
        "ZDA reads the date with its century, and none if it is empty or impossible",
        arguments: [
            ("GPZDA,000000.69,06,12,2018,,", CalendarDate(year: 2018, month: 12, day: 6)),
            ("GPZDA,095559,,,,00,", nil), ("GPZDA,183531.00,31,02,2007,00,00", nil),
        ]
    )
    func zda(_ text: String, _ date: CalendarDate?) throws {
        #expect(try decode(text) { ZDA(&$0, in: $1) }.date == date)
    }

    // MARK: All

    @Test(
        "A sentence that is truncated or has an impossible value is counted as malformed, and gives nothing",
        arguments: [
            "GPGGA,120332,4221.3884,N,01322.0802,E", "GPGLL,5209.7839,N,02048",
            "GPGGA,120332,4261.3884,N,01322.0802,E,1,03,3.1,746.1,M,44.2,M,,",
            "GPGGA,120332,4221.3884,X,01322.0802,E,1,03,3.1,746.1,M,44.2,M,,",
            "GPGGA,120332,4221.3884,N,01322.0802,,1,03,3.1,746.1,M,44.2,M,,",
            "GPGGA,120332,4221.3884,N,18100.0802,E,1,03,3.1,746.1,M,44.2,M,,",
            "GPGGA,12:332,4221.3884,N,01322.0802,E,1,03,3.1,746.1,M,44.2,M,,",
            "GPGGA,250332,4221.3884,N,01322.0802,E,1,03,3.1,746.1,M,44.2,M,,",
            "GPGGA,120332,4221.38.84,N,01322.0802,E,1,03,3.1,746.1,M,44.2,M,,",
            "GPGGA,120332,4221.3884,N,01322.0802,E,x,03,3.1,746.1,M,44.2,M,,",
            "GPRMC,120332,A,4221.3884,N,01322.0802,E,000.0,000.0",
            "GPRMC,120332,,4221.3884,N,01322.0802,E,000.0,000.0,150305,001.4,E",
            "GPRMC,1203320,A,4221.3884,N,01322.0802,E,000.0,000.0,150305,001.4,E",
            "GNGNS,213712.000,4111.59903,N,11156.54809,W",
            "GNGNS,213712.000,4199.9,N,11156.5,W,AA,13,0.9,1,2,,",
            "GPGLL,5209.7839,A,02048.4824,E,171248.00,A", "GPGLL,5209.78,N,02048.48,E,noon,A",
            "GPVTG,309.62,T,,M", "GPVTG,309.62,,0.13,,1.2,x,4", "GPGSA,A", "GPGSA,A,4,01,03", "GPGSA,A,x,01",
            "GPGST,235959.69,0.50", "GPGST,2a,1,1,1,1,1,1,1", "GPGBS,194926.00,3.0",
            "GPGBS,199926.00,3.0,1,1", "GPZDA,095559,06", "GPZDA,096059,06,12,2018,,",
            "GPHDT", "GPHDT,361.0,T", "GPHDT,-1.0,T", "GPHDT,north,T", "IIHDM,400,M", "IIHDM,1x,M",
            "HCHDG,100.0", "HCHDG,100.0,2.0,E", "HCHDG,100.0,2.0,X,5.0,E", "HCHDG,100.0,2.0,,5.0,E",
            "HCHDG,100.0,200.0,E,5.0,E", "HCHDG,100.0,2.0,E,181.0,W", "HCHDG,100.0,2.0,E,5.0",
            "GNTHS,12.0", "GNTHS,12.0,X", "GNTHS,999.0,A",
            "PASHR,204132.000,361.0,T,0,0,0,0,0,0,1,0", "PASHR,204132.000,010.51,T,0",
            "GPDTM,,", "GPDTM,999,,0.08,X,0.07,E,,W84", "GPDTM,999,,0.08,N,70.0,E,,W84",
            "GPDTM,999,,0.08,N,x,E,,W84",
            "PUBX,00,120000.00,5230.0,N", "PUBX,00,120000.00,5230.0,N,01300.0,E,50.0,X9,1,1",
            "PUBX,00,126000.00,5230.0,N,01300.0,E,50.0,G3,1,1,1,1,1,,1,1,1,9,0,0",
            "PSRFEPE,05323x,A,1,1,1", "PSRFEPE,053232,A",
        ]
    )
    func refused(_ text: String) {
        let (epochs, statistics) = decoded([UInt8](NMEATests.sentence(text).utf8))
        #expect(statistics.malformedSentences + statistics.malformedAddresses == 1)
        #expect(epochs.fixes.isEmpty && statistics.headings == 0)
    }
}
