import LocationModel
import Testing
import WaymarkEngine

@Suite("The program of an app")
struct LaunchTests {
    @Test("is not told to end while it is asked for timelines, or its app is in use")
    func busy() throws {
        var (scenario, widget, launcher) = try Scenario.launching()
        let (_, provider) = try scenario.serve(launcher)
        scenario.advance(by: .seconds(50))
        scenario.forget()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: widget))
        scenario.advance(by: .seconds(20))
        try scenario.answer(scenario.onlyRequest(), on: provider)
        scenario.advance(by: .seconds(55))
        #expect(!scenario.providerEvents(to: provider).contains(.stop))
        let app = scenario.connectApp()
        scenario.advance(by: .seconds(600))
        #expect(!scenario.providerEvents(to: provider).contains(.stop))
        scenario.disconnect(app)
        scenario.advance(by: .seconds(60))
        #expect(scenario.providerEvents(to: provider).contains(.stop))
    }

    @Test("is started at once where the provider went away while its widget waited for a fix")
    func goneWhileWaiting() throws {
        var (scenario, _, provider) = try Scenario.viewed()
        try scenario.install()
        _ = scenario.connectLauncher()
        scenario.advance(by: .seconds(60))
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        #expect(scenario.requests.isEmpty, "it waits for a fix")
        scenario.disconnect(provider)
        #expect(scenario.starts.count == 1)
    }

    @Test("is started once for all its kinds and widgets, and again only after it has ended")
    func once() throws {
        var (scenario, widget, launcher) = try Scenario.launching()
        _ = try scenario.place()
        #expect(scenario.starts.count == 1)
        let program = try #require(scenario.starts.first)
        scenario.advance(by: .seconds(10))
        #expect(
            scenario.launchObstacle(of: widget) == .starting(program.launch, remaining: .seconds(20)),
            "of the 30 that a start may take"
        )
        try scenario.report(.started(isOwn: true), of: program, on: launcher)
        let provider = scenario.connectProvider()
        for request in scenario.requests { try scenario.answer(request, on: provider) }
        scenario.advance(by: .seconds(60))
        scenario.disconnect(provider)
        scenario.forget()
        // The unit has not ended yet: it would be started beside itself.
        let third = try scenario.place()
        #expect(scenario.starts.isEmpty)
        #expect(
            scenario.launchObstacle(of: third) == .ending(program.launch, remaining: .seconds(35)),
            "5 until it is stopped, and 30 until that has succeeded or failed"
        )
        try scenario.report(.ended(message: ""), of: program, on: launcher)
        #expect(scenario.starts.count == 1)
    }

    @Test(
        "is started after a restart for a widget that no host shows anew, 30 s later or once there is a launcher",
        arguments: [0, 40]
    )
    func owedFromBefore(launcherAfter seconds: Int) throws {
        let (scenario, _, _) = try Scenario.launching(hasLauncher: false)
        let manifest = try AppManifest.startable(.user, unit: "weather-widgets.service")
        var catalogue = AppCatalogue()
        _ = catalogue.install([manifest])
        let start = scenario.now
        var engine = Engine(state: scenario.engine.savedState, catalogue: catalogue, at: start)
        let (session, call) = (SessionIdentifier(1), CallIdentifier(1))
        let launcher = Event.opened(session, .launcher(.user, running: []), by: .owner, call: call)
        func starts(_ effects: [Effect]) -> Int {
            effects.count { if case .tellLauncher(_, .start) = $0 { true } else { false } }
        }
        var effects = engine.handle(.manifestsInstalled([manifest], broken: []), at: start)
        if seconds == 0 { effects += engine.handle(launcher, at: start) }
        #expect(starts(effects) == 0, "a program that runs connects by itself")
        #expect(try #require(engine.nextDeadline) <= start.instant + .seconds(30))
        effects = engine.handle(.deadlineReached, at: start.advanced(by: .seconds(31)))
        if seconds > 0 {
            #expect(starts(effects) == 0)
            effects += engine.handle(launcher, at: start.advanced(by: .seconds(seconds)))
        }
        #expect(starts(effects) == 1)
    }

    @Test("that the launcher still runs after a restart of the service is adopted, and ends when it is idle")
    func adopted() throws {
        var (scenario, _, _) = try Scenario.launching(hasLauncher: false)
        let program = LaunchedProgram(app: .weather, launch: LaunchIdentifier(77))
        _ = scenario.connectLauncher(running: [program])
        #expect(scenario.starts.isEmpty, "it runs, and connects again by itself")
        scenario.advance(by: .seconds(3))
        let provider = scenario.connectProvider()
        try scenario.answer(scenario.onlyRequest(), on: provider)
        scenario.advance(by: .seconds(65))
        #expect(scenario.providerEvents(to: provider).contains(.stop))
        #expect(scenario.stops == [program])
    }

    @Test("that is connected already when the launcher comes back is adopted as it is, and lost when it ends")
    func adoptedConnected() throws {
        var (scenario, _, launcher) = try Scenario.launching()
        let (program, _) = try scenario.serve(launcher)
        scenario.disconnect(launcher)
        var restarted = Scenario(state: scenario.engine.savedState, at: scenario.now)
        try restarted.install()
        let again = restarted.connectProvider()
        let other = restarted.connectLauncher(running: [program])
        #expect(restarted.starts.isEmpty)
        let status = try #require(restarted.engine.programs(visibleTo: .owner, limit: 9).first)
        #expect(status.launch == program.launch && status.obstacle == nil)
        restarted.disconnect(again)
        try restarted.report(.ended(message: ""), of: program, on: other)
        #expect(restarted.engine.programs(visibleTo: .owner, limit: 9).isEmpty)
    }

    @Test("is forgotten with its app, and stopped")
    func forgotten() throws {
        var (scenario, _, launcher) = try Scenario.launching()
        let (program, _) = try scenario.serve(launcher)
        try scenario.call(.forget(.weather))
        #expect(scenario.stops == [program])
        #expect(scenario.engine.programs(visibleTo: .owner, limit: 9).isEmpty)
    }
}

