import LinuxSystem
import LocationModel
import TestSupport
import Testing
import Varlink
import VarlinkSocket
import WaymarkInterfaces

@Suite("Over a restart under a service manager", .ownThreads, .timeLimit(.minutes(10)))
struct RestartTests {
    private static let app = "org.example.app"
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
}
