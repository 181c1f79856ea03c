import LocationModel
import NMEA
import Testing

@Suite("Any bytes at all")
struct RobustnessTests {
    private static let seeds = [
        "GNGGA,021417.00,3725.58362,N,12205.61915,W,5,12,0.76,4.4,M,-30.0,M,0.0,2000",
        "GPRMC,222437.000,A,2734.33926,S,15305.44310,E,33.9,157.8,030308,11.2,W,A",
        "GNGNS,213712.000,4111.59903,N,11156.54809,W,ADNN,13,0.93,01482.5,-016.5,,",
        "GPGLL,2734.33926,S,15305.44310,E,222437.000,A,A",
        "GNVTG,65.13,T,52.07,M,0.028,N,0.053,K,D",
        "GNGSA,A,3,17,02,06,28,12,13,15,24,19,,,,1.48,0.76,1.27,1",
        "GPGST,235959.69,0.50,0.225,0.183,2,0.225,0.183,0.465",
        "GPGBS,194926.00,3.0,1.9,4.2,,,,",
        "GPZDA,000000.69,06,12,2018,,",
        "HEHDT,274.07,T",
        "HCHDG,98.3,2.0,E,12.6,W",
        "HCHDM,238.5,M",
        "GNTHS,77.52,E",
        "GPDTM,999,,0.08,N,0.07,E,-47.7,W84",
        "PGRME,9.2,M,15.0,M,12.6,M",
        "PSRFEPE,222437.000,A,1.2,5.77,12.97,1.2,180.0",
        "PUBX,00,222437.00,2734.33926,S,15305.44310,E,50.0,D3,1.5,2.0,1.0,2.0,0,,0.9,1.1,0.7,9,0,0",
    ].map { [UInt8]($0.utf8) }

    /// Returns one of the seeds with a few bytes replaced, doubled or removed, often with a valid checksum.
    private func mutant(_ generator: inout SeededGenerator) -> [UInt8] {
        let interesting = [UInt8]("0199-.,*$\n\rNSEW".utf8) + [0, 255]
        var body = Self.seeds.randomElement(using: &generator) ?? []
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            let index = Int.random(in: 0..<max(1, body.count), using: &generator)
            guard index < body.count else { continue }
            switch Int.random(in: 0...4, using: &generator) {
            case 0: body[index] = UInt8.random(in: 0...255, using: &generator)
            case 1: body.remove(at: index)
            case 2: body.insert(body[index], at: index)
            case 3: body.removeLast(body.count - index)
            default: body[index] = interesting.randomElement(using: &generator) ?? 0
            }
        }
        let isSealed = Int.random(in: 0...9, using: &generator) > 0
        let checksum = isSealed ? body.reduce(0, ^) : 0
        let digits = [UInt8]("0123456789ABCDEF".utf8)
        let end = [
            UInt8(ascii: "*"), digits[Int(checksum >> 4)], digits[Int(checksum & 15)], UInt8(ascii: "\n"),
        ]
        return [UInt8(ascii: "$")] + body + end
    }

    @Test(
        "are decoded without a trap, into values within their ranges",
        arguments: 1...10 as ClosedRange<UInt64>
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
            decoder.decode(mutant(&generator).span, check)
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
        var bytes = (0..<200_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        decoder.decode(bytes.span) { _ in }
        bytes = (0..<200_000).map { _ in
            [UInt8]("$GPRMC,0123456789.-*\n".utf8).randomElement(using: &generator) ?? 0
        }
        decoder.decode(bytes.span) { _ in }
        decoder.finish { _ in }
        #expect(decoder.statistics.bytes == 400_000)
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
