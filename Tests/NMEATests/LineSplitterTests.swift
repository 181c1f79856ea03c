import NMEA
import RouteSimulator
import Testing

@Suite("A line splitter")
struct LineSplitterTests {
    private func pieces(of bytes: [UInt8], _ nextSize: () -> Int = { .max }) -> [String] {
        var splitter = LineSplitter()
        var pieces: [String] = []
        var start = 0
        while start < bytes.count {
            let end = start + min(nextSize(), bytes.count - start)
            let chunk = Array(bytes[start..<end])
            var offset = 0
            while let piece = splitter.next(in: chunk.span, from: &offset) {
                switch piece {
                case .chunk(let line): pieces.append(String(decoding: chunk[line], as: UTF8.self))
                case .carried: pieces.append(String(decoding: splitter.carried, as: UTF8.self))
                case .tooLong(let isSentence): pieces.append(isSentence ? "<long sentence>" : "<long>")
                }
            }
            start = end
        }
        switch splitter.finish() {
        case .carried: pieces.append(String(decoding: splitter.carried, as: UTF8.self))
        case .tooLong(let isSentence): pieces.append(isSentence ? "<long sentence>" : "<long>")
        case .chunk, nil: break
        }
        return pieces
    }

    @Test(
        "splits at line feeds and before every dollar sign",
        arguments: [
            ("$A*1\r\n$B*2\r\n", ["$A*1\r", "$B*2\r"]),
            ("$A*1\n\n$B*2", ["$A*1", "", "$B*2"]),
            ("$GPGSV,4*1E$GPRMC,1*22\r\n", ["$GPGSV,4*1E", "$GPRMC,1*22\r"]),
            ("$$GAGSV,1*22\n", ["$", "$GAGSV,1*22"]),
            ("\\s:r1,c:5*22\\$GPGGA,1*22\n", ["\\s:r1,c:5*22\\", "$GPGGA,1*22"]),
            ("\u{1}\u{2}junk$GPGGA,1*22\n", ["\u{1}\u{2}junk", "$GPGGA,1*22"]),
            ("", []),
        ]
    )
    func cuts(_ stream: String, _ expected: [String]) {
        #expect(pieces(of: [UInt8](stream.utf8)) == expected)
    }

    @Test("skips a piece that is too long and finds the next sentence, on the same line or not")
    func passesOverLong() {
        let long = String(repeating: "x", count: 300)
        let atLimit = "$" + String(repeating: "x", count: LineSplitter.limit - 1)
        let stream = "$\(long)\n\(long)$A\n\(atLimit)\n\(atLimit)x\n$B\n"
        #expect(
            pieces(of: [UInt8](stream.utf8)) == [
                "<long sentence>", "<long>", "$A", atLimit, "<long sentence>", "$B",
            ]
        )
    }

    @Test(
        "returns the same pieces however the stream is cut into chunks",
        arguments: 1...20 as ClosedRange<UInt64>
    )
    func chunkingMakesNoDifference(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let alphabet = [UInt8]("$\n\rABC,*\u{0}".utf8)
        var bytes: [UInt8] = []
        for _ in 0..<40 {
            let length = Bool.random(using: &generator) ? Int.random(in: 0...20, using: &generator) : 260
            for _ in 0..<length {
                // Long runs without a line end, so that the limit is crossed inside and between chunks.
                let letter =
                    length == 260 ? UInt8(ascii: "y") : alphabet.randomElement(using: &generator) ?? 0
                bytes.append(letter)
            }
        }
        let whole = pieces(of: bytes)
        #expect(pieces(of: bytes) { 1 } == whole)
        #expect(pieces(of: bytes) { Int.random(in: 1...50, using: &generator) } == whole)
    }

    @Test("stores at most one piece of the largest size, whatever it is fed")
    func boundedMemory() {
        var splitter = LineSplitter()
        let chunk = [UInt8](repeating: UInt8(ascii: "z"), count: 10_000)
        for _ in 0..<10 {
            var offset = 0
            while splitter.next(in: chunk.span, from: &offset) != nil {}
            #expect(splitter.carried.count <= LineSplitter.limit)
        }
    }
}
