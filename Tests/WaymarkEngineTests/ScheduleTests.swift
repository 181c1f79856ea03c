import LocationModel
import Testing
import WaymarkEngine

@Suite("The clock reloads a timeline")
struct ScheduleTests {
    @Test("at the date, where the policy is after, before or after the last entry", arguments: [400, 5000])
    func after(_ seconds: Int) throws {
        var scenario = try delivered { start in
            .entries(
                at: [start, start.advanced(by: .seconds(1200))],
                policy: .after(start.advanced(by: .seconds(seconds)))
            )
        }
        scenario.advance(by: .seconds(seconds) - .nanoseconds(1))
        #expect(scenario.requests.isEmpty)
        scenario.advance(by: .nanoseconds(1))
        #expect(try scenario.onlyRequest().reason == .dateReached)
    }

    @Test("not before its date by the wall clock, when that is set back during the least interval")
    func setBackDuringInterval() throws {
        var scenario = try delivered {
            .entries(at: [$0], policy: .after($0.advanced(by: .seconds(60))))
        }
        scenario.advance(by: .seconds(100))
        scenario.setWallClock(by: .seconds(-3600))
        scenario.advance(by: .seconds(3559))
        #expect(scenario.requests.isEmpty)
        scenario.advance(by: .seconds(1))
        #expect(scenario.requests.count == 1)
    }

    @Test("after a restart as before it, within the least interval")
    func restart() throws {
        var before = try delivered {
            .entries(at: [$0], policy: .after($0.advanced(by: .seconds(600))))
        }
        before.advance(by: .seconds(599))
        var scenario = Scenario(state: before.engine.savedState, at: before.now)
        _ = scenario.connectProvider(kinds: [.calendar: .init(wantsLocation: false)])
        #expect(scenario.requests.isEmpty)
        scenario.advance(by: .seconds(1))
        #expect(scenario.requests.count == 1)
    }

    @Test("with the least interval of the settings in force")
    func settingsChange() throws {
        var scenario = try delivered { .entries(at: [$0], policy: .atEnd) }
        var settings = EngineSettings()
        settings.minimumReloadInterval = .seconds(60)
        scenario.advance(by: .seconds(10))
        scenario.send(.settingsChanged(settings))
        scenario.advance(by: .seconds(50))
        #expect(scenario.requests.count == 1)
    }

    /// A widget without a wish for the location whose timeline was just accepted.
    private func delivered(_ timeline: (UTCInstant) -> Timeline) throws -> Scenario {
        var scenario = Scenario()
        let provider = scenario.connectProvider(kinds: [.calendar: .init(wantsLocation: false)])
        _ = try scenario.place(.calendar)
        try scenario.answer(scenario.onlyRequest(), with: timeline(scenario.now.utc), on: provider)
        scenario.forget()
        return scenario
    }
}
