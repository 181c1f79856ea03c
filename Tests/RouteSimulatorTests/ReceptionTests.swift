import LocationModel
import Testing

@testable import Lab

@Suite("A simulated receiver")
struct ReceptionTests {
    /// The errors to the north at rest, one in five seconds, and what the receiver says of each.
    private func errors(_ count: Int = .max, seed: UInt64) throws -> [(north: Double, deviation: Double)] {
        let scenario = try #require(Scenario.named("day-at-rest"))
        let rate = try #require(EpochRate(hertz: 0.2))
        return try scenario.epochs(at: rate, seed: seed).prefix(count).map { epoch in
            let solution = try #require(epoch.solution)
            let degrees = solution.coordinate.latitudeDegrees - epoch.trueCoordinate.latitudeDegrees
            return (degrees * 111_200, solution.horizontalDeviationMeters)
        }
    }

    @Test("wanders at rest like real receivers: by metres, over minutes")
    func wander() throws {
        let north = try errors(8000, seed: 3).map(\.north)
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
        let errors = try errors(seed: 5)
        let inside = errors.count { abs($0.north) <= $0.deviation }
        #expect((0.6...0.76).contains(Double(inside) / Double(errors.count)))
    }
}
