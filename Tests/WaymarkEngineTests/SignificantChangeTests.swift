import LocationModel
import Testing
import WaymarkEngine

/// A machine that a detector follows on a plane, in metres and seconds.
struct Journey {
    private(set) var seconds = 0.0
    private(set) var detector: SignificantChange

    /// Metres of the 95 % circle of the fixes to come.
    var error = 10.0

    var openedAt = -Double(UInt32.max)

    init(restoring place: NotifiedPlace? = nil) {
        detector = SignificantChange(settings: .init(), restoring: place, at: .start)
    }

    mutating func wait(_ seconds: Double) { self.seconds += seconds }

    /// Gives one fix and then lets a second pass.
    @discardableResult
    mutating func fix(east: Double, speed: Double = 0) -> SignificantChangeVerdict {
        var fix = Fix(coordinate: Coordinate.home.offset(eastMeters: east, northMeters: 0))
        fix.accuracy = FixAccuracy(
            horizontal68Meters: error / 2,
            horizontal95Meters: error,
            source: .dilution
        )
        fix.speedMetersPerSecond = speed
        let moment = Moment.start.advanced(by: .seconds(seconds))
        seconds += 1
        let listened = Moment.start.advanced(by: .seconds(openedAt)).instant.duration(to: moment.instant)
        return detector.consider(
            fix,
            observedAt: moment.instant,
            wallClock: moment.utc,
            listenedFor: listened
        )
    }

    /// Stays in one place, and returns the notifications of that time.
    @discardableResult
    mutating func rest(east: Double, seconds: Int) -> [SignificantChangeVerdict] {
        (0..<seconds).map { _ in fix(east: east, speed: 0.05) }.filter(\.isNotification)
    }

    /// Goes at a steady speed, and returns where notifications came.
    mutating func go(from start: Double, to end: Double, speed: Double) -> [Double] {
        stride(from: start, through: end, by: speed).filter { fix(east: $0, speed: speed).isNotification }
    }
}

@Suite("A significant change")
struct SignificantChangeTests {
    @Test("comes at the first fix 500 m away, without delay", arguments: [1.2, 15, 70])
    func promptly(speed: Double) throws {
        var journey = Journey()
        journey.rest(east: 0, seconds: 400)
        let place = try #require(journey.go(from: 0, to: 560, speed: speed).first)
        #expect((500...500 + speed).contains(place))
    }

    @Test("does not come for a move that went back before the interval was over")
    func roundTrip() {
        var journey = Journey()
        journey.rest(east: 0, seconds: 10)
        #expect(journey.go(from: 0, to: 700, speed: 14).isEmpty)
        #expect(journey.go(from: -700, to: 0, speed: 14).isEmpty)
        #expect(journey.rest(east: 0, seconds: 300).isEmpty)
    }

    /// Home was told so many seconds after the start, by the clock of that time.
    @Test(
        "is measured from what was told before a restart, and waits for the rest of its interval at most",
        arguments: [(-100.0, 200.0), (86_400, 300), (-86_400, 2)]
    )
    func restart(_ row: (saved: Double, waits: Double)) {
        let place = NotifiedPlace(
            coordinate: .home,
            horizontal95Meters: 10,
            notifiedAt: Moment.start.utc.advanced(by: .seconds(row.saved))
        )
        var journey = Journey(restoring: place)
        var verdict = journey.fix(east: 900)
        while !verdict.isNotification, journey.seconds < 1000 { verdict = journey.fix(east: 900) }
        #expect(journey.seconds - 1 == row.waits)
        guard case .significantChange(let distance?, _) = verdict else { return }
        #expect(abs(distance - 900) < 1)
    }

    @Test("is timed on the receiver's own time line, which goes on where it steps back")
    func timeLine() throws {
        var journey = Journey()
        journey.rest(east: 0, seconds: 280)
        journey.wait(-250)
        #expect(journey.rest(east: 0, seconds: 30).isEmpty)
        let place = try #require(journey.go(from: 0, to: 560, speed: 10).first)
        #expect((500...510).contains(place))
    }
}
