import LocationModel
import Regions
import Testing

@Suite("A region")
struct RegionWatchTests {
    private let home = RegionNumber(1)

    @Test("tells its first state at once where there is no doubt", arguments: [(0.0, true), (5000, false)])
    func firstState(_ eastMeters: Double, _ isInside: Bool) throws {
        var walk = try Walk(radiusMeters: 200)
        #expect(walk.go(to: eastMeters).map(\.isInside) == [isInside])
        #expect(walk.stay(60).isEmpty)
    }

    @Test("that is added and removed again leaves nothing, also where no fix comes")
    func addedAndRemoved() throws {
        var watch = RegionWatch()
        let shape = RegionShape.circle(try #require(CircleShape(center: Walk.center, radiusMeters: 100)))
        watch.add(RegionNumber(1), shape, isInside: nil)
        let size = "\(watch)".utf8.count
        for number in 2...5000 as ClosedRange<UInt64> {
            watch.add(RegionNumber(number), shape, isInside: nil)
            watch.remove(RegionNumber(number))
        }
        #expect("\(watch)".utf8.count < 2 * size)
    }

    @Test("tells its first state 20 s after the machine last came from one side of the edge to the other")
    func firstStateAcrossEdge() throws {
        var walk = try Walk(radiusMeters: 200)
        #expect(walk.go(to: 195, for: 11).isEmpty)
        #expect(walk.go(to: 205, for: 20).isEmpty)
        #expect(walk.stay(1).map(\.isInside) == [false])
    }

    @Test("is entered and left once, 20 s after the crossing")
    func entering() throws {
        var walk = try Walk(radiusMeters: 200, from: 1000)
        #expect(walk.go(to: 100, for: 20).isEmpty)
        #expect(walk.stay(1).map(\.isInside) == [true])
        #expect(walk.go(to: 900, for: 21).map(\.isInside) == [false])
        #expect(walk.stay(600).isEmpty)
    }

    @Test("is not entered by a pass of less than 20 s")
    func passing() throws {
        var walk = try Walk(radiusMeters: 200, from: 1000)
        for meters in [150.0, 0, -150] { #expect(walk.go(to: meters, for: 6).isEmpty) }
        #expect(walk.go(to: -1000, for: 601).isEmpty)
    }

    @Test("is not left by an outlier, however long nothing follows up to 5 minutes")
    func outlier() throws {
        var walk = try Walk(radiusMeters: 200, from: 0)
        #expect(walk.go(to: 600).isEmpty)
        #expect(walk.wait(300).isEmpty)
        #expect(walk.go(to: 0, for: 601).isEmpty)
    }

    @Test("is not entered by silence after a fix in doubt that is outside, but by further fixes inside")
    func doubt() throws {
        var walk = try Walk(radiusMeters: 300, from: 900)
        #expect(walk.go(to: 0, for: 6).isEmpty)
        walk.doubt(at: 1090)
        #expect(walk.wait(600).isEmpty)
        #expect(walk.go(to: 0, for: 21).map(\.isInside) == [true])
    }

    @Test("is entered by silence after a fix in doubt that is inside, too")
    func agreeingDoubt() throws {
        var walk = try Walk(radiusMeters: 300, from: 900)
        #expect(walk.go(to: 0).isEmpty)
        walk.doubt(at: 50)
        #expect(walk.wait(600).map(\.isInside) == [true])
    }

    @Test(
        "is not entered by the time that the machine sleeps, but 330 s after it woke up if nothing contradicts",
        arguments: [1, 6]
    )
    func asleep(fixes: Int) throws {
        var walk = try Walk(radiusMeters: 300, from: 900)
        #expect(walk.go(to: 0, for: fixes).isEmpty)
        #expect(walk.sleep(3600).isEmpty)
        #expect(walk.wait(329).isEmpty)
        #expect(walk.wait(1).map(\.isInside) == [true])
    }

    @Test(
        "is entered when the machine sleeps for the second time if six fixes showed it, and not by one fix",
        arguments: [(6, true), (1, false)]
    )
    func wakingBriefly(fixes: Int, isEnough: Bool) throws {
        var walk = try Walk(radiusMeters: 300, from: 900)
        #expect(walk.go(to: 0, for: fixes).isEmpty)
        #expect(walk.sleep(600).isEmpty)
        #expect(walk.wait(15).isEmpty)
        #expect(walk.sleep(600).map(\.isInside) == (isEnough ? [true] : []))
        #expect(walk.wait(329).isEmpty)
        #expect(walk.wait(1).map(\.isInside) == (isEnough ? [] : [true]), "receivers have looked by then")
    }

    @Test("needs two fixes 20 s apart when fixes are rare", arguments: [(19, false), (20, true)])
    func rareFixes(_ seconds: Int, _ isEnough: Bool) throws {
        var walk = try Walk(radiusMeters: 200, from: 1000)
        #expect(walk.go(to: 50).isEmpty)
        #expect(walk.wait(seconds - 1).isEmpty)
        #expect(walk.go(to: 55).map(\.isInside) == (isEnough ? [true] : []))
    }

    @Test(
        "is entered without further fixes where the sky is lost behind the door, 5 s after it was first inside",
        arguments: [(4, false), (5, true)]
    )
    func skyLost(seconds: Int, isEnough: Bool) throws {
        var walk = try Walk(radiusMeters: 200, from: 1000)
        #expect(walk.go(to: 50, for: seconds + 1).isEmpty)
        #expect(walk.wait(19 - seconds).isEmpty)
        #expect(walk.wait(1).map(\.isInside) == (isEnough ? [true] : []))
    }

    @Test("is entered without further fixes after three of them")
    func threeFixes() throws {
        var walk = try Walk(radiusMeters: 200, from: 1000)
        for _ in 0..<3 {
            #expect(walk.go(to: 50).isEmpty)
            #expect(walk.wait(3).isEmpty)
        }
        #expect(walk.wait(20).map(\.isInside) == [true])
    }

    @Test("neither entered nor left while the fix may be on the other side")
    func uncertainFix() throws {
        var walk = try Walk(radiusMeters: 500, from: 1000)
        walk.error95Meters = 150
        #expect(walk.go(to: 400, for: 301).isEmpty)
        walk.error95Meters = 20
        #expect(walk.go(to: 401, for: 21).map(\.isInside) == [true])
    }

    @Test("that is a square is entered at a quarter of its side, whatever the error of the fixes")
    func depthOfSquare() throws {
        let corners = [(-200.0, -200.0), (200, -200), (200, 200), (-200, 200), (-200, -200)]
        let ring = corners.map { Walk.center.offset(eastMeters: $0.0, northMeters: $0.1) }
        let square = RegionShape.polygons(try #require(PolygonShape(polygons: [[ring]])))
        var watch = RegionWatch()
        watch.add(home, square, isInside: false)
        var walk = Walk(watch)
        walk.error95Meters = 200
        #expect(walk.go(to: 110, for: 31).isEmpty)
        #expect(walk.go(to: 90, for: 21).map(\.isInside) == [true])
    }

    @Test("whose edge runs through a resting place stays as it is, although the receiver wanders")
    func restOnEdge() throws {
        var walk = try Walk(radiusMeters: 200, from: 0)
        var changes: [RegionCrossing] = []
        for minute in 0..<600 {
            // Some minutes to each side, farther than the error says; 34 m were seen.
            let wander = [0.0, 15, 30, 30, 15, 0, -15, -30, -30, -15][minute / 2 % 10]
            changes += walk.go(to: 200 + wander, for: 60)
        }
        #expect(changes.count <= 1)
    }

    @Test("is not left by a machine that comes back before the mean of its places does")
    func comingBack() throws {
        var walk = try Walk(radiusMeters: 200, from: 0)
        var changes: [RegionCrossing] = []
        for (meters, seconds) in [(215.0, 45), (240, 45), (215, 120)] {
            changes += walk.go(to: meters, for: seconds)
        }
        #expect(changes.isEmpty)
    }

    @Test("keeps its state over a restart")
    func restart() throws {
        for isInside in [true, false] {
            var watch = RegionWatch()
            let circle = try #require(CircleShape(center: Walk.center, radiusMeters: 200))
            watch.add(home, .circle(circle), isInside: isInside)
            var walk = Walk(watch)
            #expect(walk.go(to: isInside ? 0 : 1000, for: 61).isEmpty)
            #expect(walk.go(to: isInside ? 1000 : 0, for: 21).map(\.isInside) == [!isInside])
        }
    }

    @Test("that comes to be watched while others are is entered, however short the way")
    func addedLater() throws {
        var walk = try Walk(radiusMeters: 200, from: 5000)
        let center = Walk.center.offset(eastMeters: 5250, northMeters: 0)
        let later = try #require(CircleShape(center: center, radiusMeters: 200))
        walk.watch.add(RegionNumber(2), .circle(later), isInside: false)
        #expect(walk.go(to: 5200).isEmpty)
        #expect(walk.stay(20).map(\.region) == [RegionNumber(2)])
    }

    @Test("is entered 20 s after the receiver's time has stepped back, as where a recording begins again")
    func timeSteppedBack() throws {
        let circle = try #require(CircleShape(center: Walk.center, radiusMeters: 200))
        var watch = RegionWatch()
        watch.add(home, .circle(circle), isInside: false)
        var changes: [[Bool]] = []
        for (second, observed) in ([1000] + Array(10...30)).enumerated() {
            let crossings = watch.consider(
                SurfacePoint(Walk.center),
                error95Meters: 10,
                observedAt: MonotonicInstant.systemEpoch + .seconds(observed),
                at: MonotonicInstant.systemEpoch + .seconds(2000 + second)
            )
            changes.append(crossings.map(\.isInside))
        }
        #expect(!changes.dropLast().contains { !$0.isEmpty })
        #expect(changes.last == [true])
    }

    @Test(
        "that was removed tells nothing any more and sets no deadline, while another one is watched",
        arguments: [(1000, 0), (0, 1000), (nil, 195)]
    )
    func removal(from start: Double?, to end: Double) throws {
        var walk = try start.map { try Walk(radiusMeters: 200, from: $0) } ?? Walk(radiusMeters: 200)
        let far = Walk.center.offset(eastMeters: 100_000, northMeters: 0)
        let other = try #require(CircleShape(center: far, radiusMeters: 200))
        walk.watch.add(RegionNumber(2), .circle(other), isInside: false)
        #expect(walk.go(to: end).isEmpty)
        walk.watch.remove(home)
        #expect(walk.watch.nextDeadline == nil)
        #expect(walk.watch.count == 1)
        #expect(walk.stay(400).isEmpty)
        walk.watch.remove(RegionNumber(2))
        #expect(walk.watch.count == 0)
        #expect(walk.stay(400).isEmpty)
    }
}

/// A machine that moves east and west of the centre of one region, with a fix each second.
struct Walk {
    static let center: Coordinate = {
        guard let center = Coordinate(latitudeDegrees: 48.1, longitudeDegrees: 11.5) else {
            preconditionFailure("a place in Munich")
        }
        return center
    }()

    var watch = RegionWatch()
    var error95Meters = 10.0
    private var now = MonotonicInstant.systemEpoch
    private var eastMeters = 0.0

    init(_ watch: RegionWatch) { self.watch = watch }

    /// Begins without fixes.
    init(radiusMeters: Double) throws {
        let circle = try #require(CircleShape(center: Self.center, radiusMeters: radiusMeters))
        watch.add(RegionNumber(1), .circle(circle), isInside: nil)
    }

    /// Begins with a region whose state is known.
    init(radiusMeters: Double, from eastMeters: Double) throws {
        try self.init(radiusMeters: radiusMeters)
        _ = go(to: eastMeters, for: 61)
    }

    mutating func go(to eastMeters: Double, for seconds: Int = 1) -> [RegionCrossing] {
        self.eastMeters = eastMeters
        return stay(seconds)
    }

    mutating func stay(_ seconds: Int) -> [RegionCrossing] {
        (0..<seconds).flatMap { _ in
            let due = wait(1)
            let place = SurfacePoint(Self.center.offset(eastMeters: eastMeters, northMeters: 0))
            return due + watch.consider(place, error95Meters: error95Meters, observedAt: now, at: now)
        }
    }

    mutating func doubt(at eastMeters: Double) {
        let place = SurfacePoint(Self.center.offset(eastMeters: eastMeters, northMeters: 0))
        watch.considerDoubtful(place, error95Meters: error95Meters)
    }

    /// Lets time pass in which nothing runs.
    mutating func sleep(_ seconds: Int) -> [RegionCrossing] {
        now = now + .seconds(seconds)
        return watch.removeDue(at: now)
    }

    /// Lets time pass without fixes, and stops at each deadline.
    mutating func wait(_ seconds: Int) -> [RegionCrossing] {
        let end = now + .seconds(seconds)
        var changes: [RegionCrossing] = []
        while let deadline = watch.nextDeadline, deadline <= end { changes += watch.removeDue(at: deadline) }
        now = end
        return changes
    }
}
