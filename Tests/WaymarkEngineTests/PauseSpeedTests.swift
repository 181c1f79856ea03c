import LocationModel
import Testing

@testable import WaymarkEngine

@Suite("A pause of receivers")
struct PauseSpeedTests {
    @Test("is as short as the recent speed demands, also once the receiver's time has stepped back")
    func timeStepsBack() throws {
        var cycle = DutyCycle()
        let start = Moment.start.instant
        func fix(eastMeters: Double) -> Fix {
            Fix(coordinate: Coordinate.home.offset(eastMeters: eastMeters, northMeters: 0))
        }
        cycle.record(fix(eastMeters: 0), observedAt: start + .seconds(3600), after: nil)
        cycle.record(fix(eastMeters: 0), observedAt: start, after: nil)
        cycle.record(fix(eastMeters: 425), observedAt: start + .seconds(20), after: nil)
        let pause = try #require(
            cycle.pause(
                after: fix(eastMeters: 425),
                observedAt: start + .seconds(20),
                remainingMeters: 1000,
                interval: .zero,
                settings: DutyCycle.Settings()
            )
        )
        // 20 m/s, since the first 25 m may be an error.
        #expect(abs(pause.duration.inSeconds - 50) < 1)
    }
}
