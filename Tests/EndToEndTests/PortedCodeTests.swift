import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

/// `Tests/PortedApp` imports only the modules that code for Apple's platforms imports.
@Suite("Location code written for Apple's platforms", .ownThreads, .timeLimit(.minutes(10)))
struct PortedCodeTests {
    private static let app = "org.example.Ported"

    private func daemon(_ configuration: String = "") async throws -> DaemonProcess {
        try await DaemonProcess(receiver: StillRecording.url(), configuration: configuration)
    }

    private func start(
        _ command: String...,
        of app: String = Self.app,
        program: String = BuiltPrograms.portedApp,
        at socketPath: String
    ) throws -> RunningProgram {
        try RunningProgram(
            [program] + command,
            environment: ["WAYMARK_SOCKET": socketPath, "WAYMARK_APP": app]
        )
    }

    private func authorize(
        _ status: AuthorizationChoice,
        widgets: WidgetGrant? = nil,
        at daemon: DaemonProcess
    ) throws {
        try ScriptedClient(daemon).authorize(Self.app, status, widgets: widgets)
    }

    @Test("waits for the person, then gets locations through its delegate and Combine")
    func updates() async throws {
        let daemon = try await daemon()
        let program = try start("updates", at: daemon.socketPath)
        try await program.says("authorization notDetermined", "older authorization notDetermined")
        #expect(!program.output.contains("location"))
        try authorize(.authorizedWhenInUse, at: daemon)
        try await program.says("authorization authorizedWhenInUse", "location 52.520 13.405 accurate to")
        try authorize(.denied, at: daemon)
        try await program.says("\nauthorization denied", "older authorization denied")
        try await program.says("failure denied denied: ")
        let locations = program.output.split(separator: "\n").count { $0.hasPrefix("location") }
        #expect(locations < 4, "to say the same accuracy again begins nothing anew: \(program.output)")
    }

    @Test("gets one location, or the reason why there is none, and knows it in the next program at once")
    func request() async throws {
        let daemon = try await daemon()
        try await start("request", at: daemon.socketPath).says("failure denied denied: ")
        try authorize(.authorizedAlways, at: daemon)
        try await start("request", at: daemon.socketPath).says("location 52.520 13.405")
        try await start("known", at: daemon.socketPath).says("known 52.520 13.405")
        try await start("request", at: "/nonexistent").says("failure network other: cannot connect")
    }

    @Test("iterates live updates, with the reason when the permission goes")
    func live() async throws {
        let daemon = try await daemon()
        try authorize(.authorizedWhenInUse, at: daemon)
        let program = try start("live", at: daemon.socketPath)
        try await program.says("live 52.520 13.405")
        try authorize(.denied, at: daemon)
        try await program.says("live denied")
    }

