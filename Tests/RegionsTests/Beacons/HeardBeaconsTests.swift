import LocationModel
import Regions
import Testing

@Suite("The beacons in range")
struct HeardBeaconsTests {
    private let start = MonotonicInstant.systemEpoch + .seconds(1000)
    private let shop: BeaconUUID
    private var heard = HeardBeacons()

    init() throws { shop = try #require(BeaconUUID("74278BDA-B644-4520-8F0C-720EAF059935")) }

    private mutating func hear(_ minor: UInt16, _ rssi: Double, power: Double = -59, after seconds: Int = 0)
        throws
    {
        let beacon = BeaconIdentity(uuid: shop, major: 1, minor: minor)
        let sighting = try #require(BeaconSighting(beacon, rssi: rssi, powerAtOneMeter: power))
        heard.hear(sighting, at: start + .seconds(seconds))
    }

    private var all: [RangedBeacon] { heard.beacons(matching: BeaconCondition(uuid: shop)) }

    @Test(
        "are as near as their signal falls in the open, by 20 dB for ten times the distance",
        arguments: [
            (-50.0, 0.35, BeaconProximity.immediate), (-59.0, 1, .near), (-68, 2.82, .near), (-79, 10, .far),
        ]
    )
    mutating func proximity(rssi: Double, meters: Double, proximity: BeaconProximity) throws {
        try hear(1, rssi)
        let beacon = try #require(all.first)
        #expect(beacon.proximity == proximity)
        let distance = try #require(beacon.accuracyMeters)
        #expect(abs(distance - meters) < 0.01)
    }

    @Test("are judged by what is heard now after a silence, and little by what is heard a moment later")
    mutating func weights() throws {
        try hear(1, -50)
        try hear(1, -79, after: 60)
        #expect(try #require(all.first).proximity == .far)
        try hear(2, -50)
        try hear(2, -79)
        #expect(all.first { $0.identity.minor == 2 }?.proximity == .immediate)
    }

    @Test("keep their proximity while a noisy signal wanders around a limit")
    mutating func noise() throws {
        // Two metres away, 4 dB of noise each second: raw distances from 0.9 to 4.5 m.
        var state: UInt64 = 7
        var found: [BeaconProximity] = []
        for second in 0..<600 {
            var noise = 0.0
            for _ in 0..<12 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                noise += Double(state >> 40) / Double(1 << 24)
            }
            try hear(1, -65 + 4 * (noise - 6), after: second)
            found.append(try #require(all.first).proximity)
        }
        let changes = zip(found, found.dropFirst()).count { $0 != $1 }
        #expect(changes <= 4)
        #expect(found.count { $0 == .near } > 540)
    }

    @Test("are told the nearest first, and only those that are asked for")
    mutating func order() throws {
        try hear(1, -80)
        try hear(2, -50)
        try hear(3, -60, power: 0)
        #expect(all.map(\.identity.minor) == [2, 1, 3])
        // No beacon has the power that it states.
        #expect(all.last?.proximity == .unknown && all.last?.accuracyMeters == nil && all.last?.rssi == -60)
        let one = BeaconCondition(uuid: shop, major: 1, minor: 1)
        #expect(heard.beacons(matching: one).map(\.identity.minor) == [1])
        #expect(heard.beacons(matching: BeaconCondition(uuid: shop, major: 2)).isEmpty)
    }

    @Test("are gone after ten silent seconds")
    mutating func silence() throws {
        try hear(1, -60)
        try hear(2, -60, after: 4)
        #expect(heard.nextDeadline == start + .seconds(10))
        #expect(heard.removeSilent(at: start + .seconds(9)).isEmpty)
        #expect(heard.removeSilent(at: start + .seconds(10)).map(\.minor) == [1])
        #expect(all.map(\.identity.minor) == [2])
    }

    @Test("are 512 at most, of which the longest silent ones give way")
    mutating func bounded() throws {
        for minor in 0..<2000 { try hear(UInt16(minor), -60, after: minor / 1000) }
        let conditions = (0..<2000).map { BeaconCondition(uuid: shop, major: 1, minor: UInt16($0)) }
        let found = conditions.reduce(0) { $0 + heard.beacons(matching: $1).count }
        #expect(found == HeardBeacons.capacity)
        #expect(all.count == 32)
    }
}
