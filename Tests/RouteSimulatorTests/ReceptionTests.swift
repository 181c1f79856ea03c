import LocationModel
import Testing

@testable import RouteSimulator

@Suite("A simulated receiver")
struct ReceptionTests {
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
}
