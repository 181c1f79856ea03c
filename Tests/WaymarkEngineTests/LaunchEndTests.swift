import LocationModel
import Testing
import WaymarkEngine

@Suite("The program of an app that runs")
struct LaunchEndTests {
    @Test("goes on while one of its streams is still open")
    func oneStreamLeft() throws {
        var (scenario, _, launcher) = try Scenario.launching()
        let (program, _) = try scenario.serve(launcher)
        let stream = scenario.followEvents()
        scenario.disconnect(stream)
        scenario.advance(by: .seconds(30))
        #expect(!scenario.decisions.contains(.launch(.left(program.launch))))
        #expect(scenario.stops.isEmpty)
    }

    @Test("has left at once when its streams are closed after its launcher has said that it ended")
    func endedBeforeItsStreams() throws {
        var (scenario, _, launcher) = try Scenario.launching()
        let (program, provider) = try scenario.serve(launcher)
        try scenario.report(.ended(message: ""), of: program, on: launcher)
        #expect(!scenario.decisions.contains(.launch(.ended(program.launch))))
        scenario.disconnect(provider)
        #expect(scenario.decisions.contains(.launch(.ended(program.launch))))
        #expect(!scenario.decisions.contains(.launch(.left(program.launch))))
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
        _ = scenario.connectLauncher(.system)
        #expect(scenario.starts.map(\.app) == [.weather])
    }
}
