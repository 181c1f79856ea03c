import LocationModel
import Testing
import WaymarkEngine

@Suite("A fix in doubt")
struct SignificantChangeDoubtTests {
    private static func settled() -> Journey {
        var journey = Journey()
        journey.rest(east: 0, seconds: 400)
        return journey
    }

    @Test("is believed once others agree for eleven seconds, and a change after a minute")
    func teleport() {
        var journey = Self.settled()
        let begun = journey.seconds
        while case .heldByDoubt(.implausible) = journey.fix(east: 5000), journey.seconds < begun + 60 {}
        #expect((10...15).contains(journey.seconds - begun))
        guard case .heldByDoubt(.newTrack(let remaining)) = journey.fix(east: 5000) else {
            Issue.record("it is not said that the new track must last")
            return
        }
        #expect((.seconds(40) ... .seconds(50)).contains(remaining))
        while !journey.fix(east: 5000).isNotification, journey.seconds < begun + 100 {}
        #expect((58...65).contains(journey.seconds - begun))
    }

    @Test(
        "fires after a silence once the receiver has settled for eleven seconds, unless it paused",
        arguments: [true, false]
    )
    func silence(pauses: Bool) {
        var journey = Self.settled()
        journey.wait(400)
        if pauses { journey.openedAt = journey.seconds }
        let begun = journey.seconds
        while !journey.fix(east: 1000).isNotification, journey.seconds < begun + 60 {}
        #expect((pauses ? 3...4 : 11...13).contains(journey.seconds - begun))
    }

    @Test("is believed after a gap once three agree, where the machine can have gone there")
    func afterGap() {
        var journey = Self.settled()
        journey.wait(200)
        #expect(!journey.fix(east: 3000).isNotification)
        #expect(!journey.fix(east: 3000).isNotification)
        #expect(journey.fix(east: 3000).isNotification)
    }

    @Test("is believed at once after a gap that the last speed explains")
    func tunnel() {
        var journey = Self.settled()
        #expect(journey.go(from: 0, to: 300, speed: 20).isEmpty)
        journey.wait(60)
        #expect(journey.fix(east: 1520, speed: 20).isNotification)
    }

    @Test("is not the first place when the first fixes of all race towards the truth")
    func coldStart() {
        var journey = Journey()
        for east in stride(from: 2000.0, through: 100, by: -100) {
            #expect(!journey.fix(east: east).isNotification)
        }
        #expect(journey.rest(east: 0, seconds: 5) == [.significantChange(distanceMeters: nil, after: nil)])
        #expect(journey.detector.lastNotified?.coordinate == .home)
    }

    @Test("is the first place after half a minute, even if it stays poor")
    func poorStart() {
        var journey = Journey()
        journey.error = 800
        #expect(journey.rest(east: 0, seconds: 30).isEmpty)
        #expect(journey.fix(east: 0) == .significantChange(distanceMeters: nil, after: nil))
    }

    @Test("waits beyond 500 m while its error may be most of that, but not for ever")
    func uncertain() throws {
        var journey = Self.settled()
        journey.error = 200
        #expect(journey.go(from: 0, to: 505, speed: 5).isEmpty)
        guard case .heldByDoubt(.uncertain(_, let error)) = journey.fix(east: 510, speed: 5) else {
            Issue.record("not held")
            return
        }
        #expect(error > 100)
        let place = try #require(journey.go(from: 515, to: 800, speed: 5).first)
        #expect(place < 620)
    }

    @Test("drifts with a resting receiver without firing, as long as a passing reflection lasts")
    func drift() {
        var journey = Self.settled()
        for east in stride(from: 0.0, through: 600, by: 10) {
            #expect(!journey.fix(east: east, speed: 0.1).isNotification)
        }
        guard case .heldByDoubt(.stationary(_, let travelled)) = journey.fix(east: 610, speed: 0.1) else {
            Issue.record("not held")
            return
        }
        #expect(travelled == 0)
        for east in stride(from: 610.0, through: 0, by: -10) {
            #expect(!journey.fix(east: east, speed: 0.1).isNotification)
        }
    }

    @Test("is believed against a speed that stays zero, after a hundred seconds")
    func wrongSpeed() {
        var journey = Self.settled()
        for east in stride(from: 0.0, through: 520, by: 2) { journey.fix(east: east, speed: 0.1) }
        let begun = journey.seconds
        while !journey.fix(east: 520, speed: 0.1).isNotification, journey.seconds < begun + 200 {}
        #expect((85...95).contains(journey.seconds - begun), "it was beyond 500 m for 11 s before")
    }

    /// A fix each second: when it arrives, the time that it states, and where the machine is then.
    private typealias Timed = (arrival: Int, time: Int, east: Double, speed: Double)

    private static func told(_ seconds: Int, _ timed: (Int) -> Timed) -> [Int] {
        var detector = SignificantChange(at: .start)
        return (0..<seconds).filter { second in
            let (arrival, time, east, speed) = timed(second)
            let now = Moment.start.advanced(by: .seconds(arrival))
            var fix = Fix(
                time: Moment.start.utc.advanced(by: .seconds(time)),
                coordinate: Coordinate.home.offset(eastMeters: east, northMeters: 0)
            )
            fix.speedMetersPerSecond = speed
            return detector.consider(fix, observedAt: now.instant, wallClock: now.utc).isNotification
        }
    }

    @Test("that a stalled network delivered late is judged by its own time")
    func lateDelivery() {
        let told = Self.told(400) { second in
            // From second 350 on nothing arrives, then everything at once.
            let east = Double(max(0, second - 340) * 30)
            return (second <= 350 ? second : 399, second, east, second > 340 ? 30 : 0)
        }
        #expect(told == [2, 357])
    }

    @Test(
        "is explained by a gap of its own time of up to a minute, but not by a receiver whose clock is set",
        arguments: [(60, true), (62, false), (3600, false)]
    )
    func clockStep(_ stepSeconds: Int, _ isExplained: Bool) {
        let told = Self.told(405) { second in
            let hasStepped = second >= 400
            return (second, second + (hasStepped ? stepSeconds : 0), hasStepped ? 3000 : 0, 0)
        }
        #expect(told == (isExplained ? [2, 402] : [2]))
    }
}
