import LocationModel
import Testing
import WaymarkEngine

@Suite("A hundred programs that are needed at once")
struct LaunchQueueTests {
    private static let apps = (0..<100).map { AppKey.app("org.example.App\($0)") }

    /// A machine on which a hundred apps have a widget without a timeline, and then a launcher comes.
    private static func boot() throws -> (scenario: Scenario, launcher: SessionIdentifier) {
        var scenario = Scenario()
        let manifests = try apps.map { app in
            var manifest = AppManifest(identifier: app.app, name: LocalizedText("App"))
            let name = try #require(ExtensionName("main"))
            manifest.extensions = [AppExtension(name: name, kinds: [.calendar], wantsLocation: false)]
            manifest.provider = AppProgram(.unit(try #require(UnitName("app.service"))))
            return manifest
        }
        scenario.send(.manifestsInstalled(manifests, broken: []))
        for app in apps { _ = try scenario.place(KindKey(app: app, kind: .calendar)) }
        scenario.forget()
        let launcher = scenario.connectLauncher()
        return (scenario, launcher)
    }

    @Test("are started four at a time, in turn, and each widget gets its timeline")
    func inTurn() throws {
        var (scenario, launcher) = try Self.boot()
        var started: [AppKey] = []
        while started.count < 100 {
            let starts = scenario.starts
            try #require(!starts.isEmpty && starts.count <= 4, "after \(started.count)")
            scenario.forget()
            for program in starts {
                started.append(program.app)
                try scenario.report(.started(isOwn: true), of: program, on: launcher)
                let kinds = [WidgetKind.calendar: KindDeclaration(wantsLocation: false)]
                let provider = scenario.connectProvider(program.app, kinds: kinds)
                try scenario.answer(try #require(scenario.requests.last), on: provider)
                scenario.disconnect(provider)
            }
        }
        // All have waited for the launcher, so they are in the order of their names.
        #expect(started == Self.apps.sorted())
        #expect(scenario.starts.isEmpty)
    }

    @Test("do not wait for ever for four that hang, and say what they wait for")
    func hanging() throws {
        var (scenario, _) = try Self.boot()
        let hanging = Set(scenario.starts.map(\.app))
        #expect(hanging.count == 4)
        let widgets = scenario.engine.savedState.widgets.filter { !hanging.contains($0.value.kind.app) }
        let waiting = try #require(widgets.keys.min())
        #expect(scenario.launchObstacle(of: waiting) == .queued(starting: 4))
        scenario.forget()
        scenario.advance(by: .seconds(30))
        #expect(scenario.starts.count == 4)
        #expect(hanging.isDisjoint(with: scenario.starts.map(\.app)))
    }

    @Test("of one user do not keep another's from being started")
    func twoUsers() throws {
        var (scenario, _) = try Self.boot()
        let other = AppKey(user: Caller.neighbour.user, app: Self.apps[0].app)
        _ = scenario.connectLauncher(by: .neighbour)
        scenario.forget()
        _ = try scenario.place(KindKey(app: other, kind: .calendar), by: .neighbour)
        #expect(scenario.starts.map(\.app) == [other])
    }
}
