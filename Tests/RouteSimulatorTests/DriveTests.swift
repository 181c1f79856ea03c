import LocationModel
import Testing

@testable import RouteSimulator

@Suite("A simulated drive")
struct DriveTests {
    /// The states of a drive round a block, one for each tick.
    private func roundTheBlock() throws -> [(speed: Double, position: GroundPoint)] {
        var route = Route(from: try #require(Coordinate(latitudeDegrees: 52, longitudeDegrees: 13)))
        route.drive(east: 0, north: 300, kilometersPerHour: 50)
        route.drive(east: 20, north: 300, kilometersPerHour: 50)
        route.drive(east: 400, north: 300, kilometersPerHour: 30, halt: .stand(.seconds(10)))
        route.drive(east: 400, north: 0, kilometersPerHour: 50)
        var generator = SeededGenerator(seed: 1)
        var drive = Drive(along: route, using: &generator)
        var states: [(speed: Double, position: GroundPoint)] = []
        while !drive.isFinished, states.count < 100_000 {
            drive.advance(ticks: 1)
            states.append((drive.speed, drive.position))
        }
        return states
    }

    @Test("never accelerates, brakes or jumps more than a car can")
    func bounded() throws {
        let states = try roundTheBlock()
        for (before, after) in zip(states, states.dropFirst()) {
            #expect((after.speed - before.speed) / Tick.seconds < 1.61)
            // The last quarter of a metre per second is dropped at once.
            #expect((before.speed - after.speed) / Tick.seconds < (before.speed < 0.6 ? 6 : 2.3))
            #expect(before.position.distanceMeters(to: after.position) < 14 * Tick.seconds)
        }
    }

    @Test("reaches the speed limit, slows down for corners and short legs, and halts where requested")
    func speeds() throws {
        let states = try roundTheBlock()
        let fastest: Double = states.map(\.speed).max() ?? 0
        #expect(abs(fastest - 50 / 3.6) < 1e-9)
        let inShortPiece = states.filter {
            $0.position.northMeters == 300 && $0.position.eastMeters > 1 && $0.position.eastMeters < 19
        }
        #expect(try #require(inShortPiece.map(\.speed).max()) < 9)
        let standing = states.filter {
            $0.speed == 0 && $0.position == GroundPoint(eastMeters: 400, northMeters: 300)
        }
        #expect(standing.count == 1 + 10 * Tick.perSecond, "the moment of coming to rest, and ten seconds")
        #expect(try #require(states.last).position == GroundPoint(eastMeters: 400, northMeters: 0))
    }

    @Test("is the same drive at every rate", arguments: [0.2, 0.5, 2, 20])
    func sameAtEveryRate(hertz: Double) throws {
        let scenario = try #require(Scenario.named("short-trip"))
        let rate = try #require(EpochRate(hertz: hertz))
        let often = Dictionary(
            uniqueKeysWithValues: scenario.epochs(at: try #require(EpochRate(hertz: 20)))
                .map { ($0.time, $0) }
        )
        var count = 0
        for epoch in scenario.epochs(at: rate) {
            #expect(often[epoch.time]?.trueCoordinate == epoch.trueCoordinate)
            count += 1
        }
        #expect(abs(Double(count) - Double(often.count) / 20 * hertz) <= 1)
    }
}
