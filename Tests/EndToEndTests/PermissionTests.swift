import Glibc
import LocationModel
import TestSupport
import Testing
import Varlink
import WaymarkInterfaces

@Suite(
    "Another user",
    .enabled(if: Stranger.isPossible, "only root can act as another user"),
    .ownThreads,
    .timeLimit(.minutes(10))
)
struct PermissionTests {
    private static let app = "org.example.app"

    @Test("neither sees nor changes what belongs to others")
    func closed() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let provider = try await ScriptedProvider(daemon, app: Self.app)
        let client = try ScriptedClient(daemon)
        try client.call(SettingsInterface.Authorize(app: Self.app, status: .authorizedAlways))
        let widget = try client.call(HostInterface.Place(app: Self.app, kind: "where")).widget
        try provider.answer(try await provider.nextReload(), "the secret")
        let stranger = try await Stranger()

        for (arguments, member) in [(["apps"], "apps"), (["widgets"], "widgets")] {
            let outcome = try await stranger.run(["--format", "json"] + arguments, on: daemon)
            #expect(outcome.ending == .status(0), "\(outcome.errors)")
            let members = try outcome.json[member]
            #expect(members.exists && members.array.isEmpty, "\(arguments): \(outcome.output)")
        }
        let status = try await stranger.run(["--format", "json", "status"], on: daemon).json
        #expect(status["apps"].int == 0 && status["widgets"].int == 0 && status["sessions"].int == 0)
        let journal = try await stranger.run(["journal"], on: daemon)
        #expect(journal.ending == .status(0))
        #expect(!journal.output.contains(Self.app) && !journal.output.contains(widget))

