import LocationModel
import Testing
import WaymarkEngine

@Suite("A program that fails")
struct LaunchFailureTests {
    @Test("because it ends before it connects is tried again")
    func crashes() throws {
        var (scenario, _, launcher) = try Scenario.launching()
        let program = try #require(scenario.starts.first)
        try scenario.report(.started(isOwn: true), of: program, on: launcher)
        try scenario.report(.ended(message: "exit-code 1"), of: program, on: launcher)
        #expect(scenario.launchFailure == .ended(message: "exit-code 1"))
        #expect(scenario.stops.isEmpty, "there is nothing to stop")
        scenario.forget()
        scenario.advance(by: .seconds(5))
        #expect(scenario.starts.count == 1)
    }

    @Test(
        "because it goes away with a request unanswered, or that waits for a fix, is not started again at once",
        arguments: [false, true]
    )
    func abandons(_ waitsForFix: Bool) throws {
        var (scenario, widget, launcher) = try Scenario.launching()
        let program = try #require(scenario.starts.first)
        if waitsForFix {
            try scenario.show(widget)
            // The latest fix is too old then.
            scenario.advance(by: .seconds(20))
        }
        try scenario.report(.started(isOwn: true), of: program, on: launcher)
        let provider = scenario.connectProvider()
        #expect(scenario.requests.isEmpty == waitsForFix)
        scenario.forget()
        scenario.disconnect(provider)
        #expect(scenario.launchFailure == .abandoned)
        #expect(scenario.stops == [program], "the unit may still run")
        try scenario.report(.ended(message: "signal KILL"), of: program, on: launcher)
        #expect(scenario.starts.isEmpty)
        scenario.advance(by: .seconds(5))
        #expect(scenario.starts.count == 1)
    }

    @Test("is started at once when its manifest is corrected")
    func corrected() throws {
        var (scenario, _, launcher) = try Scenario.launching()
        for _ in 0..<5 {
            let program = try #require(scenario.starts.last)
            try scenario.report(.failed(.notFound, message: ""), of: program, on: launcher)
            scenario.advance(by: .seconds(40))
        }
        scenario.forget()
        scenario.advance(by: .seconds(10))
        #expect(scenario.starts.isEmpty, "it is left alone")
        try scenario.install(unit: "weather-provider.service")
        #expect(scenario.starts.count == 1)
    }
}

@Suite("For events, the program of an app")
struct EventLaunchTests {
    private func scenario() throws -> (Scenario, SessionIdentifier) {
        var scenario = try Scenario.monitoring(.significantChanges)
        try scenario.install()
        let launcher = scenario.connectLauncher()
        scenario.forget()
        return (scenario, launcher)
    }

    @Test("that crashes without acknowledging one is started for the next, and not for the same")
    func crashes() throws {
        var (scenario, launcher) = try scenario()
        scenario.travel(eastMeters: 3000)
        let program = try #require(scenario.starts.first)
        try scenario.report(.started(isOwn: true), of: program, on: launcher)
        let stream = scenario.followEvents()
        scenario.disconnect(stream)
        try scenario.report(.ended(message: ""), of: program, on: launcher)
        scenario.forget()
        scenario.advance(by: .seconds(600))
        #expect(scenario.starts.isEmpty)
        scenario.travel(eastMeters: 9000)
        #expect(scenario.starts.count == 1)
    }

    @Test("that connects without following them is stopped")
    func servesOnly() throws {
        var (scenario, launcher) = try scenario()
        scenario.travel(eastMeters: 3000)
        let program = try #require(scenario.starts.first)
        try scenario.report(.started(isOwn: true), of: program, on: launcher)
        _ = scenario.connectProvider()
        scenario.advance(by: .seconds(30))
        #expect(scenario.launchFailure == .notServed && scenario.stops == [program])
    }

    @Test("waits for the user's launcher where that has gone, and not for the time of another attempt")
    func launcherGone() throws {
        var (scenario, widget, launcher) = try Scenario.launching()
        let program = try #require(scenario.starts.last)
        try scenario.report(.failed(.notFound, message: "no such unit"), of: program, on: launcher)
        scenario.disconnect(launcher)
        #expect(scenario.launchObstacle(of: widget) == .noLauncher(manager: .user))
        scenario.advance(by: .seconds(600))
        #expect(
            scenario.starts.count == 1 && scenario.launchObstacle(of: widget) == .noLauncher(manager: .user)
        )
        _ = scenario.connectLauncher(by: .neighbour)
        #expect(scenario.starts.count == 1, "a launcher starts the programs of its own user")
        _ = scenario.connectLauncher()
        #expect(scenario.starts.count == 2)
    }

    @Test("waits for a launcher where that has gone, also while its program ends")
    func launcherGoneAtTheEnd() throws {
        var (scenario, _, launcher) = try Scenario.launching()
        let (program, provider) = try scenario.serve(launcher)
        scenario.disconnect(provider)
        let widget = try scenario.place()
        scenario.disconnect(launcher)
        #expect(scenario.launchObstacle(of: widget) == .noLauncher(manager: .user))
        // The launcher is back before the program has ended: that is waited for, and then it is started again.
        scenario.forget()
        launcher = scenario.connectLauncher()
        guard case .ending = scenario.launchObstacle(of: widget) else {
            Issue.record("it waits for \(String(describing: scenario.launchObstacle(of: widget)))")
            return
        }
        try scenario.report(.ended(message: ""), of: program, on: launcher)
        #expect(scenario.starts.count == 1)
    }

    @Test("is not started without a launcher, which is on record once for an event")
    func noLauncher() throws {
        var (scenario, launcher) = try scenario()
        scenario.disconnect(launcher)
        scenario.travel(eastMeters: 3000)
        scenario.advance(by: .seconds(600))
        let held = Decision.launch(.launchHeld(need: .events, obstacle: .noLauncher(manager: .user)))
        #expect(scenario.decisions.count { $0 == held } == 1)
        _ = scenario.connectLauncher()
        #expect(scenario.starts.count == 1)
    }
}
