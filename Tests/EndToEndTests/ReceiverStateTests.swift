import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("The state of receivers", .ownThreads, .timeLimit(.minutes(10)))
struct ReceiverStateTests {
    private static let app = "org.example.app"

    @Test("is sent to watchers with each change and its reason")
    func watch() async throws {
        let folder = try TemporaryFolder()
        let daemon = try await DaemonProcess(receiver: try StillRecording.url(in: folder))
        let provider = try await ScriptedProvider(daemon, app: Self.app)
        let tool = Tool(daemon)
        let watching = try tool.start(["--format", "json", "receivers", "--watch"])
        try await waiting(until: "the first event: \(watching.errors)") { watching.output.contains("\n") }
        try await tool.succeed("authorize", Self.app, "--when-in-use", "--widgets")
        let widget = try await tool.succeed("place", Self.app, "where").trimmingNewline
        try await tool.succeed("show", widget)
        _ = try await provider.answer { $0.location != nil }
        try await waiting(until: "the change: \(watching.output)") {
            watching.output.contains(#""state":"fixed""#)
        }
        watching.signal(15)
        #expect(try await watching.end() == .status(0))
        let events = try JSON.lines(watching.output)
        #expect(events.enumerated().allSatisfy { $0.element["sequence"].int == $0.offset + 1 })
        let states = events.map { $0["receivers"][0]["state"].string }
        #expect(states.first == "off")
        #expect(states.contains("acquiring"))
        #expect(events.contains { $0["receivers"][0]["reason"].string == "nothingHeard" })
        #expect(states.last == "fixed")

        let status = try await tool.json("status")
        #expect(status["receiversOn"].bool == true)
        #expect(status["receiversSinceSeconds"].double ?? -1 >= 0)
        #expect(status["consumers"][0]["widget"].string == widget)
        #expect(status["consumers"][0]["ground"].string == "inView")
        let receiver = status["receivers"][0]
        #expect(receiver["number"].int == 0)
        #expect(receiver["followed"].bool == true)
        #expect(receiver["accuracyMeters"].double ?? 0 > 0)
        #expect(receiver["onSeconds"].double ?? 0 > 0)
        #expect(try await tool.succeed("status").contains("  for \(widget) of \(Self.app): in view"))
        #expect(try await tool.succeed("receivers").contains("fixed"))
        _ = provider
    }
}
