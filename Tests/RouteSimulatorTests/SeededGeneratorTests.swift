import Testing

@testable import RouteSimulator

@Suite("The seeded generator")
struct SeededGeneratorTests {
    @Test("gives the published numbers of SplitMix64")
    func publishedNumbers() {
        var generator = SeededGenerator(seed: 1_234_567)
        #expect(
            (0..<5).map { _ in generator.next() } == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ]
        )
    }

    @Test("draws normal deviates with mean 0 and deviation 1, a third of them beyond 1")
    func normalDeviates() {
        var generator = SeededGenerator(seed: 7)
        let drawn = (0..<20_000).map { _ in generator.normal() }
        let mean = drawn.reduce(0, +) / Double(drawn.count)
        let variance = drawn.reduce(0) { $0 + $1 * $1 } / Double(drawn.count)
        let beyond = Double(drawn.count { abs($0) > 1 }) / Double(drawn.count)
        #expect(abs(mean) < 0.02)
        #expect(abs(variance - 1) < 0.03)
        #expect(abs(beyond - 0.317) < 0.01)
    }
}
