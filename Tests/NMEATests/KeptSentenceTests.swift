import LocationModel
import NMEA
import RouteSimulator
import TestSupport
import Testing

@Suite("From random sentences, the decoder")
struct KeptSentenceTests {
    @Test("makes what it made when that was kept", arguments: 1...12 as ClosedRange<UInt64>)
    func receiver(seed: UInt64) throws {
        var receiver = RandomReceiver(seed: seed)
        try check(seed, count: 6000, "receiver-\(seed).txt") { _ in [UInt8](receiver.next().utf8) }
    }

    @Test("makes what it made from damaged ones", arguments: 1...6 as ClosedRange<UInt64>)
    func damaged(seed: UInt64) throws {
        try check(seed, count: 6000, "damaged-\(seed).txt") { SentenceMutants.next(&$0) }
    }

    /// Compares what a decoder makes of `count` sentences, which come in pieces of any length.
    private func check(
        _ seed: UInt64,
        count: Int,
        _ name: String,
        next: (inout SeededGenerator) -> [UInt8]
    ) throws {
        var generator = SeededGenerator(seed: seed)
        let rules: [ChecksumRule] = [.required, .optional, .ignored]
        let isLive = seed.isMultiple(of: 2)
        var decoder = NMEADecoder(
            checksumRule: rules[Int(seed % 3)],
            closesPromptly: isLive,
            dates: seed.isMultiple(of: 4)
                ? .live(clock: UTCInstant(secondsSince1970: 1_800_000_000)) : .asRecorded
        )
        var lines: [String] = []
        var bytes: [UInt8] = []
        for index in 1...count {
            bytes += next(&generator)
            lines.append(String(decoding: bytes, as: UTF8.self))
            let length = Int.random(in: 0...bytes.count, using: &generator)
            let piece = Array(bytes[..<length])
            bytes.removeFirst(length)
            let note = { (epoch: Epoch, time: TimeOfDay?) in lines.append(stableText((epoch, time))) }
            decoder.decode(piece.span, headings: { lines.append(stableText($0)) }, note)
            lines.append("open \(decoder.hasOpenEpoch)")
            if isLive, generator.next() % 16 == 0 {
                decoder.flush { epoch, time in lines.append("flushed \(stableText((epoch, time)))") }
            }
            if index.isMultiple(of: 20) { lines.append(stableText(decoder.statistics)) }
        }
        decoder.finish(headings: { lines.append(stableText($0)) }, { lines.append(stableText(($0, $1))) })
        lines.append(stableText(decoder.statistics))
        try KeptText.check(lines, "Sentences/\(name)", inFull: 0)
    }
}
