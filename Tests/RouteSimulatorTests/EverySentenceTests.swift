import LocationModel
import NMEA
import Testing

@testable import Lab

@Suite("Every simulated receiver")
struct EverySentenceTests {
    typealias Kinds = Set<NMEAWriter.Kind>

    static let constellations: [Set<Constellation>] = [
        [.gps], [.beidou], [.gps, .qzss], [.gps, .glonass, .galileo, .beidou, .qzss],
    ]

    static let sentences: [Kinds] = [
        [.rmc], [.rmc, .gga], [.gga, .gsa, .zda], [.gns, .rmc, .gst], [.gll, .rmc, .vtg],
        NMEAWriter.defaultKinds,
        Set(NMEAWriter.Kind.allCases).subtracting(NMEAWriter.headingKinds), Set(NMEAWriter.Kind.allCases),
    ]

    private func read(_ bytes: [UInt8]) -> (epochs: [Epoch], statistics: DecodeStatistics) {
        var decoder = NMEADecoder()
        var read: [Epoch] = []
        decoder.decode(bytes.span) { epoch, _ in read.append(epoch) }
        decoder.finish { epoch, _ in read.append(epoch) }
        return (read, decoder.statistics)
    }

    @Test("is decoded to its epochs, with their times and positions", arguments: constellations, sentences)
    func readBack(_ systems: Set<Constellation>, _ kinds: Kinds) throws {
        for (hertz, quality) in [
            (0.2, FixQuality.autonomous), (1, .differential), (8, .rtkFixed), (20, .rtkFloat),
        ] {
            var scenario = try #require(Scenario.named("short-trip"))
            scenario.receiver.constellations = systems
            scenario.receiver.sentences = kinds
            scenario.receiver.quality = quality
            scenario.receiver.coldStart = ColdStart(untilTime: .seconds(1), untilPosition: .seconds(2))
            let rate = try #require(EpochRate(hertz: hertz))
            let simulated = scenario.epochs(at: rate, seed: 3).filter(\.isTimeKnown).prefix(40)
            var traits = scenario.receiver
            traits.rate = rate
            let writer = NMEAWriter(traits)
            var bytes: [UInt8] = []
            for epoch in simulated { writer.write(epoch, to: &bytes) }
            let (epochs, statistics) = read(bytes)
            #expect(statistics.checksumMismatches == 0 && statistics.malformedSentences == 0)
            #expect(statistics.malformedFields == 0 && statistics.tooLong == 0)
            try #require(epochs.count == simulated.count)
            for (simulated, epoch) in zip(simulated, epochs) {
                guard case .fix(let fix) = epoch, let solution = simulated.solution else {
                    guard case .noFix(simulated.time, _) = epoch, simulated.solution == nil else {
                        Issue.record("\(epoch) at \(simulated.time)")
                        continue
                    }
                    continue
                }
                #expect(fix.time == simulated.time)
                let isExact = quality == .rtkFixed || quality == .rtkFloat
                #expect(fix.coordinate.distanceMeters(to: solution.coordinate) < (isExact ? 0.0003 : 0.02))
                if !kinds.isDisjoint(with: [.gga, .gns]) {
                    #expect(fix.satellitesUsed == solution.satellitesUsed && fix.quality == quality)
                }
                if kinds.contains(.gst) { #expect(fix.accuracy?.source == .standardDeviations) }
                guard kinds == NMEAWriter.defaultKinds else { continue }
                #expect(fix.mode == .threeDimensional)
                #expect(abs((fix.altitudeMeters ?? 0) - solution.altitudeMeters) <= 0.051)
                #expect(abs((fix.speedMetersPerSecond ?? -1) - solution.speedMetersPerSecond) < 0.001)
                #expect((fix.courseDegrees == nil) == (solution.courseDegrees == nil))
            }
        }
    }

    @Test("applies variation and deviation to its compass")
    func compass() throws {
        var scenario = try #require(Scenario.named("short-trip"))
        scenario.receiver.sentences = NMEAWriter.headingKinds
        scenario.receiver.variationDegrees = -10
        scenario.receiver.deviationDegrees = 1.5
        let writer = NMEAWriter(scenario.receiver)
        var epoch = try #require(Array(scenario.epochs().prefix(1)).first)
        epoch.compassDegrees = 355
        #expect(
            writer.sentences(for: epoch).map { String($0.prefix { $0 != "*" }) } == [
                "$HEHDT,355.0,T", "$HEHDG,3.5,1.5,E,10.0,W", "$HEHDM,5.0,M", "$HETHS,355.0,A",
            ]
        )
    }
}

@Suite("The time of a simulated receiver")
struct SimulatedTimeTests {
    private func scenario(from start: String, hertz: Double = 1) throws -> Scenario {
        var route = Route(from: try #require(Coordinate(latitudeDegrees: 1, longitudeDegrees: 2)))
        route.stand(for: .seconds(10))
        var scenario = Scenario(name: "x", start: try #require(UTCInstant(start)), route: route)
        scenario.receiver.rate = try #require(EpochRate(hertz: hertz))
        scenario.receiver.sentences = [.zda]
        return scenario
    }

    @Test("crosses the new year, with a second 60 if the day ends with a leap second")
    func leapSecond() throws {
        var scenario = try scenario(from: "2016-12-31T23:59:58Z", hertz: 2)
        scenario.hasLeapSecond = true
        let writer = NMEAWriter(scenario.receiver)
        let times = scenario.epochs().flatMap(writer.sentences).map { sentence in
            sentence.split(separator: ",")[1...4].joined(separator: " ")
        }
        #expect(
            times[2...7] == [
                "235959.00 31 12 2016", "235959.50 31 12 2016", "235960.00 31 12 2016",
                "235960.50 31 12 2016", "000000.00 01 01 2017", "000000.50 01 01 2017",
            ]
        )
    }

    @Test("is known before the position, and the date later")
    func lateDate() throws {
        var scenario = try scenario(from: "2026-01-01T00:00:00Z")
        scenario.receiver.sentences = [.rmc]
        scenario.receiver.coldStart = ColdStart(
            untilTime: .seconds(2),
            untilPosition: .seconds(4),
            untilDate: .seconds(6)
        )
        let writer = NMEAWriter(scenario.receiver)
        let fields = scenario.epochs().flatMap(writer.sentences).map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        // The seconds in which the time, the position and the date are known.
        #expect(fields.count == 11)
        #expect(fields.indices.filter { !fields[$0][1].isEmpty } == Array(2..<11))
        #expect(fields.indices.filter { fields[$0][2] == "A" } == Array(4..<11))
        #expect(fields.indices.filter { !fields[$0][9].isEmpty } == Array(6..<11))
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
