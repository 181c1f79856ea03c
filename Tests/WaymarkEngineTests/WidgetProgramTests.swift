import LocationModel
import Testing
import WaymarkEngine

@Suite("A program that serves widgets")
struct WidgetProgramTests {
    private static let provider = ProcessKey(number: 100, startTicks: 5000)
    private static let service = "/user.slice/user-1000.slice/user@1000.service/app.slice/weather.service"

    private static let ways: [@Sendable (inout Scenario, Caller) throws -> Void] = [
        { scenario, caller in _ = scenario.connectApp(by: caller) },
        { scenario, caller in _ = scenario.requestLocation(by: caller) },
        { scenario, caller in _ = scenario.follow(by: caller) },
        { scenario, caller in
            _ = scenario.openStream {
                .opened($0, .follower(.heading(filterDegrees: 1), of: .weather), by: caller, call: $1)
            }
        },
        { scenario, caller in
            let beacons = try #require(BeaconCondition(text: "9d1c2a40-5f1e-4d5e-8c3b-0123456789ab"))
            _ = scenario.openStream {
                .opened($0, .follower(.beacons(beacons), of: .weather), by: caller, call: $1)
            }
        },
        { scenario, caller in _ = scenario.hold(.init(level: .whenInUse), by: caller) },
        { scenario, caller in _ = scenario.followEvents(by: caller) },
        { scenario, caller in
            _ = try? scenario.call(.startMonitoring(.weather, .significantChanges), by: caller)
        },
        { scenario, caller in
            let rode = try #require(AnchorRode(chainMeters: 40))
            _ = try? scenario.call(.anchor(.weather, .drop(rode)), by: caller)
        },
        { scenario, caller in try? scenario.addRegion("shop", eastMeters: 900, by: caller) },
    ]

    private static func caller(
        _ line: ProcessKey...,
        service: String? = nil,
        user: UserIdentifier = Caller.owner.user
    ) -> Caller {
        Caller(user: user, origin: ProcessOrigin(line: line, service: service))
    }

    private static let child = ProcessKey(number: 101, startTicks: 5010)

    /// A person who lets the app know in use, and its widgets not.
    private func scenario() throws -> Scenario {
        var scenario = Scenario()
        try scenario.authorize(.authorizedWhenInUse, widgets: .refused)
        return scenario
    }

    private func isInUse(_ scenario: Scenario) -> Bool { scenario.engine.summary(of: .weather).isInUse }

    private func refusals(_ scenario: Scenario) -> Int {
        scenario.effects.count { if case .refuse(_, .servesWidgets) = $0 { true } else { false } }
    }

    @Test("is not the app: neither its process, nor one that it has started, nor one of its service")
    func refused() throws {
        let callers = [
            Self.caller(Self.provider), Self.caller(Self.child, Self.provider),
            Self.caller(ProcessKey(number: 7, startTicks: 9), service: Self.service),
        ]
        for way in Self.ways {
            for caller in callers {
                var scenario = try scenario()
                let process = ProviderProcess(Self.provider, service: Self.service)
                let provider = scenario.connectProvider(process: process)
                scenario.fix()
                scenario.forget()
                // Commands are refused to their caller; the others, which wait, by an effect.
                let before = scenario.engine.monitorState(of: .weather)
                try way(&scenario, caller)
                try way(&scenario, caller)
                #expect(!isInUse(scenario))
                #expect(scenario.engine.monitorState(of: .weather) == before)
                #expect(refusals(scenario) == 2)
                #expect(
                    scenario.decisions.filter { $0 == .authorization(.servesWidgets(provider)) }.count == 1,
                    "once is enough for the author"
                )
                scenario.disconnect(provider)
                try way(&scenario, caller)
                #expect(refusals(scenario) == 2, "it is the app again once it no longer serves")
            }
        }
    }

    @Test(
        "does not affect its parent, others in its scope, another user's program, or one with its process ID",
        arguments: [
            caller(ProcessKey(number: 99, startTicks: 4000)),
            caller(child, ProcessKey(number: 99, startTicks: 4000)),
            caller(ProcessKey(number: provider.number, startTicks: 6000)),
            caller(child, service: service + "/inner.service"),
            .owner,
        ]
    )
    func others(_ caller: Caller) throws {
        for way in Self.ways {
            var scenario = try scenario()
            _ = scenario.connectProvider(process: ProviderProcess(Self.provider))
            try way(&scenario, caller)
            #expect(refusals(scenario) == 0)
        }
        var neighbour = try scenario()
        _ = neighbour.connectProvider(process: ProviderProcess(Self.provider))
        let app = AppKey(user: Caller.neighbour.user, app: AppKey.weather.app)
        _ = neighbour.connectApp(app, by: Self.caller(Self.provider, user: Caller.neighbour.user))
        #expect(refusals(neighbour) == 0, "it concerns one user")
    }

    @Test("has its streams as an app ended when it begins to serve, and leaves its widgets no moment of use")
    func openedBefore() throws {
        var scenario = try scenario()
        scenario.fix()
        let own = Self.caller(Self.child, Self.provider)
        let stream = scenario.connectApp(by: own)
        let follower = scenario.follow(by: own)
        let events = scenario.followEvents(by: own)
        let other = scenario.connectApp(.tides)
        #expect(isInUse(scenario))
        scenario.forget()
        _ = scenario.connectProvider(process: ProviderProcess(Self.provider))
        let ended = scenario.effects.compactMap {
            if case .endStream(let session, .servesWidgets) = $0 { session } else { nil }
        }
        #expect(ended == [stream, follower, events])
        #expect(!isInUse(scenario))
        #expect(scenario.engine.summary(of: .tides).isInUse)
        _ = try scenario.place()
        #expect(try scenario.onlyRequest().location.absence == .unauthorized)
        scenario.forget()
        scenario.fix(eastMeters: 10)
        #expect(scenario.updates(to: follower).isEmpty)
        scenario.disconnect(other)
    }

    @Test("has its waiting call for a location refused when it begins to serve")
    func waitingCall() throws {
        var scenario = try scenario()
        _ = scenario.requestLocation(by: Self.caller(Self.provider))
        scenario.forget()
        _ = scenario.connectProvider(process: ProviderProcess(Self.provider))
        #expect(refusals(scenario) == 1)
        scenario.fix()
        #expect(!scenario.effects.contains { if case .reply(_, .location) = $0 { true } else { false } })
        #expect(scenario.engine.receiverNeed == nil)
    }

    @Test("does not end the use by another program of the app")
    func twoPrograms() throws {
        var scenario = try scenario()
        _ = scenario.connectApp(by: Self.caller(ProcessKey(number: 50, startTicks: 100)))
        _ = scenario.connectApp(by: Self.caller(Self.provider))
        _ = scenario.connectProvider(process: ProviderProcess(Self.provider))
        #expect(isInUse(scenario))
        scenario.arrive()
        _ = try scenario.place()
        #expect(try scenario.onlyRequest().location.isLocation)
    }
}
