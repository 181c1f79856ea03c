import LocationModel
import Testing

@testable import Lab

@Suite("The sentence of a report")
struct DaySentenceTests {
    private static let day = DaySentence(
        length: .seconds(14 * 3600),
        meters: 38_200,
        trips: 2,
        stays: 3,
        fixes: 9000,
        widgets: 2,
        reloads: 80,
        reloadsWithLocation: 80,
        receiversOn: .seconds(6900)
    )

    /// What is different about a day, and what is said of it then.
    private static let days: [(@Sendable (inout DaySentence) -> Void, String)] = [
        (
            { _ in },
            "A day of 14 h: 38 km in 2 trips, 3 stays; two widgets, 80 reloads, all with the location; receivers on 1 h 55 min."
        ),
        ({ $0.length = .seconds(2280) }, "A journey of 38 min: "),
        ({ ($0.length, $0.trips) = (.seconds(2280), 0) }, "A stretch of 38 min: at rest, 3 stays;"),
        ({ $0.length = .seconds(6.25 * 86_400) }, "A stretch of 6 days 6 h: "),
        ({ $0.isDated = false }, "An undated recording of 14 h: "),
        ({ ($0.isLeast, $0.meters, $0.trips) = (true, 3420, 1) }, ": at least 3.4 km in 1 trip,"),
        ({ ($0.fixes, $0.trips, $0.stays) = (0, 0, 0) }, ": no place is known;"),
        ({ $0.reloadsWithLocation = 77 }, "80 reloads, 3 without the location;"),
        ({ $0.reloadsWithLocation = 0 }, "80 reloads, without the location;"),
        ({ ($0.widgets, $0.reloads) = (1, 0) }, "; one widget, no reload;"),
        ({ $0.widgets = 0 }, "3 stays; receivers on 1 h 55 min."),
        ({ $0.receiversOn = $0.length }, "; receivers on all the time."),
        ({ $0.doubts = 1 }, "; 1 fix not believed at first."),
        ({ ($0.doubts, $0.attacks) = (4, 1) }, "; a receiver was not to be trusted, once."),
    ]

    @Test("says what kind of day it was, as a person would", arguments: days)
    func sentence(_ change: @Sendable (inout DaySentence) -> Void, _ expected: String) {
        var day = Self.day
        change(&day)
        #expect(day.text.contains(expected), "\(day.text)")
    }
}

@Suite("The shape of a day")
struct DayShapeTests {
    private static let start = UTCInstant(secondsSince1970: 1_778_567_400)
    private let home: Coordinate

    init() throws { home = try #require(Coordinate(latitudeDegrees: 52.5, longitudeDegrees: 13.4)) }

    private func at(_ second: Int) -> UTCInstant { Self.start.advanced(by: .seconds(second)) }

    private func fix(east: Double, speed: Double? = nil) -> Fix {
        var fix = Fix(
            coordinate: home.offset(eastMeters: east, northMeters: 0),
            accuracy: FixAccuracy(horizontal68Meters: 10, horizontal95Meters: 17, source: .dilution)
        )
        fix.speedMetersPerSecond = speed
        return fix
    }

    @Test("has stays, and trips between them")
    func day() {
        var shape = DayShape()
        for second in 0..<1800 { _ = shape.add(fix(east: Double(second % 7) * 5), at: at(second)) }
        for second in 1800..<2400 { _ = shape.add(fix(east: Double(second - 1800) * 10), at: at(second)) }
        for second in 2400..<4000 { _ = shape.add(fix(east: 6000 - Double(second % 5) * 6), at: at(second)) }
        shape.finish()
        #expect(shape.stays.count == 2)
        #expect(shape.trips.count == 1)
        #expect(shape.trips.allSatisfy { abs($0.meters - 6000) < 350 })
        #expect(abs(shape.stays[0].length.inSeconds - 1810) < 15)
        #expect(shape.gapMeters == 0)
    }

    @Test("takes short looks at one place for one stay, and what lies between two places for a gap")
    func looks() {
        var shape = DayShape()
        for look in 0..<6 { _ = shape.add(fix(east: Double(look % 2) * 30), at: at(look * 600)) }
        for look in 6..<12 { _ = shape.add(fix(east: 5000 + Double(look % 2) * 30), at: at(look * 600)) }
        shape.finish()
        #expect(shape.stays.map { Int($0.length.inSeconds) } == [3000, 3000])
        #expect(shape.gapMeters > 4900)
    }

    @Test("leaves out an echo, and goes on after a jump that stays")
    func echo() {
        var shape = DayShape()
        var judgements: [DayShape.Judgement] = []
        for second in 0..<100 { judgements.append(shape.add(fix(east: 0, speed: 0), at: at(second))) }
        for second in 100..<104 { judgements.append(shape.add(fix(east: 700, speed: 0), at: at(second))) }
        for second in 104..<110 { judgements.append(shape.add(fix(east: 0, speed: 0), at: at(second))) }
        #expect(judgements.count { $0 == .doubtful } == 4)
        #expect(shape.meters == 0)
        for second in 110..<300 { judgements.append(shape.add(fix(east: 90_000, speed: 0), at: at(second))) }
        #expect(judgements.contains(.moved))
        #expect(shape.meters == 0)
    }
}

@Suite("A series of values over time")
struct TimeSeriesTests {
    @Test("keeps the largest values of a week in bounded memory")
    func week() {
        let start = UTCInstant(secondsSince1970: 0)
        var series = TimeSeries(start: start)
        for second in stride(from: 0, to: 7 * 86_400, by: 10) {
            series.add(second == 300_000 ? 50 : 3, at: start.advanced(by: .seconds(second)))
        }
        series.add(9, at: start.advanced(by: .seconds(-5)))
        #expect(series.bins.count <= TimeSeries.limit && series.bins.count > TimeSeries.limit / 3)
        #expect(series.quantile(1) == 50 && series.quantile(0.5) == 3)
    }
}
