import LocationModel
import Testing
import WaymarkEngine

@Suite("A snapshot for a gallery")
struct SnapshotTests {
    private func scenario() throws -> (scenario: Scenario, provider: SessionIdentifier) {
        var scenario = Scenario()
        scenario.send(.manifestsInstalled([try PlaceableKindTests.manifest()], broken: []))
        let provider = scenario.connectProvider()
        return (scenario, provider)
    }

    @Test("is made by the provider without permission, location, access or charge")
    func made() throws {
        var (scenario, provider) = try scenario()
        let request = try scenario.requestSnapshot(family: .small)
        let asked = try #require(scenario.snapshotRequests.first)
        #expect(asked.setup == WidgetSetup(family: .small, configuration: .init(["units": .text("metric")])))
        #expect(scenario.engine.usage(of: .requests, by: Caller.owner.user) == 1)
        try scenario.call(.deliverSnapshot(provider, request, content: #"{"text":"12°"}"#))
        #expect(scenario.snapshots.map(\.content) == [#"{"text":"12°"}"#])
        #expect(scenario.snapshots.map(\.absence) == [nil])
        #expect(scenario.engine.usage(of: .requests, by: Caller.owner.user) == 0)
        #expect(scenario.engine.savedState.accessLogs.isEmpty)
        #expect(scenario.requests.isEmpty)
        #expect(throws: Refusal.requestOver(request, .answered)) {
            try scenario.call(.deliverSnapshot(provider, request, content: nil))
        }
    }

    @Test("is the placeholder after two seconds, or when the provider fails or goes away")
    func placeholder() throws {
        var (scenario, provider) = try scenario()
        let late = try scenario.requestSnapshot()
        scenario.advance(by: .seconds(2))
        let failed = try scenario.requestSnapshot()
        try scenario.call(.deliverSnapshot(provider, failed, content: nil))
        #expect(scenario.snapshots.count == 2, "at once")
        _ = try scenario.requestSnapshot()
        scenario.disconnect(provider)
        scenario.send(
            .snapshotRequested(.here, family: nil, configuration: nil, by: .owner, call: CallIdentifier(99))
        )
        #expect(scenario.snapshots.map(\.absence) == [.late, .failed, .failed, .noProvider])
        #expect(scenario.snapshots.allSatisfy { $0.content == #"{"text":"--"}"# })
        #expect(throws: Refusal.unknownSession(provider)) {
            try scenario.call(.deliverSnapshot(provider, late, content: nil))
        }
        #expect(scenario.engine.usage(of: .requests, by: Caller.owner.user) == 0)
    }

    @Test("is refused for kinds that are not there, wrong configurations, and other users")
    func refused() throws {
        var (scenario, _) = try scenario()
        func refusal(
            _ kind: KindKey,
            _ values: ConfigurationValues? = nil,
            by caller: Caller = .owner
        ) -> Refusal? {
            scenario.forget()
            let call = CallIdentifier(99)
            scenario.send(
                .snapshotRequested(kind, family: nil, configuration: values, by: caller, call: call)
            )
            return scenario.refusals.first
        }
        #expect(refusal(KindKey(app: .tides, kind: .here)) == .unknownKind(AppKey.tides.app, .here))
        #expect(refusal(.here, .init(["hours": .integer(25)])) != nil)
        #expect(refusal(.here, by: .neighbour) == .notPermitted)
    }

    @Test("needs no configuration, not even the values that placing a widget requires")
    func required() throws {
        var town = try #require(ConfigurationProperty(name: "town", type: .string))
        town.isRequired = true
        var manifest = try PlaceableKindTests.manifest()
        manifest.kindDetails[.here]?.configuration = ConfigurationSchema([town])
        var scenario = Scenario()
        scenario.send(.manifestsInstalled([manifest], broken: []))
        _ = scenario.connectProvider()
        _ = try scenario.requestSnapshot()
        #expect(scenario.refusals.isEmpty)
        #expect(throws: Refusal.invalidConfiguration(.missing(town))) { try scenario.place() }
        #expect(scenario.engine.widgetCount == 0)
    }
}
