import LocationModel
import NMEA
import RouteSimulator
import Testing

@Suite("The simulator's output")
struct RoundTripTests {
    @Test("is decoded to the simulated epochs", arguments: [0.5, 1, 10])
    func readBack(hertz: Double) throws {
        let scenario = try #require(Scenario.named("short-trip"))
        let simulated = Array(scenario.epochs(at: try #require(EpochRate(hertz: hertz)), seed: 4))
        let writer = NMEAWriter()
        var decoder = NMEADecoder()
        var read: [Epoch] = []
        for epoch in simulated {
            for sentence in writer.sentences(for: epoch) {
                let bytes = Array(sentence.utf8)
                decoder.decode(bytes.span) { read.append($0) }
            }
        }
        decoder.finish { read.append($0) }

        // Without a time, a receiver's epochs cannot be told apart.
        let timed = simulated.filter(\.isTimeKnown)
        let readTimed = read.filter { if case .noFix(nil, _) = $0 { false } else { true } }
        #expect(readTimed.count == timed.count)
        for (simulated, read) in zip(timed, readTimed) {
            guard let solution = simulated.solution else {
                guard case .noFix(simulated.time, _) = read else {
                    Issue.record("\(read) at \(simulated.time)")
                    continue
                }
                continue
            }
            guard case .fix(let fix) = read else {
                Issue.record("no fix at \(simulated.time)")
                continue
            }
            #expect(fix.time == simulated.time)
            #expect(fix.coordinate.distanceMeters(to: solution.coordinate) < 0.02)
            #expect(fix.mode == .threeDimensional)
            #expect(fix.quality == .autonomous)
            #expect(fix.satellitesUsed == solution.satellitesUsed)
            #expect(fix.accuracy?.source == .standardDeviations)
            #expect(abs((fix.altitudeMeters ?? 0) - solution.altitudeMeters) <= 0.051)
            #expect(abs((fix.speedMetersPerSecond ?? -1) - solution.speedMetersPerSecond) < 0.001)
            #expect((fix.courseDegrees == nil) == (solution.courseDegrees == nil))
        }
        #expect(decoder.statistics.checksumMismatches == 0)
        #expect(decoder.statistics.malformedSentences == 0)
    }
}

extension NMEAWriter {
    /// Returns the sentences of one cycle, each with checksum and line end.
    func sentences(for epoch: SimulatedEpoch) -> [String] {
        var bytes: [UInt8] = []
        write(epoch, to: &bytes)
        return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) + "\n" }
    }
}
