import LocationModel
import NMEA
import Testing

/// Returns a TAG block with its checksum, from the text between the backslash and the `*`.
///
/// The line end of a sentence is one `Character`.
func tagBlock(_ body: String) -> String { "\\" + sentence(body).dropFirst().dropLast() + "\\" }

@Suite("A TAG block")
struct TagBlockTests {
    private let gga = NMEATests.gga("235959")
    private let next = NMEATests.gga("000000")

    private func times(_ stream: String) -> [String?] { epochs(of: stream).map { $0.fix?.time?.description } }

    @Test(
        "gives the date to sentences without one, in seconds or milliseconds",
        arguments: [
            "c:1577836799", "s:GPS1,c:1577836801", "c:1577836799250,s:x", "c:1577800000",
            "g:1-2-7,c:1577836799",
        ]
    )
    func day(_ body: String) {
        #expect(times(tagBlock(body) + gga + next) == ["2019-12-31T23:59:59Z", "2020-01-01T00:00:00Z"])
    }

    @Test("gives the day also after a gap of days, and the time to a position without one")
    func time() {
        let days = tagBlock("c:1577836799") + gga + tagBlock("c:1578009600") + next
        #expect(times(days) == ["2019-12-31T23:59:59Z", "2020-01-03T00:00:00Z"])
        let gll = sentence("ECGLL,5956.123,N,01042.456,E")
        let stream = tagBlock("c:1577836800") + gll + tagBlock("c:1577836801500") + gll + gll
        #expect(times(stream) == ["2020-01-01T00:00:00Z", "2020-01-01T00:00:01.500Z", nil])
    }

    @Test(
        "with a wrong or missing checksum is counted and ignored, and is none without an end",
        arguments: [
            "\\c:1577836799*00\\", "\\c:1577836799\\", "\\\\", "\\*00\\", "\\c:1577836799*6\\",
            "\\c:1577836799*47",
        ]
    )
    func malformed(_ block: String) {
        let (epochs, statistics) = decoded([UInt8]((block + gga).utf8))
        let hasEnd = block.hasSuffix("\\")
        #expect(epochs.fixes.map(\.time) == [nil] && statistics.tagBlocks == 0)
        #expect(statistics.malformedTagBlocks == (hasEnd ? 1 : 0))
        #expect(statistics.otherLines == (hasEnd ? 0 : 1))
    }

    @Test(
        "with an invalid time is a block without a time",
        arguments: [
            "c:", "c:x", "c:-5", "c:0", "c:12.5", "c:99999999999999999999", "c:9223372036855", "cc:5", "c",
            "x",
        ]
    )
    func noTime(_ body: String) {
        let (epochs, statistics) = decoded([UInt8]((tagBlock(body) + gga).utf8))
        #expect(epochs.fixes.map(\.time) == [nil])
        #expect(statistics.tagBlocks == 1)
    }

    @Test("may follow another block or a time stamp, and may precede an encapsulated sentence")
    func several() {
        let both = tagBlock("g:1-2-1234") + tagBlock("s:a,c:1577836799")
        #expect(times(both + gga) == ["2019-12-31T23:59:59Z"])
        #expect(times("2020-01-01 " + both + gga) == ["2019-12-31T23:59:59Z"])
        let vdm = "!AIVDM,1,1,,B,177KQJ5000G?tO`K>RA1wUbN0TKH,0*5C\r\n"
        let (_, statistics) = decoded([UInt8]((both + vdm + both + "!AIVDM,1*00\r\n").utf8))
        #expect(statistics.tagBlocks == 4 && statistics.sentences == 1 && statistics.unknownTypes == 1)
        #expect(statistics.checksumMismatches == 1 && statistics.otherLines == 0)
    }
}
