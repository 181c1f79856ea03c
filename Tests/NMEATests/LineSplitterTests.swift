import NMEA
import Testing

@Suite("A line splitter")
struct LineSplitterTests {
    private func pieces(of text: String) -> [String] {
        var splitter = LineSplitter()
        var pieces: [String] = []
        func add(_ piece: Span<UInt8>) {
            if piece.count > LineSplitter.limit {
                pieces.append(piece[0] == UInt8(ascii: "$") ? "<long sentence>" : "<long>")
            } else {
                pieces.append(String(decoding: piece.indices.map { piece[$0] }, as: UTF8.self))
            }
        }
        let bytes = [UInt8](text.utf8)
        splitter.split(bytes.span) { add($0) }
        splitter.finish { add($0) }
        let whole = pieces
        pieces = []
        var apart = LineSplitter()
        for byte in bytes { apart.split([byte].span) { add($0) } }
        apart.finish { add($0) }
        #expect(pieces == whole, "also if each byte comes alone")
        return whole
    }

    @Test(
        "splits at line feeds and before every dollar sign",
        arguments: [
            ("$A*1\r\n$B*2\r\n", ["$A*1\r", "$B*2\r"]), ("$A*1\n\n$B*2", ["$A*1", "", "$B*2"]),
            ("$GPGSV,4*1E$GPRMC,1*22\r\n", ["$GPGSV,4*1E", "$GPRMC,1*22\r"]),
            ("$$GAGSV,1*22\n", ["$", "$GAGSV,1*22"]),
            ("\\s:r1,c:5*22\\$GPGGA,1*22\n", ["\\s:r1,c:5*22\\", "$GPGGA,1*22"]),
            ("\u{1}\u{2}junk$GPGGA,1*22\n", ["\u{1}\u{2}junk", "$GPGGA,1*22"]), ("", []),
        ]
    )
    func cuts(_ stream: String, _ expected: [String]) {
        #expect(pieces(of: stream) == expected)
    }

    @Test("skips a piece that is too long and finds the next sentence, on the same line or not")
    func passesOverLong() {
        let long = String(repeating: "x", count: 300)
        let atLimit = "$" + String(repeating: "x", count: LineSplitter.limit - 1)
        let stream = "$\(long)\n\(long)$A\n\(atLimit)\n\(atLimit)x\n$B\n"
        #expect(pieces(of: stream) == ["<long sentence>", "<long>", "$A", atLimit, "<long sentence>", "$B"])
    }
}
