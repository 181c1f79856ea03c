import LocationModel
import Testing
import WaymarkEngine

@Suite("Under reduced accuracy, a widget on a drive")
struct ReducedDriveTests {
    /// A widget in view of an app with reduced accuracy, and what it was told.
    private struct Drive {
        var scenario: Scenario
        var told: [Coordinate] = []
        private var lastTrue: MonotonicInstant?
        private(set) var longestWrong: Duration = .zero

        init() throws {
            (scenario, _, _) = try Scenario.viewed()
            try scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
            let provider = SessionIdentifier(1)
            scenario.forget()
            try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
            try takeRequests()
        }

        /// Drives for a time at a speed, eastward where it is positive, and returns where that ends.
        mutating func go(for seconds: Int, from start: Double, metersPerSecond: Double) throws -> Double {
            for second in 0..<seconds {
                let east = start + Double(second) * metersPerSecond
                scenario.fix(eastMeters: east)
                try takeRequests()
                noteTruth(eastMeters: east)
                scenario.advance(by: .seconds(1))
                try takeRequests()
            }
            return start + Double(seconds) * metersPerSecond
        }

        /// Rests where the drive has ended, which is what it was told last.
        mutating func rest(at eastMeters: Double) throws {
            _ = try go(for: 1800, from: eastMeters, metersPerSecond: 0)
            let place = Coordinate.home.offset(eastMeters: eastMeters, northMeters: 0)
            let last = try #require(told.last)
            #expect(ReducedArea(of: last).holds(place, marginMeters: 510))
            // As long as an area is given, and a moment for a fix to be believed.
            #expect(longestWrong <= .seconds(900 + 10))
        }

        private mutating func takeRequests() throws {
            let requests = scenario.requests
            scenario.forget()
            for request in requests {
                if let fix = request.location.fix { told.append(fix.coordinate) }
                try scenario.answer(request)
            }
        }

        /// Notes how long it has been since the machine was in the area that was told, or near it.
        private mutating func noteTruth(eastMeters: Double) {
            guard let last = told.last else { return }
            let place = Coordinate.home.offset(eastMeters: eastMeters, northMeters: 0)
            if ReducedArea(of: last).holds(place, marginMeters: 510) { lastTrue = scenario.now.instant }
            longestWrong = max(longestWrong, lastTrue?.duration(to: scenario.now.instant) ?? .zero)
        }
    }

    @Test(
        "that ends in a rest is told the area of the place where it ends",
        arguments: [5.0, 14.4, 16.7, 30, 60]
    )
    func ends(metersPerSecond: Double) throws {
        var drive = try Drive()
        let seconds = Int(13_000 / metersPerSecond)
        let end = try drive.go(for: seconds, from: 0, metersPerSecond: metersPerSecond)
        try drive.rest(at: end)
        #expect(zip(drive.told, drive.told.dropFirst()).allSatisfy { $0 != $1 }, "nothing is told twice")
    }

    @Test(
        "back and forth over a border is never told a wrong area for longer than one is given",
        arguments: [120, 400, 700, 1000]
    )
    func backAndForth(secondsOneWay: Int) throws {
        var drive = try Drive()
        var place = 0.0
        for turn in 0..<12 {
            place = try drive.go(
                for: secondsOneWay,
                from: place,
                metersPerSecond: turn.isMultiple(of: 2) ? 20 : -20
            )
        }
        try drive.rest(at: place)
        #expect(drive.told.count <= 1 + 12 * secondsOneWay / 900 + 2, "four times an hour at most")
    }
}
