import LocationModel
import TestSupport
import Testing
import Varlink
import VarlinkSocket
import WaymarkInterfaces

@Suite("A user who takes all that there is", .ownThreads, .timeLimit(.minutes(10)))
struct QuotaTests {
    private static let configuration = """
        [Quotas]
        Widgets=3
        TimelineBytes=4K
        Kinds=3
        Apps=4
        Manifests=2
        Sessions=5
        [Socket]
        MaxConnections=48

        """

    @Test("is told of what and what to do, in each interface, and can free it")
    func refused() async throws {
        let daemon = try await DaemonProcess(
            receiver: "gpsd://localhost:1",
            configuration: Self.configuration
        )
        let provider = try await ScriptedProvider(daemon, wantsLocation: false)
        let client = try ScriptedClient(daemon)
        func expect(_ quota: String, _ limit: Int, in interface: String, _ call: some MethodParameters) throws
        {
            let failure = try client.failure(of: call)
            #expect(failure.name == "\(interface).QuotaExceeded")
            #expect(failure.parameters["quota"].string == quota)
            #expect(failure.parameters["limit"].int == limit)
            #expect(failure.parameters["reason"].string?.contains("\(limit)") ?? false)
        }
        let place = HostInterface.Place(app: "org.example.app", kind: "where")
        let widget = try client.call(place).widget
        let reload = try await provider.nextReload()
        #expect(throws: ClientFailure.self) {
            try provider.answer(reload, String(repeating: "x", count: 5000))
        }
        try provider.answer(reload, "short")
        _ = try (2...3).map { _ in try client.call(place) }
        try expect("widgets", 3, in: HostInterface.name, place)
        for number in 1...3 {
            try client.call(SettingsInterface.Authorize(app: "org.example.a\(number)", status: .denied))
        }
        try expect(
            "apps",
            4,
            in: SettingsInterface.name,
            SettingsInterface.Authorize(app: "org.example.a4", status: .denied)
        )
        func manifest(_ number: Int) -> SettingsInterface.RegisterManifest {
            .init(text: manifestText("org.example.m\(number)"))
        }
        for number in 1...2 { try client.call(manifest(number)) }
        try expect("manifests", 2, in: SettingsInterface.name, manifest(3))

        let tool = Tool(daemon)
        let refused = try await tool.run("place", "org.example.app", "where")
        #expect(refused.ending == .status(1))
        #expect(refused.errors.contains("a user may have 3 widgets: remove some with 'waymarkctl remove'"))
        try client.call(HostInterface.Remove(widget: widget))
        try client.call(place)
        try client.call(SettingsInterface.Reset(app: "org.example.a1"))
        try client.call(SettingsInterface.Authorize(app: "org.example.a4", status: .denied))
    }

    @Test("through many user IDs fills what all users share, and leaves root what it may have")
    func manyUsers() async throws {
        let daemon = try await DaemonProcess(
            receiver: "gpsd://localhost:1",
            configuration: "[Quotas]\nApps=1\n"
        )
        let client = try ScriptedClient(daemon)
        func decision(of user: Int) -> SettingsInterface.Authorize {
            .init(app: "org.example.app", status: .denied, user: user)
        }
        // 16 times what one user may have.
        for user in 70_001...70_016 { try client.call(decision(of: user)) }
        let refused = try client.failure(of: decision(of: 70_017))
        #expect(refused.name == "io.waymark.Settings.QuotaExceeded")
        #expect(refused.parameters["limit"].int == 0)
        let reason = try #require(refused.parameters["reason"].string)
        #expect(reason.hasPrefix("a user may have 0 apps while 17 users have some: "))
        try client.call(decision(of: 0))
        try client.call(SettingsInterface.Reset(app: "org.example.app", user: 70_001))
        try client.call(decision(of: 70_017))
    }

    @Test(
        "takes nothing from another",
        .enabled(if: Stranger.isPossible, "only root can act as another user")
    )
    func unaffected() async throws {
        let daemon = try await DaemonProcess(
            receiver: "gpsd://localhost:1",
            configuration: Self.configuration
        )
        let stranger = try await Stranger()
        let flood = try RunningProgram([
            "setpriv", "--reuid", "\(Stranger.user)", "--regid", "\(Stranger.user)", "--clear-groups",
            "/usr/bin/python3", "-c", Self.flood, daemon.socketPath,
        ])
        try await waiting(until: "the flood: \(flood.errors)") { flood.output.contains("done") }
        #expect(flood.output.contains("QuotaExceeded"))
        let status = try await stranger.run(["--format", "json", "status"], on: daemon)
        #expect(status.ending != .status(0), "its connections are all taken")
        try await daemon.hasLogged("of user \(Stranger.user) above the limits: it has ")

        let client = try ScriptedClient(daemon)
        let provider = try await ScriptedProvider(daemon, wantsLocation: false)
        for _ in 1...3 { try client.call(HostInterface.Place(app: "org.example.app", kind: "where")) }
        try provider.answer(try await provider.nextReload(), "mine")
        #expect(try client.call(InspectInterface.ListWidgets()).widgets.count == 6)
    }

    /// Places widgets, registers kinds and decides about apps without end, and then takes all connections.
    private static let flood = """
        import socket, sys, json, time
        def connect():
            s = socket.socket(socket.AF_UNIX)
            s.connect(sys.argv[1])
            return s
        def call(s, method, more=False, **parameters):
            s.sendall(json.dumps({"method": "io.waymark." + method, "more": more, "parameters": parameters}).encode() + bytes(1))
            data = b""
            while data[-1:] != bytes(1):
                more = s.recv(65536)
                if not more: raise OSError("closed")
                data += more
            return data.decode()
        first = connect()
        replies = call(first, "Widgets.Serve", True, app="org.example.flood", kinds=[{"kind": "k", "wantsLocation": False}])
        second = connect()
        for number in range(300):
            replies += call(second, "Host.Place", app="org.example.flood", kind="k")
            replies += call(second, "Settings.Authorize", app="org.example.f%d" % number, status="denied")
        open = []
        try:
            for number in range(60):
                s = connect()
                call(s, "Settings.ListApps")
                open.append(s)
        except OSError: pass
        print(set(part.split('"')[3] for part in replies.split(chr(0)) if part.startswith('{"error"')), "done", flush=True)
        time.sleep(600)
        """
}
