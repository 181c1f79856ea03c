import Glibc
import LocationModel
import TestSupport
import Testing
import Waymark
import WaymarkInterfaces

@Suite("A stream with the real daemon", .ownThreads, .timeLimit(.minutes(10)))
struct FollowTests {
    @Test("of locations is printed by waymarkctl once the person has answered, also over a restart")
    func locations() async throws {
        let daemon = try await DaemonProcess(receiver: StillRecording.url())
        let tool = Tool(daemon)
        let agent = try AnsweringAgent(daemon.socketPath)
        let following = try tool.start(["locate", "--follow"])
        let prompt = try await agent.answer(.allowWhileUsing)
        #expect(prompt.app == "io.waymark.waymarkctl")
        #expect(prompt.purpose == "Prints the location on the terminal.")
        try await waiting(until: "a location") { following.output.contains("52.520000,13.405000  ") }
        #expect(following.output.hasPrefix("no location: the person is being asked\n"))
        try await daemon.restart()
        let json = try tool.start(["--format", "json", "locate", "--follow", "--interval", "1"])
        try await waiting(until: "a location") { json.output.contains("\"location\":{") }
        for follower in [following, json] { #expect(try await follower.stop(by: SIGINT) == .status(0)) }
        #expect(following.errors.contains("waiting for the service"))
    }

    @Test("of headings is printed by waymarkctl heading")
    func headings() async throws {
        let folder = try TemporaryFolder()
        let daemon = try await DaemonProcess(receiver: StillRecording.compassURL(in: folder))
        let tool = Tool(daemon)
        try await tool.succeed("authorize", "io.waymark.waymarkctl", "when-in-use")
        #expect(try await tool.succeed("heading").hasSuffix(" degrees true\n"))
    }
}
