import LocationModel
import Regions
import Testing
import WaymarkEngine

@Suite("A quota")
struct QuotaTests {
    private static let mine = Caller.owner.user

    /// A machine on which one user may have so many of something; everything else is as usual.
    private func scenario(_ quota: Quota, _ limit: Int, state: SavedState = SavedState()) -> Scenario {
        Scenario(settings: .with { $0.quotas[quota] = limit }, state: state)
    }

    private static func kinds(_ range: ClosedRange<Int>) -> [WidgetKind: KindDeclaration] {
        Dictionary(
            uniqueKeysWithValues: range.map { (.kind("kind\($0)"), KindDeclaration(wantsLocation: false)) }
        )
    }

    private static func timeline(_ size: Int) throws -> Timeline {
        let entry = TimelineEntry(date: Moment.start.utc, content: String(repeating: "x", count: size - 32))
        let timeline = try Timeline(entries: [entry], policy: .never)
        #expect(timeline.byteCount == size)
        return timeline
    }

    @Test("leaves something to whoever comes, although one person's many users take what they get")
    func shares() throws {
        var scenario = scenario(.widgets, 8)
        var taken: [Int] = []
        /// Places widgets of a user until that is refused, and returns how many.
        func fill(_ user: UserIdentifier) -> Int {
            let kind = KindKey(app: .app("org.example.Weather", of: user), kind: .here)
            _ = scenario.connectProvider(kind.app)
            var count = 0
            while count < 20, (try? scenario.place(kind, by: .root)) != nil { count += 1 }
            let users = count == 8 ? nil : taken.count + 1
            #expect(scenario.refusals.last == .quotaExceeded(.widgets, limit: count, users: users))
            return count
        }
        for number in 2001...2040 as ClosedRange<UInt32> { taken.append(fill(UserIdentifier(number))) }
        // 16 times the 8 are 128.
        #expect(taken.prefix(9) == [8, 8, 8, 8, 8, 8, 8, 8, 7] && taken.allSatisfy { $0 >= 1 })
        #expect(taken.reduce(0, +) < 128)
        #expect(fill(.root) == 8)
        _ = scenario.connectProvider()
        _ = try scenario.place()
    }