    @Test("monitors conditions, and reads why one is refused")
    func monitor() async throws {
        let daemon = try await daemon("[Quotas]\nRegions=1\n")
        try authorize(.authorizedAlways, at: daemon)
        let program = try start("monitor", at: daemon.socketPath)
        try await program.says("event home unsatisfied", #"identifiers ["home"]"#)
        try await program.says("dot unmonitored unsupported true", "work unmonitored limit true")
    }

    @Test("monitors a condition that it added while the service was away, once it is there")
    func monitorMeanwhile() async throws {
        let daemon = try await daemon()
        try authorize(.authorizedAlways, at: daemon)
        daemon.kill()
        let program = try start("monitor", at: daemon.socketPath)
        try await program.says("dot unmonitored unsupported false", "work unmonitored limit false")
        try await daemon.restart()
        try await waiting(until: "the regions: \(program.errors)") {
            let list = try await Tool(daemon).succeed("region", "list", Self.app)
            return list.contains("home") && list.contains("work") && !list.contains("dot")
        }
    }

    @Test("asks what there is before it starts a service, and is told the same as the service's tools")
    func availability() async throws {
        let daemon = try await daemon()
        func answers() async throws -> String {
            let program = try start("available", at: daemon.socketPath)
            try await program.says("status")
            let lines = program.output.split(separator: "\n")
            return lines.filter { !$0.hasPrefix("auth") && !$0.hasPrefix("older") }.joined(separator: ", ")
        }
        try authorize(.authorizedAlways, at: daemon)
        let services = "services true, heading true, changes true, circles true, objects false, beacons false"
        #expect(try await answers() == services + ", status authorizedAlways.")
        try await Tool(daemon).succeed("services", "off")
        let off = try await answers()
        #expect(off.hasPrefix("services false, ") && off.hasSuffix("status denied."))
    }

    @Test("gets the event of a condition that came while only its manager listened")
    func waitingEvent() async throws {
        let daemon = try await daemon()
        try authorize(.authorizedAlways, at: daemon)
        try await start("visits", at: daemon.socketPath).says("event far unsatisfied denied false")
    }

    @Test("stays in use in the background while its updates may go on there")
    func background() async throws {
        let daemon = try await daemon()
        try authorize(.authorizedWhenInUse, at: daemon)
        let program = try start("background", at: daemon.socketPath)
        try await program.says("location 52.520 13.405")
        try await waiting(until: "a background session") {
            try await Tool(daemon).succeed("status").contains("\(Self.app) stays in use in the background")
        }
    }

    @Test("is told of its regions on the main thread, also of crossings while it did not run")
    func fences() async throws {
        let daemon = try await DaemonProcess(receiver: nil, configuration: "[Receivers]\nLongestPause=0\n")
        let tool = Tool(daemon)
        try await tool.succeed("simulate", "set", "52.53,13.405")
        try authorize(.authorizedAlways, at: daemon)
        var program = try start("fences", at: daemon.socketPath)
        try await program.says("started both", "started entry", "failed dot")
        try await program.says("state both outside", "state entry outside")
        #expect(!program.output.contains("entered") && !program.output.contains("left"))
        try await waiting(until: "the service knows that the app was told") {
            let journal = try await tool.succeed("journal", "--app", Self.app)
            return journal.split(separator: "\n").count { $0.contains("is acknowledged") } == 2
        }
        program.kill()
        try await tool.succeed("simulate", "set", "52.52,13.405")
        try await waiting(until: "the crossing") {
            try await tool.succeed("journal", "--app", Self.app).contains("inside region entry")
        }
        program = try start("fenced", at: daemon.socketPath)
        try await program.says("state both inside\nentered both", "state entry inside\nentered entry")
        #expect(program.output.contains("monitors both entry\n"))
        try await tool.succeed("simulate", "set", "52.53,13.405")
        try await program.says("state both outside\nleft both", "state entry outside")
        #expect(!program.output.contains("left entry") && !program.output.contains("elsewhere"))
        try authorize(.denied, at: daemon)
        try await program.says("denied both", "denied entry")
    }

    @Test("logs to standard error, without what is private")
    func logging() async throws {
        let program = try start("log", at: "/nonexistent")
        try await program.says("lost")
        #expect(program.errors.contains("org.example trip: left <private> after 3 stops, 1.2 km\n"))
        #expect(program.errors.contains("org.example trip: lost gps at <private>\n"))
    }

    @Test("makes a widget, whose timeline code learns what the widget may know")
    func widget() async throws {
        let daemon = try await daemon("[Widgets]\nInUseWindow=500ms\n")
        let tool = Tool(daemon)
        let program = try start(program: BuiltPrograms.portedWidget, at: daemon.socketPath)
        let widget = try await tool.place(Self.app, "nearest-town")
        // That of the provider: its location manager makes no app of it.
        #expect(try await tool.json("status")["sessions"].int == 1)
        let host = try tool.start(["watch", widget, "--format", "json"])
        try await host.says("Location off")
        try await tool.succeed("authorize", Self.app, "when-in-use", "--widgets", "yes")
        try await tool.succeed("show", widget)
        try await host.says(#""text":"Berlin""#, "km away")
        #expect(program.errors == "")
        try await tool.succeed("hide", widget)
        try await tool.succeed("authorize", Self.app, "never")
        try await waiting(until: "the face without a permission again") {
            host.output.split(separator: "\n").last?.contains("Location off") ?? false
        }
    }

    @Test("monitors two services that are started at once, and begins with a place of a real accuracy")
    func services() async throws {
        let daemon = try await daemon()
        // A service is lost only in some of the runs.
        for number in 1...4 {
            let app = "\(Self.app)\(number)"
            try ScriptedClient(daemon).authorize(app, .authorizedAlways)
            let program = try start("services", of: app, at: daemon.socketPath)
            // Without an accuracy, the program says nothing.
            try await program.says("location 52.520 13.405 accurate to")
            try await waiting(until: "both services") {
                let client = try ScriptedClient(daemon)
                let state = try client.call(MonitorInterface.ListMonitoring(app: app)).state
                return Set(state.services) == [.significantChanges, .visits]
            }
        }
    }

    private func wait(for text: String, in widget: String, of daemon: DaemonProcess) async throws {
        let host = try Tool(daemon).start(["watch", widget, "--format", "json"])
        try await waiting(until: "'\(text)' instead of \(host.output)") {
            host.output.split(separator: "\n").last?.contains(#""text":"\#(text)"#) ?? false
        }
    }

    @Test("makes widgets that each know what came with their own request, however late they ask")
    func lateRequests() async throws {
        let daemon = try await daemon("[Widgets]\nInUseWindow=1ms\n")
        let tool = Tool(daemon)
        let program = try start("widgets", at: daemon.socketPath)
        try authorize(.authorizedWhenInUse, widgets: .granted, at: daemon)
        let seen = try await tool.place(Self.app, "late")
        try await tool.succeed("show", seen)
        try await wait(for: "52.520 13.405", in: seen, of: daemon)
        #expect(try await daemon.views().first?["relevance"].double == 1)
        // It begins after the first place is known: a move that it has yet to be told of would hold the push until a view.
        let unseen = try await tool.place(Self.app, "late")
        try await wait(for: "no: the widget was not in view lately", in: unseen, of: daemon)
        func answers() async throws -> Int {
            let journal = try await tool.run("journal", "--app", Self.app).output
            return journal.split(separator: "\n").count { $0.contains("with 1 entry") }
        }
        let before = try await answers()
        // Both are asked at once, and ask for the location while the other waits too.
        try await tool.succeed("push", Self.app, "late")
        try await waiting(until: "both answers") { try await answers() >= before + 2 }
        try await wait(for: "52.520 13.405", in: seen, of: daemon)
        try await wait(for: "no: the widget was not in view lately", in: unseen, of: daemon)
        let live = try await tool.place(Self.app, "live")
        try await wait(for: "absent true", in: live, of: daemon)
        try await tool.succeed("show", live)
        try await wait(for: "52.520 13.405", in: live, of: daemon)
        #expect(program.errors == "")
    }

    @Test("makes widgets that are refused what only an app has, and told why")
    func onlyForApps() async throws {
        let daemon = try await daemon()
        let tool = Tool(daemon)
        let program = try start("widgets", at: daemon.socketPath)
        try authorize(.authorizedWhenInUse, widgets: .refused, at: daemon)
        let widget = try await tool.place(Self.app, "others")
        try await wait(for: "done", in: widget, of: daemon)
        #expect(program.output.split(separator: "\n").count { $0.hasPrefix("failure 1: ") } == 3)
        let lines = ["ranging failure 1", "monitor failure 1", "region failure 4", "heading available false"]
        for line in lines { #expect(program.output.contains(line + "\n")) }
        #expect(!program.output.contains("told") && !program.output.contains("a session"))
        #expect(program.errors.contains("an app that wants more runs a second program"))
        // That of the provider.
        #expect(try await tool.json("status")["sessions"].int == 1)
        let monitoring = try ScriptedClient(daemon).call(MonitorInterface.ListMonitoring(app: Self.app))
        #expect(monitoring.state.services == [])
    }
}
