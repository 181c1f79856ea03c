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

    /// Makes a decision about the app.
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

    /// What tells one decision from another.
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
        #expect(all.map { $0["number"].int } == all.indices.map { $0 + 1 })

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

    @Test("has the latest decisions, as many as are wanted, also where they are found in several pieces")
    func latest() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        try await decide(try ScriptedClient(daemon), times: 600)
        let all = try await journal(Tool(daemon), "--app", Self.app, "--limit", "1000")
        #expect(all.count >= 600)
        for limit in [100, 101, 350] {
            let latest = try await journal(Tool(daemon), "--app", Self.app, "--limit", "\(limit)")
            #expect(marks(latest) == marks(all.suffix(limit)))
        }
    }

    @Test(
        "is told to root while it follows, whoever the decisions are about",
        .enabled(if: Stranger.isPossible, "only root can become another user")
    )
    func everybody() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let stream = try ScriptedClient(daemon).stream(InspectInterface.WatchDecisions())
        while try await stream.next().more == true {}
        let stranger = try await Stranger()
        _ = try await stranger.run(["authorize", "org.example.theirs", "--deny"], on: daemon)
        var told: [InspectInterface.Decision] = []
        while !told.contains(where: { $0.app == "org.example.theirs" }) {
            told += try await stream.next().decisions
        }
    }

    @Test("is told while it grows as far as it is asked for, and from now on if nothing of the past is")
    func wanted() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let client = try ScriptedClient(daemon)
        try decide(client, .denied)
        let filtered = try ScriptedClient(daemon).stream(InspectInterface.WatchDecisions(app: Self.app))
        while try await filtered.next().more == true {}
        let later = try ScriptedClient(daemon).stream(InspectInterface.WatchDecisions(limit: 0))
        #expect(try await later.next().decisions.isEmpty)
        try client.call(SettingsInterface.Authorize(app: "org.example.other", status: .denied))
        try decide(client, .authorizedAlways)
        var (told, all): ([InspectInterface.Decision], [InspectInterface.Decision]) = ([], [])
        while !told.contains(where: { $0.app == Self.app }) { told += try await filtered.next().decisions }
        while !all.contains(where: { $0.app == Self.app }) { all += try await later.next().decisions }
        #expect(all.contains { $0.app == "org.example.other" })
        #expect(!told.contains { $0.app == "org.example.other" })

        // The service goes on after a number that makes no sense.
        let wrong = try ScriptedClient(daemon).stream(InspectInterface.WatchDecisions(limit: -1))
        let error = await #expect(throws: ClientFailure.self) { try await wrong.next() }
        guard case .failed("org.varlink.service.InvalidParameter", _)? = error else {
            throw Overdue("a refusal, not \(String(describing: error))")
        }
        #expect(daemon.isRunning)
    }

    @Test("explains an app, and a widget, without what it has about others")
    func explanations() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let client = try ScriptedClient(daemon)
        let provider = try await ScriptedProvider(daemon)
        let (first, second) = (
            try client.call(HostInterface.Place(app: Self.app, kind: "where")).widget,
            try client.call(HostInterface.Place(app: Self.app, kind: "where")).widget
        )
        try client.call(SettingsInterface.Authorize(app: "org.example.other", status: .denied))
        for isOn in [false, true] { try client.call(SettingsInterface.SwitchServices(on: isOn)) }
        let ofApp = try client.call(InspectInterface.ExplainApp(app: Self.app)).decisions
        #expect(!ofApp.isEmpty && ofApp.allSatisfy { $0.app == Self.app })
        let ofWidget = try client.call(InspectInterface.Explain(widget: first)).decisions
        #expect(ofWidget.contains { $0.widget == first } && ofWidget.contains { $0.app == nil })
        #expect(!ofWidget.contains { $0.widget == second || $0.app == "org.example.other" })
        withExtendedLifetime(provider) {}
    }

    @Test("is told in no more pieces than have something in them")
    func nothing() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let client = try ScriptedClient(daemon)
        try await decide(client, times: 1000)
        let stream = try client.stream(InspectInterface.WatchDecisions(app: "org.example.other"))
        var pieces: [InspectInterface.WatchDecisions.Reply] = []
        repeat { pieces.append(try await stream.next()) } while pieces.last?.more == true
        #expect(pieces.dropLast().allSatisfy { !$0.decisions.isEmpty })
        #expect(pieces.flatMap(\.decisions).allSatisfy { $0.app != Self.app })
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
        #expect(decisions.map { $0["number"].int } == decisions.indices.map { $0 + 1 })
        let all = try await Tool(daemon).succeed("journal")
        #expect(all.contains(Self.app) && all.contains("org.example.theirs"))
    }

    @Test("leaves the disk when it is switched off, and comes back when it is switched on")
    func switchedOff() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let client = try ScriptedClient(daemon)
        let tool = Tool(daemon)
        let path = daemon.stateDirectory + "/journal.db"
        try decide(client, .denied)
        #expect(access(path, F_OK) == 0)
        try daemon.folder.write("[Journal]\nKeep=0\n", to: "waymarkd.conf")
        daemon.signal(SIGHUP)
        try await waiting(until: "the file to be removed") { access(path, F_OK) != 0 }
        #expect(access(path + "-wal", F_OK) != 0)
        #expect(try await journal(tool, "--app", Self.app).allSatisfy { $0["app"].string == nil })
        try decide(client, .authorizedAlways)
        #expect(try await journal(tool).contains { $0["app"].string == Self.app })
        try await daemon.restart()
        #expect(access(path, F_OK) != 0)
        #expect(!(try await journal(tool).contains { $0["app"].string == Self.app }))

        try daemon.folder.write("[Journal]\nKeep=1d\nSize=64K\n", to: "waymarkd.conf")
        daemon.signal(SIGHUP)
        try await waiting(until: "the file to be made") { access(path, F_OK) == 0 }
        try decide(try ScriptedClient(daemon), .denied)
        daemon.signal(SIGTERM)
        _ = try await daemon.end()
        try await daemon.restart()
        #expect(try await journal(tool).contains { $0["app"].string == Self.app })
    }

    @Test(
        "makes no call fail when only it finds no space, and loses nothing that fits into memory",
        .enabled(if: SmallDisk.canBeMade, "only root can mount a small disk")
    )
    func fullDisk() async throws {
        let disk = try SmallDisk(kilobytes: 1024)
        let daemon = try await DaemonProcess(
            receiver: "gpsd://localhost:1",
            stateDirectory: disk.path + "/state"
        )
        let client = try ScriptedClient(daemon)
        let tool = Tool(daemon)
        // A widget without a provider leaves nothing to be saved while the disk is full.
        _ = try await ScriptedProvider(daemon)
        let widget = try client.call(HostInterface.Place(app: Self.app, kind: "where")).widget
        try await written(try await journal(tool).count, in: disk.path + "/state")
        try disk.fill()
        // Apps come and go without a change of the state, but not without a decision.
        for _ in 0..<100 {
            let stream = try ScriptedClient(daemon).stream(LocationInterface.Open(app: Self.app))
            #expect(try await stream.next().session != nil)
        }
        try await daemon.hasLogged("the journal cannot be saved")
        #expect(try client.call(InspectInterface.Explain(widget: widget)).widget.widget == widget)
        let before = try await journal(tool)
        #expect(before.count { $0["decision"].string == "appConnected" } == 100)
        disk.free()
        try await daemon.hasLogged("the journal is saved again")
        daemon.signal(SIGTERM)
        #expect(try await daemon.end() == .status(0))
        try await daemon.restart()
        let after = try await journal(tool)
        #expect(marks(after.prefix(before.count)) == marks(before))
    }
}
