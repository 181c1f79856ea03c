import Glibc
import LocationModel
import TestSupport
import Testing
import Waymark
import WaymarkInterfaces

@Suite("A stream of locations with the real daemon", .ownThreads, .timeLimit(.minutes(10)))
struct FollowTests: ~Copyable {
    private static let app = "org.example.app"
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func authorize(_ daemon: DaemonProcess, _ status: SettingsInterface.AuthorizationChoice) throws {
        try ScriptedClient(daemon).call(SettingsInterface.Authorize(app: Self.app, status: status))
    }

    /// Waits for the next update, skipping keep-alive events.
    private func update(
        _ stream: ScriptedStream<LocationInterface.FollowLocation>,
        where matches: (LocationInterface.FollowLocation.Reply) -> Bool = { _ in true }
    ) async throws -> LocationInterface.FollowLocation.Reply {
        while true {
            let reply = try await stream.next()
            if reply.event == .update, matches(reply) { return reply }
        }
    }

    @Test("tells why there is nothing, then each location, and the person sees one access")
    func updates() async throws {
        let daemon = try await DaemonProcess(receiver: "file://\(MainJobTests.recording)?speed=10&loop")
        let client = try ScriptedClient(daemon)
        let stream = try ScriptedClient(daemon).stream(LocationInterface.FollowLocation(app: Self.app))
        let first = try await update(stream)
        #expect(first.sequence == 1 && first.location == nil)
        #expect(first.diagnostics == [.authorizationNotDetermined])
        #expect(first.text == "the person has not decided about the app yet")

        try authorize(daemon, .authorizedWhenInUse)
        let unknown = try await update(stream)
        #expect(unknown.diagnostics == [.locationUnavailable] && unknown.absence?.reason == .locationUnknown)
        var places: Set<Double> = []
        while places.count < 5 {
            let reply = try await update(stream)
            guard let location = reply.location else { continue }
            #expect(reply.diagnostics == nil && location.age < .seconds(5))
            places.insert(location.coordinate.latitudeDegrees)
        }
        let consumer = try #require(try client.call(InspectInterface.GetStatus()).consumers.first)
        #expect(consumer.session != nil && consumer.want == .everyFix && consumer.ground == .appInUse)
        let accesses = try client.call(SettingsInterface.ListAccesses()).accesses
        #expect(accesses.count == 1 && accesses[0].session == consumer.session)
        try authorize(daemon, .denied)
        let denied = try await update(stream) { $0.location == nil }
        #expect(denied.diagnostics == [.authorizationDenied])
        #expect(try client.call(InspectInterface.GetStatus()).consumers.isEmpty)
    }

    @Test("is printed by waymarkctl locate --follow until it is interrupted, also over a restart")
    func tool() async throws {
        let daemon = try await DaemonProcess(receiver: StillRecording.url(in: folder))
        let tool = Tool(daemon)
        let agent = try await ScriptedAgent(daemon)
        let following = try tool.start(["locate", "--follow"])
        let prompt = try await agent.nextPrompt()
        try agent.calls.call(agent.answer(prompt.prompt, .allowWhileUsing))
        try await waiting(until: "a location") { following.output.contains("52.520000,13.405000  ") }
        #expect(following.output.hasPrefix("no location: the person has not decided about the app yet\n"))
        try await daemon.restart()
        let json = try tool.start(["--format", "json", "locate", "--follow", "--interval", "1"])
        try await waiting(until: "a location") { json.output.contains("\"location\":{") }
        for follower in [following, json] {
            follower.signal(SIGINT)
            #expect(try await follower.end() == .status(0))
        }
        #expect(following.errors.contains("waiting for the service"))
        #expect(try await tool.run("locate", "--interval", "1").ending == .status(2))
        #expect(try await tool.run("locate", "--follow", "--deadline", "1").ending == .status(2))
    }
}