@Suite("Whose launcher starts what")
struct LauncherPermissionTests {
    @Test("A unit of the system is not started because a person's own manifest names it")
    func ownManifest() throws {
        var scenario = Scenario()
        let manifest = try AppManifest.startable(.system, unit: "sshd.service")
        try scenario.call(.registerManifest(manifest, text: "…", user: Caller.owner.user))
        _ = scenario.connectLauncher(.system)
        let provider = scenario.connectProvider()
        scenario.disconnect(provider)
        let widget = try scenario.place()
        #expect(scenario.starts.isEmpty)
        #expect(scenario.launchObstacle(of: widget) == .notInstalled)
    }

    @Test("A launcher reports about programs of its own user, on its own session")
    func reports() throws {
        var (scenario, _, launcher) = try Scenario.launching()
        let program = try #require(scenario.starts.first)
        #expect(throws: Refusal.unknownSession(launcher)) {
            try scenario.report(.ended(message: ""), of: program, on: launcher, by: .neighbour)
        }
        let foreign = scenario.connectLauncher(by: .neighbour)
        #expect(throws: Refusal.notPermitted) {
            try scenario.report(.ended(message: ""), of: program, on: foreign, by: .neighbour)
        }
        #expect(scenario.launchFailure == nil)
        let other = LaunchedProgram(app: .weather, launch: LaunchIdentifier(999))
        try scenario.report(.ended(message: ""), of: other, on: launcher)
        #expect(scenario.launchFailure == nil, "it is about another start")
    }
}

@Suite("The program of an app that runs")
struct LaunchEndTests {
    @Test("goes on while one of its streams is still open")
    func oneStreamLeft() throws {
        var (scenario, _, launcher) = try Scenario.launching()
        let (program, _) = try scenario.serve(launcher)
        let stream = scenario.followEvents()
        scenario.disconnect(stream)
        scenario.advance(by: .seconds(30))
        #expect(!scenario.decisions.contains(.launch(.programLeft(program.launch))))
        #expect(scenario.stops.isEmpty)
    }

    @Test("has ended once its streams are closed, if its launcher had said before that it ended")
    func endedBeforeItsStreams() throws {
        var (scenario, _, launcher) = try Scenario.launching()
        let (program, provider) = try scenario.serve(launcher)
        try scenario.report(.ended(message: ""), of: program, on: launcher)
        #expect(!scenario.decisions.contains(.launch(.programEnded(program.launch))))
        scenario.disconnect(provider)
        #expect(scenario.decisions.contains(.launch(.programEnded(program.launch))))
        #expect(!scenario.decisions.contains(.launch(.programLeft(program.launch))))
    }

    @Test("is not stopped where somebody else started it: neither idle, nor when it fails, nor with its app")
    func ranBefore() throws {
        for isForgotten in [nil, false, true] {
            var (scenario, _, launcher) = try Scenario.launching()
            let program = try #require(scenario.starts.first)
            try scenario.report(.started(isOwn: false), of: program, on: launcher)
            switch isForgotten {
            case nil:
                let provider = scenario.connectProvider()
                try scenario.answer(scenario.onlyRequest(), on: provider)
                scenario.advance(by: .seconds(3600))
                #expect(!scenario.providerEvents(to: provider).contains(.stop))
            case true: try scenario.call(.forget(.weather))
            case false:
                scenario.advance(by: .seconds(30))
                #expect(scenario.launchFailure == .notConnected)
            }
            #expect(scenario.stops.isEmpty)
        }
    }

    @Test("is adopted from no launcher but one of the manager that its manifest names")
    func adoptedFromOtherManager() throws {
        var (scenario, _, _) = try Scenario.launching(manager: .system, hasLauncher: false)
        let program = LaunchedProgram(app: .weather, launch: LaunchIdentifier(77))
        _ = scenario.connectLauncher(.user, running: [program])
        let adopted = scenario.engine.programs(visibleTo: .owner, limit: 9).map(\.launch)
        #expect(!adopted.contains(program.launch))
        let launcher = scenario.connectLauncher(.system)
        #expect(scenario.starts.map(\.app) == [.weather])
        try scenario.serve(launcher, by: .root)
    }
}
