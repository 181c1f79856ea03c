import LocationModel
import Testing

@testable import WaymarkEngine

@Suite("A stream of beacons")
struct BeaconFollowerTests {
    private func beacons(_ scenario: Scenario, _ stream: SessionIdentifier) -> [[UInt16]] {
        scenario.beacons(to: stream).map { $0.beacons.map(\.identity.minor) }
    }

    @Test("tells the beacons in range at once, and each change")
    func changes() throws {
        var scenario = try Scenario.known()
        let feed = scenario.openBeaconFeed()
        let stream = scenario.followBeacons()
        try scenario.hear([1, 2], from: feed, for: 2)
        let later = scenario.followBeacons(BeaconCondition(uuid: .shop, major: 1, minor: 2))
        let other = scenario.followBeacons()
        #expect(beacons(scenario, stream) == [[], [1, 2]])
        #expect(beacons(scenario, later) == [[2]])
        try scenario.hear([1, 2, 3], from: feed)
        #expect(beacons(scenario, stream).last == [1, 2, 3])
        #expect(beacons(scenario, other).last == [1, 2, 3])
        #expect(scenario.beacons(to: later).count == 1)
        scenario.advance(by: .seconds(10))
        #expect(scenario.beacons(to: stream).last == BeaconUpdate())
        #expect(scenario.beacons(to: later).last == BeaconUpdate())
    }

    @Test("is in the access log once, without a radius, and only when it told of a beacon")
    func accesses() throws {
        var scenario = try Scenario.known()
        let feed = scenario.openBeaconFeed()
        let stream = scenario.followBeacons()
        #expect(scenario.engine.savedState.accessLogs.isEmpty)
        for rssi in [-60.0, -70, -80] { try scenario.hear([1], rssi: rssi, from: feed) }
        #expect(scenario.beacons(to: stream).count == 4)
        let records = scenario.effects.compactMap {
            if case .commit(.accessed(let record, _, _)) = $0 { record } else { nil }
        }
        #expect(records.map(\.consumer) == [.follower(stream)])
        #expect(records.first?.horizontal68Meters == nil)
    }

    @Test("says why it has nothing: nobody listens, no Bluetooth, reduced accuracy, not allowed")
    func reasons() throws {
        var scenario = try Scenario.known()
        let stream = scenario.followBeacons()
        let feed = scenario.openBeaconFeed()
        try scenario.report(BeaconReport(isListening: false, problem: "no adapter"), from: feed)
        #expect(scenario.engine.obstacle(to: .beacons) == .bluetoothUnavailable)
        try scenario.report(BeaconReport(isListening: true), from: feed)
        #expect(scenario.engine.obstacle(to: .beacons) == nil)
        try scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
        try scenario.hear([1], from: feed)
        try scenario.authorize(.denied)
        scenario.send(.disconnected(feed))
        #expect(scenario.engine.obstacle(to: .beacons) == .noBeaconProgram)
        let expected: [[LiveDiagnostic]] = [
            [.beaconsUnavailable], [], [.beaconsUnavailable], [], [.accuracyLimited], [.authorizationDenied],
        ]
        #expect(scenario.beacons(to: stream).map(\.diagnostics) == expected)
        #expect(scenario.beacons(to: stream).allSatisfy { $0.beacons.isEmpty })
    }

    @Test("tells what one of several programs hears while another cannot listen")
    func severalPrograms() throws {
        var scenario = try Scenario.known()
        let stream = scenario.followBeacons()
        let (first, second) = (scenario.openBeaconFeed(), scenario.openBeaconFeed())
        try scenario.report(BeaconReport(isListening: false, problem: "no adapter"), from: first)
        #expect(scenario.engine.obstacle(to: .beacons) == nil)
        try scenario.hear([1], from: second)
        #expect(beacons(scenario, stream).last == [1])
        try scenario.report(BeaconReport(isListening: false, problem: "switched off"), from: second)
        #expect(scenario.engine.obstacle(to: .beacons) == .bluetoothUnavailable)
    }

    @Test("tells nothing that was heard before everybody stopped listening")
    func heardBefore() throws {
        var scenario = try Scenario.known()
        let stream = scenario.followBeacons()
        let feed = scenario.openBeaconFeed()
        try scenario.hear([1], from: feed)
        scenario.disconnect(feed)
        _ = try scenario.openListeningFeed()
        #expect(scenario.beacons(to: stream).last == BeaconUpdate())
        let later = scenario.followBeacons()
        #expect(scenario.beacons(to: later) == [BeaconUpdate()])
    }
}
