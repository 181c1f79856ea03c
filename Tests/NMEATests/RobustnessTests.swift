import LocationModel
import NMEA
import RouteSimulator
import Testing

@Suite("Any bytes at all")
struct RobustnessTests {
    @Test(
        "are decoded without a trap, into values within their ranges",
        arguments: 1...4 as ClosedRange<UInt64>
    )
    func mutations(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var decoder = NMEADecoder(closesPromptly: seed.isMultiple(of: 2))
        var broken: [Fix] = []
        var fixes = 0
        let check = { (epoch: Epoch) in
            guard case .fix(let fix) = epoch else { return }
            fixes += 1
            if !isSound(fix) { broken.append(fix) }
        }
        for line in 0..<10_000 {
            decoder.decode(SentenceMutants.next(&generator).span, check)
            if line.isMultiple(of: 97) { decoder.flush { epoch, _ in check(epoch) } }
        }
        decoder.finish(check)
        #expect(fixes > 100)
        #expect(broken == [])
    }

    @Test("at random are only counted", arguments: [ChecksumRule.required, .optional, .ignored])
    func noise(_ rule: ChecksumRule) {
        var generator = SeededGenerator(seed: 7)
        var decoder = NMEADecoder(checksumRule: rule)
        var bytes = (0..<50_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        decoder.decode(bytes.span) { _ in }
        bytes = (0..<50_000).map { _ in
            [UInt8]("$GPRMC,0123456789.-*\n".utf8).randomElement(using: &generator) ?? 0
        }
        decoder.decode(bytes.span) { _ in }
        decoder.finish { _ in }
        #expect(decoder.statistics.bytes == 100_000)
        #expect(decoder.statistics.fixes == 0)
    }

    @Test("that continue where an earlier sentence ended are not mistaken for its last field")
    func recentText() {
        let text =
            "$GPGST,065500.*65$GPGST,065500.*::89,G3,2,2,G3,2.:,2,22: and more than thirty-two bytes behind"
        let (_, statistics) = decoded([UInt8](text.utf8), checksum: .ignored)
        #expect(statistics.sentences == 2 && statistics.malformedSentences == 2)
    }

    @Test("between sentences do not prevent decoding the next one")
    func resynchronises() {
        let good = sentence("GPRMC,222437.000,A,2734.33926,S,15305.44310,E,33.9,157.8,030308,11.2,W,A")
        let garbage = "\u{0}\u{1}$GPGGA,0213$$$,*\r" + String(repeating: "~", count: 5000)
        let (epochs, statistics) = decoded([UInt8]((garbage + good).utf8))
        #expect(epochs.fixes.count == 1)
        #expect(statistics.sentences == 1)
    }

    private func isSound(_ fix: Fix) -> Bool {
        let numbers = [
            fix.altitudeMeters, fix.geoidSeparationMeters, fix.speedMetersPerSecond, fix.courseDegrees,
            fix.horizontalDilution, fix.accuracy?.vertical68Meters,
        ]
        guard numbers.allSatisfy({ $0?.isFinite ?? true }), fix.speedMetersPerSecond ?? 0 >= 0,
            (0..<360).contains(fix.courseDegrees ?? 0), fix.accuracy?.vertical68Meters ?? 1 > 0
        else { return false }
        guard let accuracy = fix.accuracy else { return true }
        return accuracy.horizontal68Meters > 0 && accuracy.horizontal95Meters > accuracy.horizontal68Meters
            && accuracy.horizontal95Meters.isFinite
    }
}
