import LocationModel
import Testing

@testable import RouteSimulator

@Suite("A simulated drive")
struct DriveTests {
    private var place: Coordinate {
        guard let place = Coordinate(latitudeDegrees: 52, longitudeDegrees: 13) else { preconditionFailure() }
        return place
    }

    private func drive(_ route: Route, seed: UInt64 = 1) -> [(speed: Double, position: GroundPoint)] {
        var generator = SeededGenerator(seed: seed)
        var drive = Drive(along: route, using: &generator)
        var states: [(speed: Double, position: GroundPoint)] = []
        while !drive.isFinished, states.count < 100_000 {
            drive.advance(ticks: 1)
            states.append((drive.speed, drive.position))
        }
        return states
    }

    private var roundTheBlock: Route {
        var route = Route(from: place)
        route.drive(east: 0, north: 300, kilometersPerHour: 50)
        route.drive(east: 20, north: 300, kilometersPerHour: 50)
        route.drive(east: 400, north: 300, kilometersPerHour: 30, halt: .stand(.seconds(10)))
        route.drive(east: 400, north: 0, kilometersPerHour: 50)
        return route
    }

    @Test("never accelerates, brakes or jumps more than a car can")
    func bounded() {
        let states = drive(roundTheBlock)
        for (before, after) in zip(states, states.dropFirst()) {
            #expect((after.speed - before.speed) / Tick.seconds < 1.61)
            // The last quarter of a metre per second is dropped at once.
            #expect((before.speed - after.speed) / Tick.seconds < (before.speed < 0.6 ? 6 : 2.3))
            #expect(before.position.distanceMeters(to: after.position) < 14 * Tick.seconds)
        }
    }

    @Test("reaches the speed limit, slows down for corners and short legs, and halts where requested")
    func speeds() throws {
        let states = drive(roundTheBlock)
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

    @Test("stops at about half of its traffic lights, depending only on the seed")
    func trafficLights() {
        var route = Route(from: place)
        for block in 1...40 {
            route.drive(
                east: 0,
                north: Double(block) * 100,
                kilometersPerHour: 50,
                halt: .trafficLight
            )
        }
        let durations = (1...4).map { drive(route, seed: $0).count }
        #expect(Set(durations).count == 4)
        #expect(drive(route, seed: 3).count == durations[2])
        // Forty blocks at 50 km/h take 290 s; twenty red lights of half a minute more than double that.
        for duration in durations { #expect((500...1500).contains(duration / Tick.perSecond)) }
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
