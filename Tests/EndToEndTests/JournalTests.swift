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

    private func decide(_ client: ScriptedClient, _ status: AuthorizationChoice) throws {
        try client.call(SettingsInterface.Authorize(app: Self.app, status: status))
    }

    /// Denies and authorizes the app in turn.
    private func decide(_ client: ScriptedClient, times: Int) async throws {
        for number in 0..<times {
            let status: AuthorizationChoice = number.isMultiple(of: 2) ? .denied : .authorizedAlways
            try client.call(SettingsInterface.Authorize(app: Self.app, status: status))
        }
    }

    private func journal(_ tool: Tool, _ arguments: String...) async throws -> [JSON] {
        let outcome = try await tool.run(["journal", "--format", "json"] + arguments)
        #expect(outcome.ending == .status(0), "\(outcome.errors)")
        return try JSON.lines(outcome.output)
    }

    private func marks(_ decisions: some Sequence<JSON>) -> [String] {
        decisions.map { "\($0["time"].string ?? "") \($0["text"].string ?? "")" }
    }

    /// Waits until the service has written so many decisions.
    private func written(_ count: Int, in directory: String) async throws {
        let script = """
            import sqlite3, sys
            try:
                print(sqlite3.connect(sys.argv[1]).execute("SELECT count(*) FROM decisions").fetchone()[0])
            except sqlite3.OperationalError:
                print(0)  # It is being made.
            """
        try await waiting(until: "\(count) written decisions") {
            let python = try RunningProgram([
                Python.interpreter, "-c", script, directory + "/journal.db",
            ])
            try #require(try await python.end() == .status(0), "\(python.errors)")
            return Int(python.output.trimmingNewline) ?? 0 >= count
        }
    }

    @Test("has last night's decisions after the service ended, and after it was killed")
    func restart() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let tool = Tool(daemon)
        var client = try ScriptedClient(daemon)
        let provider = try await ScriptedProvider(daemon)
        let widget = try client.call(HostInterface.Place(app: Self.app, kind: "where")).widget
        try decide(client, .authorizedAlways)
        let first = try await journal(tool)
        #expect(first.contains { $0["decision"].string == "placed" && $0["widget"].string == widget })

        daemon.signal(SIGTERM)
        #expect(try await daemon.end() == .status(0))
        try await daemon.restart()
        let second = try await journal(tool)
        #expect(marks(second.prefix(first.count)) == marks(first))
        client = try ScriptedClient(daemon)
        try decide(client, .denied)

        let third = try await journal(tool)
        try await written(third.count, in: daemon.stateDirectory)
        daemon.kill()
        try await daemon.restart()
        let all = try await journal(tool)
        #expect(marks(all.prefix(third.count)) == marks(third))
        #expect(all.allSatisfy { $0["evidence"].exists })
        #expect(all.areNumbered)

        let night = try await journal(tool, "--since", "yesterday", "--app", Self.app, "--limit", "1000")
        #expect(night.count { $0["app"].string == Self.app && $0["widget"].string == nil } >= 2)
        #expect(marks(try await journal(tool, "--limit", "4")) == marks(all.suffix(4)))
        let explanation = try await tool.json("explain", widget)
        #expect(explanation["decisions"].array.contains { $0["decision"].string == "placed" })
        withExtendedLifetime(provider) {}
    }

    @Test("is told once and whole to those who follow it while it grows, from the disk to the present")
    func following() async throws {
        let daemon = try await DaemonProcess(
            receiver: "gpsd://localhost:1",
            configuration: "[Socket]\nStallTimeout=5min\n"
        )
        let client = try ScriptedClient(daemon)
        try await decide(client, times: 700)
        let streams = try (0..<3).map { _ in
            try ScriptedClient(daemon).stream(InspectInterface.WatchDecisions(app: Self.app))
        }
        try await decide(client, times: 300)
        for stream in streams {
            var told: [InspectInterface.Decision] = []
            while told.count(where: { $0.app == Self.app }) < 1000 {
                let event = try await stream.next()
                #expect(event.dropped == nil)
                told += event.decisions
            }
            #expect(told.map(\.number) == Array(1...told.count))
            let own = told.filter { $0.app == Self.app }
            // Each decision undoes the one before it, so a lost or doubled one would show.
            #expect(zip(own, own.dropFirst()).allSatisfy { $0.text != $1.text })
            let times = own.compactMap { UTCInstant($0.time) }
            #expect(times.count == own.count && times == times.sorted())
        }
    }

    @Test(
        "of another user stays closed after a restart",
        .enabled(if: Stranger.isPossible, "only root can become another user")
    )
    func closed() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        try decide(try ScriptedClient(daemon), .authorizedAlways)
        let stranger = try await Stranger()
        _ = try await stranger.run(["authorize", "org.example.theirs", "--deny"], on: daemon)
        daemon.signal(SIGTERM)
        _ = try await daemon.end()
        try await daemon.restart()
        let theirs = try await stranger.run(["journal", "--format", "json"], on: daemon)
        #expect(theirs.ending == .status(0), "\(theirs.errors)")
        #expect(!theirs.output.contains(Self.app) && theirs.output.contains("org.example.theirs"))
        let decisions = try JSON.lines(theirs.output)
        #expect(decisions.areNumbered)
        let all = try await Tool(daemon).succeed("journal")
        #expect(all.contains(Self.app) && all.contains("org.example.theirs"))
    }
}