    @Test("of bytes of timelines refuses a longer one, keeps the last, and takes a shorter one")
    func timelineBytes() throws {
        var scenario = scenario(.timelineBytes, 1000)
        let provider = scenario.connectProvider(kinds: [.here: .init(wantsLocation: false)])
        let widget = try scenario.place()
        let request = try scenario.onlyRequest()
        #expect(throws: Refusal.quotaExceeded(.timelineBytes, limit: 1000)) {
            try scenario.answer(request, with: try Self.timeline(1001))
        }
        try scenario.answer(request, with: try Self.timeline(600))
        scenario.forget()
        _ = try scenario.place()
        let other = try scenario.onlyRequest()
        #expect(throws: Refusal.quotaExceeded(.timelineBytes, limit: 1000)) {
            try scenario.answer(other, with: try Self.timeline(401))
        }
        scenario.forget()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: widget))
        try scenario.answer(try scenario.onlyRequest(), with: try Self.timeline(500))
        try scenario.answer(other, with: try Self.timeline(500))
        let restarted = Scenario(state: scenario.engine.savedState)
        #expect(restarted.engine.usage(of: .timelineBytes, by: Self.mine) == 1000)
    }

    @Test("of kinds refuses a provider with too many, but not one with the same again")
    func kinds() {
        var scenario = scenario(.kinds, 4)
        _ = scenario.connectProvider(kinds: Self.kinds(1...4))
        _ = scenario.connectProvider(kinds: Self.kinds(4...5))
        #expect(scenario.refusals == [.quotaExceeded(.kinds, limit: 4)])
        #expect(scenario.engine.usage(of: .sessions, by: Self.mine) == 1, "a refused stream does not count")
        scenario.forget()
        _ = scenario.connectProvider(.neighboursWeather, kinds: Self.kinds(1...4))
        _ = scenario.connectProvider(kinds: Self.kinds(1...4))
        #expect(scenario.refusals.isEmpty)
    }

    @Test("of apps refuses decisions about new ones, not about known ones, until some are reset")
    func apps() throws {
        var scenario = scenario(.apps, 2)
        _ = scenario.connectProvider()
        try scenario.authorize(.denied, app: .tides)
        try scenario.authorize(.denied)
        let new = AppKey.app("org.example.New")
        #expect(throws: Refusal.quotaExceeded(.apps, limit: 2)) { try scenario.authorize(.denied, app: new) }
        _ = scenario.connectProvider(new)
        #expect(scenario.refusals == [.quotaExceeded(.apps, limit: 2), .quotaExceeded(.apps, limit: 2)])
        try scenario.authorize(.authorizedAlways, app: .tides)
        try scenario.call(.authorize(.neighboursWeather, SettingsChange(status: .denied)), by: .neighbour)
        try scenario.call(.reset(user: Self.mine, app: AppKey.tides.app))
        try scenario.authorize(.denied, app: new)
        #expect(scenario.engine.apps(visibleTo: .owner).map(\.app) == [new, .weather])
    }

    @Test("of apps refuses to allow more of them once, before they have been in use")
    func once() throws {
        var scenario = scenario(.apps, 2)
        var once = SettingsChange()
        once.isOnce = true
        let apps = (1...3).map { AppKey.app("org.example.App\($0)") }
        for app in apps.prefix(2) { try scenario.call(.authorize(app, once)) }
        #expect(throws: Refusal.quotaExceeded(.apps, limit: 2)) {
            try scenario.call(.authorize(apps[2], once))
        }
        #expect(scenario.engine.apps(visibleTo: .owner).map(\.app) == Array(apps.prefix(2)))
        try scenario.call(.reset(user: Self.mine, app: apps[0].app))
        try scenario.call(.authorize(apps[2], once))
    }

    @Test("of manifests refuses one more app's, until one is withdrawn")
    func manifests() throws {
        var scenario = scenario(.manifests, 1)
        func register(_ app: AppKey, text: String = "x", by caller: Caller = .owner) throws {
            let manifest = AppManifest(identifier: app.app, name: LocalizedText(text))
            try scenario.call(.registerManifest(manifest, text: text, user: caller.user), by: caller)
        }
        try register(.weather)
        try register(.weather, text: "y")
        #expect(throws: Refusal.quotaExceeded(.manifests, limit: 1)) { try register(.tides) }
        try register(.tides, by: .neighbour)
        try scenario.call(.withdrawManifest(.weather))
        try register(.tides)
    }

    @Test("of regions, of their vertices, and of what is monitored refuses one more, until one is given up")
    func monitoring() throws {
        var machine = scenario(.regions, 2)
        for name in ["a", "b", "b"] { try machine.addRegion(name, eastMeters: 0) }
        #expect(throws: Refusal.quotaExceeded(.regions, limit: 2)) {
            try machine.addRegion("c", eastMeters: 0, app: .tides)
        }
        try machine.call(.removeRegion(.named("a")))
        try machine.addRegion("c", eastMeters: 0, app: .tides)

        machine = scenario(.regionVertices, 6)
        let ring = [0.0, 1, 2, 0].compactMap { Coordinate(latitudeDegrees: $0 * $0, longitudeDegrees: $0) }
        let shape = RegionShape.polygons(try #require(PolygonShape(polygons: [[ring]])))
        for _ in 1...2 { try machine.call(.addRegion(.named("a"), .area(shape), assumingInside: nil)) }
        #expect(throws: Refusal.quotaExceeded(.regionVertices, limit: 6)) {
            try machine.call(.addRegion(.named("b"), .area(shape), assumingInside: nil))
        }
        #expect(machine.restarted().engine.usage(of: .regionVertices, by: Self.mine) == 4)

        machine = scenario(.monitors, 2)
        try machine.authorize(.authorizedAlways, app: .tides)
        let rode = try #require(AnchorRode(chainMeters: 30))
        for _ in 1...2 {
            try machine.monitor(.visits)
            try machine.call(.anchor(.tides, .drop(rode)))
        }
        #expect(throws: Refusal.quotaExceeded(.monitors, limit: 2)) {
            try machine.monitor(.significantChanges)
        }
        try machine.call(.reset(user: Self.mine, app: AppKey.tides.app))
        try machine.monitor(.significantChanges)
    }

    @Test("of sessions counts a stream of any kind, and frees it at its end")
    func everyStream() {
        let kinds: [(inout Scenario) -> SessionIdentifier] = [
            { $0.connectHost(by: .root) }, { $0.connectApp(.weather, by: .root) },
            { $0.connectAgent(by: .root) }, { $0.followEvents(.weather, by: .root) },
            { $0.connectLauncher(.system) }, { $0.openBeaconFeed() }, { $0.follow(by: .root) },
            { scenario in
                scenario.openStream {
                    .opened($0, .follower(.beacons(.shop), of: .weather), by: .root, call: $1)
                }
            },
        ]
        for open in kinds {
            var scenario = scenario(.sessions, 1)
            let first = open(&scenario)
            #expect(scenario.refusals.isEmpty)
            #expect(scenario.engine.usage(of: .sessions, by: .root) == 1)
            _ = open(&scenario)
            #expect(scenario.refusals == [.quotaExceeded(.sessions, limit: 1)])
            scenario.disconnect(first)
            #expect(scenario.engine.usage(of: .sessions, by: .root) == 0)
        }
    }

    @Test("of requests counts calls for a location and the questions of apps together")
    func requests() throws {
        var scenario = AuthorizationScenario().scenario
        scenario.send(.settingsChanged(.with { $0.quotas[.requests] = 1 }))
        let agent = scenario.connectAgent()
        let (weather, tides) = (scenario.connectApp(), scenario.connectApp(.tides))
        try scenario.call(.requestAuthorization(weather, .whenInUse))
        try scenario.call(.requestAuthorization(weather, .whenInUse))
        let refusal = Refusal.quotaExceeded(.requests, limit: 1)
        #expect(throws: refusal) { try scenario.call(.requestAuthorization(tides, .whenInUse)) }
        _ = scenario.requestLocation(of: .tides)
        #expect(scenario.refusals == [refusal, refusal])
        let prompt = try #require(scenario.engine.prompts(for: .owner).first)
        try scenario.call(.answerPrompt(agent, prompt.identifier, .allowWhileUsing, accuracy: nil))
        let call = scenario.requestLocation()
        #expect(throws: refusal) { try scenario.call(.requestAuthorization(tides, .whenInUse)) }
        scenario.send(.callAbandoned(call))
        try scenario.call(.requestAuthorization(tides, .whenInUse))
        #expect(scenario.engine.usage(of: .requests, by: Self.mine) == 1)
    }

    @Test("keeps what a restart restores beyond it, and refuses only additions")
    func restored() throws {
        let state = ManyApps.state(count: 3)
        let settings = EngineSettings.with { settings in
            for quota in [Quota.widgets, .kinds, .apps, .timelineBytes] { settings.quotas[quota] = 1 }
        }
        var scenario = Scenario(settings: settings, state: state)
        #expect(scenario.engine.savedState == state)
        let provider = scenario.connectProvider(ManyApps.app(1))
        #expect(scenario.refusals.isEmpty)
        let kind = KindKey(app: ManyApps.app(1), kind: .here)
        #expect(throws: Refusal.quotaExceeded(.widgets, limit: 1)) { try scenario.place(kind) }
        try scenario.authorize(.denied, app: ManyApps.app(2))
        #expect(throws: Refusal.quotaExceeded(.apps, limit: 1)) { try scenario.authorize(.denied) }
        scenario.forget()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        scenario.advance(by: .seconds(10))
        try scenario.answer(try scenario.onlyRequest())
    }

    @Test(
        "of apps and of requests keeps a stream from asking the person, and the stream tells what is missing",
        arguments: [Quota.apps, .requests]
    )
    func quotaOfStreams(_ quota: Quota) throws {
        var app = AuthorizationScenario(settings: .with { $0.quotas[quota] = 1 })
        if quota == .apps { try app.scenario.authorize(.denied, app: .tides) }
        let first = app.scenario.follow(of: .tides)
        let second = app.scenario.follow()
        let reason = quota == .apps ? LiveDiagnostic.authorizationDenied : .authorizationRequestInProgress
        #expect(app.scenario.diagnostics(of: first) == [[reason]])
        #expect(app.scenario.diagnostics(of: second) == [[.authorizationNotDetermined]])
        #expect(app.questions == (quota == .apps ? [] : [.whenInUse]))
    }
}
