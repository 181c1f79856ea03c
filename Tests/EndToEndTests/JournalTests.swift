import Glibc
import LocationModel
import TestSupport
import Testing
import Varlink
import VarlinkSocket
import WaymarkInterfaces

@Suite("The journal", .ownThreads, .timeLimit(.minutes(10)))
struct JournalTests {
    private static let app = "org.example.app"

    private func journal(_ tool: Tool, _ arguments: String...) async throws -> [JSON] {
        let outcome = try await tool.run(["journal", "--format", "json"] + arguments)
        #expect(outcome.ending == .status(0), "\(outcome.errors)")
        return try JSON.lines(outcome.output)
    }

    private func marks(_ decisions: some Sequence<JSON>) -> [String] {
        decisions.map { "\($0["time"].string ?? "") \($0["text"].string ?? "")" }
    }

    @Test("has last night's decisions after the service ended")
    func restart() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let tool = Tool(daemon)
        let client = try ScriptedClient(daemon)
        let provider = try await ScriptedProvider(daemon)
        let widget = try client.call(HostInterface.Place(app: Self.app, kind: "where")).widget
        try client.authorize(Self.app, .authorizedAlways)
        let first = try await journal(tool)
        #expect(first.contains { $0["decision"].string == "placed" && $0["widget"].string == widget })

        daemon.signal(SIGTERM)
        #expect(try await daemon.end() == .status(0))
        try await daemon.restart()
        let second = try await journal(tool)
        #expect(marks(second.prefix(first.count)) == marks(first) && second.areNumbered)

        try ScriptedClient(daemon).authorize(Self.app, .denied)
        let all = try await journal(tool, "--since", "yesterday", "--app", Self.app, "--limit", "1000")
        #expect(all.count { $0["app"].string == Self.app && $0["widget"].string == nil } >= 2)
        let explanation = try await tool.json("explain", widget)
        #expect(explanation["decisions"].array.contains { $0["decision"].string == "placed" })
        withExtendedLifetime(provider) {}
    }
}
