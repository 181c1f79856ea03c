import Glibc
import LocationModel
import TestSupport
import Testing
import Waymark
import WaymarkInterfaces

@Suite("A stream of locations with the real daemon", .ownThreads, .timeLimit(.minutes(10)))
struct FollowTests: ~Copyable {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("is printed by waymarkctl once the person has answered, until Ctrl-C, also over a restart")
    func tool() async throws {
        let daemon = try await DaemonProcess(receiver: StillRecording.url(in: folder))
        let tool = Tool(daemon)
        let agent = try await ScriptedAgent(daemon)
        let following = try tool.start(["locate", "--follow"])
        let prompt = try await agent.nextPrompt()
        #expect(prompt.app == "io.waymark.waymarkctl")
        #expect(prompt.purpose == "Prints the location on the terminal.")
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
    }
}
