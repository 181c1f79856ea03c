import Lab
import LocationModel
import Regions
import Testing

@Suite("Many regions")
struct ManyRegionsTests {
    @Test(
        "change exactly as each of them alone would",
        arguments: [(48.1, 11.5), (0.01, -179.99), (89.96, 0), (-89.99, 100)]
    )
    func sameAsAlone(_ latitude: Double, _ longitude: Double) throws {
        var random = SeededGenerator(seed: 7)
        let middle = try place(latitude, longitude)
        var shapes: [RegionNumber: RegionShape] = [:]
        var all = RegionWatch()
        var alone: [RegionNumber: RegionWatch] = [:]
        for number in 0..<120 {
            let center = middle.offset(
                eastMeters: Double.random(in: -4000...4000, using: &random),
                northMeters: Double.random(in: -4000...4000, using: &random)
            )
            let radius = [30.0, 100, 400, 3000, 40_000, 900_000][number % 6]
            let shape = RegionShape.circle(try #require(CircleShape(center: center, radiusMeters: radius)))
            let region = RegionNumber(UInt64(number))
            shapes[region] = shape
            let isInside: Bool? = number % 3 == 0 ? nil : number % 3 == 1
            all.add(region, shape, isInside: isInside)
            alone[region, default: RegionWatch()].add(region, shape, isInside: isInside)
        }
        var now = MonotonicInstant.systemEpoch
        var (east, north) = (0.0, 0.0)
        var count = 0
        for step in 0..<400 {
            now = now + .seconds(Int.random(in: 1...15, using: &random))
            east += Double.random(in: -150...150, using: &random)
            north += Double.random(in: -150...150, using: &random)
            if step % 50 == 49 { (east, north) = (-east, north / 2) }
            let here = SurfacePoint(middle.offset(eastMeters: east, northMeters: north))
            var expected: [RegionCrossing] = []
            for number in shapes.keys.sorted() {
                expected += alone[number]?.removeDue(at: now) ?? []
                expected += alone[number]?.consider(here, error95Meters: 20, observedAt: now, at: now) ?? []
            }
            var found = all.removeDue(at: now)
            found += all.consider(here, error95Meters: 20, observedAt: now, at: now)
            #expect(found.map(\.region).sorted() == expected.map(\.region).sorted())
            count += found.count
            if step == 200 {
                for number in shapes.keys.sorted() where number.rawValue % 4 == 0 {
                    shapes[number] = nil
                    all.remove(number)
                }
            }
        }
        #expect(count > 60)
        #expect(all.count == 90)
    }

    @Test("that are all far away tell how far the machine can go before any of them can change")
    func clearance() throws {
        var watch = RegionWatch()
        let home = try place(48, 11)
        for (number, meters) in [3000.0, 9000, 14_000].enumerated() {
            let center = home.offset(eastMeters: meters, northMeters: 0)
            let circle = try #require(CircleShape(center: center, radiusMeters: 1000))
            watch.add(RegionNumber(UInt64(number)), .circle(circle), isInside: false)
        }
        let now = MonotonicInstant.systemEpoch
        _ = watch.consider(SurfacePoint(home), error95Meters: 5, observedAt: now, at: now)
        let clear = try #require(watch.clearMeters)
        #expect(abs(clear - 2000) < 2)
    }

    @Test("tell the same distance whatever was watched before, so that a replay decides the same")
    func sameClearance() throws {
        var random = SeededGenerator(seed: 3)
        let home = try place(48, 11)
        let gone = RegionShape.circle(try #require(CircleShape(center: home, radiusMeters: 100)))
        var (one, other) = (RegionWatch(), RegionWatch())
        let numbers = (1000..<3000 as Range<UInt64>).map { RegionNumber($0) }
        for number in numbers { other.add(number, gone, isInside: false) }
        for number in numbers { other.remove(number) }
        for number in 0..<200 as Range<UInt64> {
            let center = home.offset(
                eastMeters: Double.random(in: -5000...5000, using: &random),
                northMeters: Double.random(in: -5000...5000, using: &random)
            )
            let shape = RegionShape.circle(try #require(CircleShape(center: center, radiusMeters: 50)))
            one.add(RegionNumber(number), shape, isInside: false)
            other.add(RegionNumber(number), shape, isInside: false)
        }
        var now = MonotonicInstant.systemEpoch
        for step in 0..<200 {
            now = now + .seconds(1)
            let here = SurfacePoint(home.offset(eastMeters: Double(step) * 20, northMeters: 0))
            let changes = one.consider(here, error95Meters: 5, observedAt: now, at: now)
            #expect(changes == other.consider(here, error95Meters: 5, observedAt: now, at: now))
            #expect(one.clearMeters == other.clearMeters)
        }
    }

    @Test("that are far away tell a distance that is never more than is left")
    func clearanceOnTheWay() throws {
        var watch = RegionWatch()
        let home = try place(48, 11)
        let center = home.offset(eastMeters: 31_000, northMeters: 0)
        let circle = try #require(CircleShape(center: center, radiusMeters: 1000))
        watch.add(RegionNumber(1), .circle(circle), isInside: false)
        let now = MonotonicInstant.systemEpoch
        for meters in [0.0, 20_000] {
            let here = SurfacePoint(home.offset(eastMeters: meters, northMeters: 0))
            _ = watch.consider(here, error95Meters: 5, observedAt: now, at: now)
            #expect(try #require(watch.clearMeters) < 30_010 - meters)
        }
    }
}
