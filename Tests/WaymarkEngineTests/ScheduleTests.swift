import LocationModel
import Testing
import WaymarkEngine

@Suite("The clock reloads a timeline")
struct ScheduleTests {
    @Test("not before its date by the wall clock, when that is set back during the least interval")
    func setBackDuringInterval() throws {
        var scenario = try delivered(after: 60)
        scenario.advance(by: .seconds(100))
        scenario.setWallClock(by: .seconds(-3600))
        scenario.advance(by: .seconds(3559))
        #expect(scenario.requests.isEmpty)
        scenario.advance(by: .seconds(1))
        #expect(scenario.requests.count == 1)
    }

    @Test("with the least interval of the settings in force")
    func settingsChange() throws {
        var scenario = try delivered(after: 0)
        scenario.advance(by: .seconds(10))
        scenario.send(.settingsChanged(.with { $0.minimumReloadInterval = .seconds(60) }))
        scenario.advance(by: .seconds(50))
        #expect(scenario.requests.count == 1)
    }

    /// A widget without a wish for the location whose timeline was just accepted, with a date in so many seconds.
    private func delivered(after seconds: Int) throws -> Scenario {
        var scenario = Scenario()
        let provider = scenario.connectProvider(kinds: [.calendar: .init(wantsLocation: false)])
        _ = try scenario.place(.calendar)
        let policy = ReloadPolicy.after(scenario.now.utc.advanced(by: .seconds(seconds)))
        let timeline = Timeline.entries(at: [scenario.now.utc], policy: policy)
        try scenario.answer(scenario.onlyRequest(), with: timeline, on: provider)
        scenario.forget()
        return scenario
    }
}
