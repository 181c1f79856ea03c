import LocationModel
import Testing

@testable import RouteSimulator

@Suite("A simulated receiver")
struct ReceptionTests {
    private func error(of epoch: SimulatedEpoch) -> Double? {
        epoch.solution.map { $0.coordinate.distanceMeters(to: epoch.trueCoordinate) }
    }

    /// Returns the periods in which `holds` is true, as times since the first epoch.
    private func stretches(
        of epochs: [SimulatedEpoch],
        where holds: (SimulatedEpoch) -> Bool
    ) -> [[SimulatedEpoch]] {
        epochs.split { !holds($0) }.map(Array.init)
    }

    @Test("starts cold without the time, then without a position, then with a poor one")
    func coldStart() throws {
        let scenario = try #require(Scenario.named("city-drive"))
        let epochs = Array(scenario.epochs().prefix(70))
        #expect(epochs.prefix(8).allSatisfy { !$0.isTimeKnown && $0.solution == nil })
        #expect(epochs[8..<32].allSatisfy { $0.isTimeKnown && $0.solution == nil })
        #expect(epochs[32...].allSatisfy { $0.isTimeKnown && $0.solution != nil })
        #expect(try #require(epochs[32].solution).horizontalDilution > 4)
        #expect(try #require(epochs[69].solution).horizontalDilution < 1.3)
    }

    @Test("loses the sky in the city's tunnel for 60 to 90 s and more than 500 m", arguments: 1...2)
    func tunnel(seed: UInt64) throws {
        let scenario = try #require(Scenario.named("city-drive"))
        let epochs = Array(scenario.epochs(seed: seed))
        let gaps = stretches(of: epochs) { $0.isTimeKnown && $0.solution == nil }
        #expect(gaps.count == 2, "the cold start and the tunnel")
        let tunnel = try #require(gaps.last)
        #expect((60...90).contains(tunnel.count))
        let first = try #require(tunnel.first)
        let last = try #require(tunnel.last)
        #expect(first.trueCoordinate.distanceMeters(to: last.trueCoordinate) > 500)
    }

    @Test("is displaced five times by at least 600 m, for at most four seconds", arguments: 1...2)
    func echoes(seed: UInt64) throws {
        let scenario = try #require(Scenario.named("city-drive"))
        let epochs = Array(scenario.epochs(seed: seed))
        let outliers = stretches(of: epochs) { (error(of: $0) ?? 0) > 600 }
        #expect(outliers.map(\.count) == [2, 4, 1, 3, 2])
        let others = epochs.compactMap(error).filter { $0 <= 600 }
        #expect(try #require(others.max()) < 100, "apart from them it is never far off")
        let unnoticed = outliers.filter { $0.allSatisfy { ($0.solution?.horizontalDilution ?? 9) < 3 } }
        #expect(unnoticed.count == 3, "three of them do not show in the dilution")
    }

    @Test("stands for at least six minutes and drives for 25 to 40", arguments: 1...2)
    func cityDrive(seed: UInt64) throws {
        let scenario = try #require(Scenario.named("city-drive"))
        let epochs = Array(scenario.epochs(seed: seed))
        #expect((25 * 60...40 * 60).contains(epochs.count))
        let standing = stretches(of: epochs) { $0.trueSpeedMetersPerSecond == 0 }.map(\.count)
        #expect(standing.filter { $0 >= 360 }.count == 2)
    }

    @Test("omits the course while it is stationary")
    func course() throws {
        let scenario = try #require(Scenario.named("short-trip"))
        for epoch in scenario.epochs() {
            guard let solution = epoch.solution else { continue }
            if epoch.trueSpeedMetersPerSecond == 0 { #expect(solution.courseDegrees == nil) }
            if epoch.trueSpeedMetersPerSecond > 2 {
                let course = try #require(solution.courseDegrees)
                #expect(abs(course - 270) < 10 || abs(course - 180) < 10)
            }
        }
    }

    @Test("wanders at rest like real receivers: by metres, over minutes")
    func wander() throws {
        let scenario = try #require(Scenario.named("day-at-rest"))
        let rate = try #require(EpochRate(hertz: 0.2))
        let north = scenario.epochs(at: rate, seed: 3).prefix(8000).compactMap { epoch in
            epoch.solution.map {
                ($0.coordinate.latitudeDegrees - epoch.trueCoordinate.latitudeDegrees) * 111_200
            }
        }
        let variance = north.reduce(0) { $0 + $1 * $1 } / Double(north.count)
        #expect((1.5...2.4).contains(variance.squareRoot()))
        func correlation(after seconds: Int) -> Double {
            let lag = seconds / 5
            let products = zip(north, north.dropFirst(lag)).map { $0 * $1 }
            return products.reduce(0, +) / Double(products.count) / variance
        }
        #expect(correlation(after: 5) > 0.93)
        #expect((0.55...0.75).contains(correlation(after: 60)))
        #expect((0.3...0.6).contains(correlation(after: 120)))
        #expect(correlation(after: 900) < 0.3)
    }

    @Test("reports standard deviations that contain two thirds of its errors on each axis")
    func honestDeviations() throws {
        let scenario = try #require(Scenario.named("day-at-rest"))
        let rate = try #require(EpochRate(hertz: 0.2))
        var inside = 0
        var count = 0
        for epoch in scenario.epochs(at: rate, seed: 5) {
            let solution = try #require(epoch.solution)
            let north =
                (solution.coordinate.latitudeDegrees - epoch.trueCoordinate.latitudeDegrees) * 111_200
            inside += abs(north) <= solution.horizontalDeviationMeters ? 1 : 0
            count += 1
        }
        #expect((0.6...0.76).contains(Double(inside) / Double(count)))
    }

    @Test("gives the same reports for the same seed, and others for another")
    func seeds() throws {
        let scenario = try #require(Scenario.named("short-trip"))
        #expect(Array(scenario.epochs(seed: 9)) == Array(scenario.epochs(seed: 9)))
        #expect(Array(scenario.epochs(seed: 9)) != Array(scenario.epochs(seed: 10)))
    }
}
