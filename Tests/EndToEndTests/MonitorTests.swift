import LocationModel
import TestSupport
import Testing
import Waymark
import WaymarkInterfaces

@Suite("Monitoring with the real daemon", .ownThreads, .timeLimit(.minutes(10)))
struct MonitorTests: ~Copyable {
    private static let app = "org.example.app"
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A daemon at rest at a place, where two seconds are a visit, with an app that may always know.
    private func daemon() async throws -> DaemonProcess {
        let daemon = try await DaemonProcess(
            receiver: StillRecording.url(in: folder),
            configuration: "[Visits]\nDwell=2s\n"
        )
        let settings = try ScriptedClient(daemon)
        try settings.call(SettingsInterface.Authorize(app: Self.app, status: .authorizedAlways))
        return daemon
    }

    @Test("keeps an event for an app that does not run, through a kill, until the app acknowledges it")
    func kept() async throws {
        let daemon = try await daemon()
        let start = MonitorInterface.StartMonitoring(app: Self.app, service: .significantChanges)
        let state = try ScriptedClient(daemon).call(start).state
        #expect(state.services == [.significantChanges] && state.diagnostics.isEmpty)
        try await daemon.hasLogged("a significant change, waits until the app acknowledges it")
        daemon.kill()
        try await daemon.restart()
        let follow = MonitorInterface.FollowEvents(app: Self.app)
        var identifiers: [String] = []
        for _ in 0..<2 {
            let stream = try ScriptedClient(daemon).stream(follow)
            let first = try await stream.next()
            #expect(first.sequence == 1 && first.event == .state && first.state?.place != nil)
            let event = try #require(try await stream.next().occurrence)
            #expect(event.kind == .significantChange)
            #expect(abs(try #require(event.place).latitudeDegrees - StillRecording.latitudeDegrees) < 1e-3)
            identifiers.append(event.identifier)
        }
        #expect(Set(identifiers).count == 1, "the same event has the same identifier")
        let client = try ScriptedClient(daemon)
        let waiting = try client.call(InspectInterface.ExplainApp(app: Self.app)).waiting
        #expect(waiting.map(\.event) == [identifiers[0]])
        try client.call(MonitorInterface.Acknowledge(app: Self.app, event: identifiers[0]))
        try client.call(MonitorInterface.Acknowledge(app: Self.app, event: identifiers[0]))
        daemon.kill()
        try await daemon.restart()
        let stream = try ScriptedClient(daemon).stream(follow)
        #expect(try await stream.next().event == .state)
        // State and events are written in one turn, so an event would be there.
        #expect(try stream.poll() == nil)
    }
}
