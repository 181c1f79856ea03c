import LocationModel
import TestSupport
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

    @Test("reaches the speed limit, slows down for corners and short legs, and halts where requested")
    func speeds() throws {
        let states = try roundTheBlock()
        let fastest: Double = states.map(\.speed).max() ?? 0
        #expect(abs(fastest - 50 / 3.6) < 1e-9)
        let inShortPiece = states.filter {
            $0.position.northMeters == 300 && $0.position.eastMeters > 1 && $0.position.eastMeters < 19
        }
        #expect(try #require(inShortPiece.map(\.speed).max()) < 9)
        let corner = GroundPoint(eastMeters: 400, northMeters: 300)
        let standing = states.count { $0.speed == 0 && $0.position == corner }
        #expect(standing == 1 + 10 * Tick.perSecond, "the moment of coming to rest, and ten seconds")
        #expect(try #require(states.last).position == GroundPoint(eastMeters: 400, northMeters: 0))
    }

    @Test("is the same drive at every rate", arguments: [0.2, 0.5, 2, 20])
    func sameAtEveryRate(hertz: Double) throws {
        let scenario = try #require(Scenario.named("short-trip"))
        let rate = try #require(EpochRate(hertz: hertz))
        let fastest = try #require(EpochRate(hertz: 20))
        let all = scenario.epochs(at: fastest)
        let often = Dictionary(uniqueKeysWithValues: all.map { ($0.time, $0) })
        var count = 0
        for epoch in scenario.epochs(at: rate) {
            #expect(often[epoch.time]?.trueCoordinate == epoch.trueCoordinate)
            count += 1
        }
        #expect(abs(Double(count) - Double(often.count) / 20 * hertz) <= 1)
    }

    @Test("is that of its bundled recording, byte for byte", arguments: ["city-drive", "short-trip"])
    func reproducible(name: String) throws {
        let scenario = try #require(Scenario.named(name))
        let writer = NMEAWriter()
        var made: [UInt8] = []
        for epoch in scenario.epochs() { writer.write(epoch, to: &made) }
        let bundled = try Checkout.bytes(of: Checkout.root + "/Samples/recordings/\(name).nmea")
        #expect(made == bundled, "make it again: waymark-lab simulate \(name) --output FILE")
    }
}
