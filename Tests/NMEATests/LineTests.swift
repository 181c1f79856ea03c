import RouteSimulator
import TestSupport
import Testing

@testable import NMEA

@Suite("A line")
struct LineTests {
    private static let alphabet = [UInt8]("AZ09.,,,,-*$%! \r\u{1}\u{FF}".utf8)

    /// Returns bytes that mostly form a sentence, a line end and more bytes.
    private func text(of length: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        let isPlain = Bool.random(using: &generator)
        var text = [UInt8(ascii: "$")]
        while text.count < length {
            let usual = UInt8(ascii: "%")...UInt8(ascii: "~")
            text.append(
                isPlain
                    ? UInt8.random(in: usual, using: &generator)
                    : Self.alphabet.randomElement(using: &generator) ?? 0
            )
        }
        return text
    }

    /// Returns the content of a line, with its columns combined.
    private func content(of line: Line) -> [UInt64] {
        [line.commas.early, line.commas.late, UInt64(line.sum.foldedByte), UInt64(line.textEnd)]
    }

    @Test("has the same content whether it is scanned in blocks or byte by byte", arguments: 1...140)
    func steps(length: Int) {
        var generator = SeededGenerator(seed: UInt64(length))
        var usual = 0
        for ending in ["\r\n", "\n", "$", "\r$"] {
            for start in [0, 1, 7, 64] {
                let text = text(of: length, &generator)
                let bytes =
                    [UInt8](repeating: UInt8(ascii: ","), count: start) + text + [UInt8](ending.utf8)
                    + [UInt8](repeating: UInt8(ascii: ","), count: 150)
                guard let line = Line(usualFrom: start, in: bytes.span) else { continue }
                usual += 1
                // It ends at the first line feed or `$`, and its text before a carriage return.
                let end = bytes[(start + 1)...].firstIndex {
                    $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "$")
                }
                #expect(line.range == start..<(end ?? bytes.count))
                #expect(content(of: line) == content(of: Line(line.range, in: bytes.span)))
                #expect(bytes[(start + 1)..<line.textEnd].allSatisfy { $0 > UInt8(ascii: "$") })
            }
        }
        #expect(usual > 0 || length > 126)
    }

    @Test("is not scanned in blocks if there may be too few bytes")
    func tooFew() {
        let bytes = [UInt8]("$GPGLL,1*00\r\n".utf8) + [UInt8](repeating: 0, count: 200)
        for count in 0..<129 { #expect(Line(usualFrom: 0, in: bytes.span.extracting(0..<count)) == nil) }
        #expect(Line(usualFrom: 0, in: bytes.span.extracting(0..<129))?.range == 0..<12)
    }

    @Test(
        "has the same frame when it is parsed as a usual sentence and as any sentence",
        arguments: 1...20 as ClosedRange<UInt64>
    )
    func frames(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var usual = 0
        for _ in 0..<500 {
            var bytes = [UInt8](sentence("GPGLL,4916.45,N,12311.12,W,225444,A").utf8.dropLast())
            // Often one or two characters are replaced, sometimes in the checksum or the address.
            for _ in 0..<Int.random(in: 0...2, using: &generator) {
                let index = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[index] = Self.alphabet.randomElement(using: &generator) ?? 0
            }
            let line = Line(0..<bytes.count, in: bytes.span)
            guard let frame = SentenceFrame(usual: line, in: bytes.span) else { continue }
            usual += 1
            #expect((try? SentenceFrame(any: line, in: bytes.span, checksum: .required)) == frame)
        }
        #expect(usual > 50)
    }
}
