import LinuxSystem
import LocationModel
import TestSupport
import Testing
import Varlink
import VarlinkSocket
import Waymark
import WaymarkInterfaces

@Suite("Over a restart under a service manager", .ownThreads, .timeLimit(.minutes(10)))
struct RestartTests: ~Copyable {
    private static let app = "org.example.app"
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("every stream ends with the service, and the socket takes new ones before the service is back")
    func streams() async throws {
        let supervisor = try await Supervisor()
        func open<Parameters: MethodParameters>(
            _ parameters: Parameters
        ) throws -> ScriptedStream<Parameters> {
            try ScriptedClient(at: supervisor.socketPath).stream(parameters)
        }
        func ends<Parameters>(_ stream: ScriptedStream<Parameters>) async {
            await #expect(throws: ClientFailure.connectionClosed) {
                while true { _ = try await stream.next() }
            }
        }
        let host = try open(HostInterface.Watch())
        let follower = try open(LocationInterface.FollowLocation(app: Self.app))
        let events = try open(MonitorInterface.FollowEvents(app: Self.app))
        let decisions = try open(InspectInterface.WatchDecisions())
        _ = try await (host.next(), follower.next(), events.next(), decisions.next())
        supervisor.kill()
        await ends(host)
        await ends(follower)
        await ends(events)
        await ends(decisions)
        // Nobody serves the socket now; the kernel keeps who connects.
        let waiting = try open(HostInterface.Watch())
        try await supervisor.start()
        #expect(try await waiting.next().event == .session)
    }

    @Test("providers and hosts in Swift come back by themselves, and say again what is in view")
    func library() async throws {
        let supervisor = try await Supervisor(receiver: try StillRecording.url(in: folder))
        let first = try await ScriptedProvider(at: supervisor.socketPath)
        let host = WidgetHost(on: WaymarkService(socketPath: supervisor.socketPath))
        let widget = try await host.place("where", of: Self.app)
        await host.setVisible(true, widget)
        _ = first
        var (lists, losses) = (0, 0)
        for try await update in host.updates(of: [widget]) {
            if case .disconnected = update { losses += 1 }
            guard case .widgets(let widgets) = update else { continue }
            #expect(widgets.map(\.id) == [widget])
            lists += 1
            if lists == 4 { break }
            if lists == 2 { supervisor.kill() } else { #expect(try await supervisor.stop() == .status(0)) }
            try await supervisor.start()
        }
        #expect(losses == 3)
    }
}
