import LocationModel
import Testing

@testable import WaymarkEngine

/// The detector alone, with fixes at times and places as a test says.
private struct Watch {
    var visits: Visits
    var now = Moment.start
    var changes: [Visit] = []

    init(restoring stay: SavedStay? = nil, at now: Moment = .start) {
        visits = Visits(settings: .init(), restoring: stay, at: now)
        self.now = now
    }

    /// Comes home after 100 s, and stays for so many.
    static func home(_ seconds: Int) -> Watch {
        var watch = Watch()
        watch.drive(from: -1000, to: 0)
        watch.stay(0, seconds: seconds)
        return watch
    }

    mutating func fix(eastMeters: Double, error95Meters: Double = 10) {
        var fix = Fix(coordinate: Coordinate.home.offset(eastMeters: eastMeters, northMeters: 0))
        fix.accuracy = FixAccuracy(
            horizontal68Meters: error95Meters * 0.6,
            horizontal95Meters: error95Meters,
            source: .standardDeviations
        )
        changes += visits.consider(fix, observedAt: now.instant, wallClock: now.utc)
    }

    mutating func wait(_ seconds: Int) { now = now.advanced(by: .seconds(seconds)) }

    /// Stays for a time, with a fix in every so many seconds; the first at once.
    mutating func stay(_ eastMeters: Double, seconds: Int, every step: Int = 1) {
        for _ in stride(from: 0, to: seconds, by: step) {
            fix(eastMeters: eastMeters)
            wait(step)
        }
    }

    mutating func drive(from: Double, to: Double, metersPerSecond: Double = 10) {
        for east in stride(from: from, to: to, by: metersPerSecond) {
            fix(eastMeters: east)
            wait(1)
        }
    }

    var arrivals: [Visit] { changes.filter { $0.departure == nil } }
    var departures: [Visit] { changes.filter { $0.departure != nil } }
    func seconds(_ date: UTCInstant?) -> Double? { date.map { Moment.start.utc.duration(to: $0).inSeconds } }
}

@Suite("A visit")
struct VisitsTests {
    @Test(
        "begins a third of the way back to the last fix elsewhere",
        arguments: [(60, 20.0), (30, 10), (600, 30), (900, 30)]
    )
    func arrival(_ pause: Int, _ earlier: Double) throws {
        var watch = Watch()
        watch.stay(-3000, seconds: pause, every: pause)
        watch.stay(0, seconds: 360, every: 60)
        let visit = try #require(watch.arrivals.first)
        #expect(watch.seconds(visit.arrival) == Double(pause) - earlier)
    }

    @Test("is none in traffic, on a slow walk, or at a stop of four minutes")
    func none() {
        var watch = Watch()
        for block in 0..<20 {
            watch.stay(Double(block) * 150, seconds: 120)
            watch.drive(from: Double(block) * 150, to: Double(block + 1) * 150)
        }
        watch.drive(from: 3000, to: 4500, metersPerSecond: 0.6)
        watch.drive(from: 4500, to: 4800)
        watch.stay(4800, seconds: 240)
        watch.drive(from: 4800, to: 9000)
        #expect(watch.changes.isEmpty)
    }

    @Test("outlasts the wander of a receiver at rest, and a single wild fix")
    func wander() {
        var watch = Watch.home(600)
        for offset in [40.0, 120, 175, 175, 120, 30] { watch.stay(offset, seconds: 40) }
        watch.stay(5000, seconds: 1)
        watch.stay(0, seconds: 60)
        #expect(watch.arrivals.count == 1 && watch.departures.isEmpty)
    }

    @Test("outlasts a single wild fix also right at its beginning, and after another visit")
    func wildAtBeginning() {
        var watch = Watch.home(400)
        watch.drive(from: 0, to: 3000)
        while watch.arrivals.count < 2, watch.departures.count < 2 { watch.stay(3000, seconds: 1) }
        watch.stay(9000, seconds: 1)
        watch.stay(3000, seconds: 60)
        #expect(watch.arrivals.count == 2 && watch.departures.count == 1)
    }

    @Test("is in the middle of where the time was spent, however many fixes came from there")
    func middle() throws {
        var watch = Watch()
        watch.stay(0, seconds: 150)
        watch.stay(40, seconds: 160, every: 10)
        let visit = try #require(watch.arrivals.first)
        #expect(abs(Coordinate.home.offsetMeters(to: visit.center).east - 20) < 3)
    }

    @Test("lacks the arrival if the machine was there before anybody watched")
    func unknownArrival() {
        var watch = Watch()
        watch.stay(0, seconds: 400)
        #expect(watch.arrivals.map(\.arrival) == [nil])
    }

    @Test("survives a restart, also one in its first minutes", arguments: [200, 1000])
    func restart(seconds: Int) throws {
        var watch = Watch.home(seconds)
        let saved = try #require(watch.visits.saved)
        #expect(saved.isVisit == (seconds == 1000))
        watch.wait(1200)
        var again = Watch(restoring: saved, at: watch.now)
        again.stay(0, seconds: 400)
        #expect(again.arrivals.count == (seconds == 1000 ? 0 : 1))
        again.drive(from: 0, to: 2000)
        let visit = try #require(again.departures.first)
        #expect(abs(try #require(again.seconds(visit.arrival)) - 100) <= 15)
        #expect(again.departures.count == 1)
    }

    @Test("ends at the last saved presence if the machine was moved while the service was off")
    func movedWhileOff() throws {
        var watch = Watch.home(1000)
        let saved = try #require(watch.visits.saved)
        watch.wait(8 * 3600)
        var again = Watch(restoring: saved, at: watch.now)
        again.stay(50_000, seconds: 30)
        let departure = try #require(again.seconds(again.departures.first?.departure))
        #expect((700...1100).contains(departure))
    }

    @Test("tells times of a clock that was set meanwhile as the clock is now")
    func clockSet() throws {
        var watch = Watch.home(200)
        watch.now.utc = watch.now.utc.advanced(by: .seconds(86_400))
        watch.stay(0, seconds: 200)
        let arrival = try #require(watch.seconds(watch.arrivals.first?.arrival))
        #expect(abs(arrival - 86_500) <= 15)
    }

    @Test("is neither made nor ended by fixes whose error is larger than the place")
    func poorFixes() {
        var watch = Watch.home(400)
        for _ in 0..<600 {
            watch.fix(eastMeters: 700, error95Meters: 900)
            watch.wait(1)
        }
        watch.stay(0, seconds: 10)
        #expect(watch.arrivals.count == 1 && watch.departures.isEmpty)
    }

    @Test("is written to the disk a few times an hour only")
    func writes() {
        var watch = Watch.home(0)
        var writes = 0
        var last: SavedStay?
        for _ in 0..<3600 {
            watch.stay(0, seconds: 1)
            if watch.visits.saved != last { (writes, last) = (writes + 1, watch.visits.saved) }
        }
        #expect((2...14).contains(writes))
    }
}
