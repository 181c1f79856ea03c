import LocationModel
import Testing
import WaymarkEngine

@Suite("An event that needs an unconfirmed always")
struct HeldMonitorEventTests {
    /// A weather app with a provisional always that monitors significant changes and does not run; the machine moves.
    private func held() throws -> AuthorizationScenario {
        var app = AuthorizationScenario()
        try app.settle(.always, .allowWhileUsing)
        try app.scenario.monitor(.significantChanges)
        app.scenario.arrive()
        app.endUse()
        app.scenario.advance(by: .seconds(300))
        app.scenario.travel(eastMeters: 2000)
        return app
    }

    @Test("waits for the app once the person has confirmed")
    func confirmed() throws {
        var app = try held()
        try app.answer(.allowAlways)
        #expect(app.scenario.waiting().map(\.isHeld) == [false])
        let stream = app.scenario.followEvents()
        #expect(app.scenario.occurrences(on: stream).map(\.eastMeters) == [2000])
    }

    @Test("is said to wait for the person's confirmation, and for how long")
    func explained() throws {
        var app = try held()
        let made = try #require(app.scenario.waiting().first)
        app.scenario.advance(by: .seconds(600))
        let age = made.date.duration(to: app.scenario.now.utc)
        let explanation = app.scenario.engine.explanation(of: .weather)
        #expect(explanation.waiting.map(\.wait) == [.confirmation(droppedAfter: .seconds(3600) - age)])
        #expect(explanation.monitoringSummary == "What happens now is kept until it follows its events.")
    }

    @Test("is deleted if the person keeps it to while using")
    func refused() throws {
        var app = try held()
        try app.answer(.keepWhileUsing)
        #expect(app.scenario.waiting().isEmpty)
    }

    @Test("is not told to the app when it runs again, which knows only what when in use allows")
    func notTold() throws {
        var app = try held()
        let stream = app.scenario.followEvents()
        #expect(app.scenario.occurrences(on: stream).isEmpty)
        #expect(app.scenario.states(on: stream).first?.place != nil)
    }

    @Test("is not held for longer because the clock is set back")
    func clockSetBack() throws {
        var app = try held()
        app.scenario.setWallClock(by: .seconds(-86_400))
        app.scenario.advance(by: .seconds(7200))
        #expect(app.scenario.waiting().isEmpty)
    }

    @Test("is dropped after an hour, also over a restart")
    func tooOld() throws {
        var app = try held()
        app.scenario.advance(by: .seconds(3500))
        #expect(app.scenario.waiting().count == 1)
        let state = app.scenario.engine.savedState
        app.scenario.advance(by: .seconds(100))
        #expect(app.scenario.waiting().isEmpty)
        let ages = app.scenario.decisions.compactMap {
            if case .monitor(.event(_, _, .dropped(.tooOld(let age)))) = $0 { age } else { nil }
        }
        #expect(ages == [.seconds(3600)])
        var restarted = AuthorizationScenario(state: state)
        restarted.scenario.setWallClock(by: .seconds(3800))
        restarted.scenario.advance(by: .seconds(3600))
        #expect(restarted.scenario.waiting().isEmpty)
    }
}