        let refused: [([String], CInt)] = [
            (["show", widget], 4), (["hide", widget], 4), (["remove", widget], 4), (["explain", widget], 4),
            (["watch", widget], 4), (["journal", "--widget", widget], 4),
            (["place", Self.app, "where"], 4), (["place", Self.app, "where", "--user", "0"], 1),
            (["authorize", Self.app, "--deny", "--user", "0"], 1), (["budget", widget], 4),
            (["explain", Self.app, "--user", "0"], 1), (["kinds", "--user", "0"], 1),
        ]
        for (arguments, status) in refused {
            let outcome = try await stranger.run(arguments, on: daemon)
            #expect(outcome.ending == .status(status), "\(arguments): \(outcome.output) \(outcome.errors)")
            #expect(status != 1 || outcome.errors.contains("permission denied"), "\(outcome.errors)")
            #expect(!outcome.output.contains("secret"))
        }
        // Its decision about an app of the same name is separate.
        let decision = try await stranger.run(["authorize", Self.app, "--deny"], on: daemon)
        #expect(decision.ending == .status(0))
        let apps = try client.call(SettingsInterface.ListApps()).apps.filter { $0.app == Self.app }
        #expect(apps.map(\.user) == [0, Stranger.user])
        #expect(apps.map(\.status) == [.authorizedAlways, .denied])
        #expect(try client.call(InspectInterface.ListWidgets()).widgets.map(\.visible) == [false])
    }

    @Test("is not told how the machine moves without an app that may know, neither later nor at once")
    func movement() async throws {
        let folder = try TemporaryFolder()
        let daemon = try await DaemonProcess(receiver: try StillRecording.url(in: folder))
        let stranger = try await Stranger()
        _ = try await stranger.run(["authorize", "org.example.first", "--deny"], on: daemon)
        let user = "\(Stranger.user)"
        let following = try RunningProgram([
            "setpriv", "--reuid", user, "--regid", user, "--clear-groups",
            stranger.folder.path + "/waymarkctl", "--socket", daemon.socketPath, "journal", "--follow",
            "--format", "json",
        ])
        defer { following.kill() }
        try await waiting(until: "the past: \(following.errors)") {
            following.output.contains("org.example.first")
        }
        let client = try ScriptedClient(daemon)
        let own = try ScriptedClient(daemon).stream(InspectInterface.WatchDecisions())
        try client.call(SettingsInterface.Authorize(app: Self.app, status: .authorizedAlways))
        try client.call(MonitorInterface.StartMonitoring(app: Self.app, service: .significantChanges))
        while try await !own.next().decisions.contains(where: { $0.decision == "significantChange" }) {}
        #expect(try client.call(InspectInterface.GetStatus()).lastSignificantChangeAgeSeconds != nil)

        _ = try await stranger.run(["authorize", "org.example.second", "--deny"], on: daemon)
        try await waiting(until: "the present: \(following.errors)") {
            following.output.contains("org.example.second")
        }
        let moved = #""decision":"significantChange""#
        #expect(try await Tool(daemon).succeed("journal", "--format", "json").contains(moved))
        #expect(!following.output.contains(moved), "\(following.output)")
        let journal = try await stranger.run(["--format", "json", "journal"], on: daemon)
        #expect(journal.output.contains("org.example.second"))
        #expect(!journal.output.contains(moved), "\(journal.output)")
        let status = try await stranger.run(["--format", "json", "status"], on: daemon).json
        #expect(status["significantDistanceMeters"].exists)
        #expect(!status["lastSignificantChangeAgeSeconds"].exists)
    }

    @Test("cannot count what others do by its own numbers")
    func numbers() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let stranger = try await Stranger()
        func numbers() async throws -> [Int?] {
            let journal = try await stranger.run(["--format", "json", "journal"], on: daemon)
            return try JSON.lines(journal.output).map { $0["number"].int }
        }
        let before = try await numbers()
        #expect(before == before.indices.map { $0 + 1 })
        let client = try ScriptedClient(daemon)
        for number in 0..<40 {
            try client.call(
                SettingsInterface.Authorize(
                    app: Self.app,
                    status: number % 2 == 0 ? .authorizedAlways : .denied
                )
            )
        }
        let after = try await numbers()
        #expect(after == after.indices.map { $0 + 1 } && after.count < before.count + 40)

        var sessions: [String] = []
        for _ in 0..<3 {
            let event = try await ScriptedClient(daemon).stream(HostInterface.Watch()).next()
            sessions.append(try #require(event.session))
        }
        #expect(Set(sessions).count == 3 && sessions.allSatisfy { !["s1", "s2", "s3"].contains($0) })
    }

    @Test("cannot answer for a provider or report a view in another user's session")
    func sessions() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let provider = try await ScriptedProvider(daemon, app: Self.app)
        let client = try ScriptedClient(daemon)
        _ = try client.call(HostInterface.Place(app: Self.app, kind: "where"))
        let reload = try await provider.nextReload()
        // Without the secret, the first request would have the number 1, and tell how many others there were.
        #expect(!["r1", "r2", "r3"].contains(reload.request))
        let script = """
            import socket, sys, json
            s = socket.socket(socket.AF_UNIX)
            s.connect(sys.argv[1])
            s.sendall(sys.argv[2].encode() + bytes(1))
            print(s.recv(65536).decode().rstrip(chr(0)))
            """
        let timeline = String(
            decoding: provider.timeline(for: reload.request, "forged").json,
            as: UTF8.self
        )
        let call = #"{"method":"io.waymark.Widgets.DeliverTimeline","parameters":\#(timeline)}"#
        let user = "\(Stranger.user)"
        let forger = try RunningProgram([
            "setpriv", "--reuid", user, "--regid", user, "--clear-groups", "/usr/bin/python3", "-c", script,
            daemon.socketPath, call,
        ])
        #expect(try await forger.end() == .status(0), "\(forger.errors)")
        #expect(try JSON(forger.output)["error"].string == "io.waymark.Widgets.UnknownSession")
        try provider.answer(reload, "genuine")
    }

    @Test("can change its own widgets, and so can root")
    func own() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let stranger = try await Stranger()
        let provider = try await stranger.provider("org.example.theirs", on: daemon)
        let placed = try await stranger.run(["place", "org.example.theirs", "where"], on: daemon)
        #expect(placed.ending == .status(0), "\(placed.errors)")
        let widget = placed.output.trimmingNewline
        try await waiting(until: "the reload") { provider.output.contains(#""reload""#) }
        func explanation() async throws -> String {
            let outcome = try await stranger.run(["--format", "json", "explain", widget], on: daemon)
            #expect(outcome.ending == .status(0), "\(outcome.errors)")
            return outcome.output
        }
        // How far the machine moves is a location, too.
        let withheld = "told only to users who have authorized an app"
        #expect(try await explanation().contains(withheld))
        #expect(try await stranger.run(["status"], on: daemon).output.contains("last one: \(withheld)"))
        for arguments in [
            ["authorize", "org.example.theirs", "--when-in-use", "--widgets"], ["show", widget],
            ["hide", widget],
        ] {
            let outcome = try await stranger.run(arguments, on: daemon)
            #expect(outcome.ending == .status(0), "\(arguments): \(outcome.errors)")
        }
        #expect(try await !explanation().contains(withheld))
        let tool = Tool(daemon)
        #expect(try await tool.widget(widget)["user"].int == Stranger.user)
        try await tool.succeed("authorize", "org.example.theirs", "--deny", "--user", "\(Stranger.user)")
        try await waiting(until: "the stranger's provider to be told") {
            provider.output.contains(#""denied""#)
        }
        try await tool.succeed("remove", widget)
    }
}
