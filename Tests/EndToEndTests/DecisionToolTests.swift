import Glibc
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("A decision with waymarkctl", .timeLimit(.minutes(2)))
struct DecisionToolTests {
    private static let app = "org.example.app"

    @Test("is made by words or options, completely or in part, and is in force at once")
    func authorize() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let tool = Tool(daemon)
        let rows: [([String], String)] = [
            (["always"], "always, widgets undecided; its widgets may know the location"),
            (
                ["when-in-use"],
                "when-in-use, widgets undecided; its widgets may not know the location"
            ),
            (["--widgets=yes"], "when-in-use, widgets yes; its widgets may know the location"),
            (
                ["--accuracy", "reduced"],
                "when-in-use, the area only, widgets yes; its widgets may know the location"
            ),
            (
                ["--widgets", "no"],
                "when-in-use, the area only, widgets no; its widgets may not know the location"
            ),
            (["--deny"], "never, widgets no; its widgets may not know the location"),
            (["ask"], "ask, widgets no; its widgets may not know the location"),
            (
                ["--when-in-use", "--widgets"],
                "when-in-use, the area only, widgets yes; its widgets may know the location"
            ),
        ]
        for (arguments, text) in rows {
            let outcome = try await tool.run(["authorize", Self.app] + arguments)
            #expect(outcome.output == "\(Self.app): \(text)\n", "\(arguments): \(outcome.errors)")
        }
        try await tool.succeed("reset", Self.app)
        let app = try await tool.json("apps")["apps"].array.first
        #expect(app == nil || app?["status"].string == "notDetermined")
    }

    @Test("switches location services off and on again")
    func services() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let tool = Tool(daemon)
        try await tool.succeed("authorize", Self.app, "always")
        #expect(try await tool.succeed("services") == "on\n")
        #expect(try await tool.succeed("status").contains("\nlocation services on\n"))
        try await tool.succeed("services", "off")
        #expect(try await tool.succeed("services") == "off\n")
        #expect(try await tool.succeed("status").contains("\nlocation services off\n"))
        #expect(try await tool.json("status")["servicesOn"].bool == false)
        #expect(try await tool.json("status")["servicesOffForEverybody"].bool == false)
        #expect(try await tool.succeed("apps").contains("never (services off)"))
        try await tool.succeed("services", "on")
        #expect(try await tool.json("services")["on"].bool == true)
        #expect(try await tool.succeed("apps").contains("  always  "))
        if getuid() == 0 {
            try await tool.succeed("services", "off", "--everybody")
            #expect(try await tool.succeed("services") == "off for everybody\n")
            #expect(try await tool.succeed("status").contains("\nlocation services off for everybody\n"))
            #expect(try await tool.json("status")["servicesOn"].bool == false)
            #expect(try await tool.json("status")["servicesOffForEverybody"].bool == true)
        }
    }

    @Test("is visible in the access log, and distinguishes unauthorized from not available")
    func access() async throws {
        let folder = try TemporaryFolder()
        let daemon = try await DaemonProcess(receiver: try StillRecording.url(in: folder))
        let provider = try await ScriptedProvider(daemon, app: Self.app)
        let tool = Tool(daemon)
        #expect(try await tool.succeed("access") == "no app has got a location\n")
        let widget = try await tool.succeed("place", Self.app, "where").trimmingNewline
        let unauthorized = try await tool.run("explain", widget, "--check")
        #expect(unauthorized.ending == .status(5))
        #expect(unauthorized.errors.contains("unauthorized: ") && unauthorized.output == "")
        try await tool.succeed("authorize", Self.app, "when-in-use", "--widgets")
        let unavailable = try await tool.run("explain", widget, "--check")
        #expect(unavailable.ending == .status(6))
        #expect(unavailable.errors.contains("not available: ") && unavailable.output == "")
        try await tool.succeed("show", widget)
        _ = try await provider.answer { $0.location != nil }
        #expect(try await tool.run("explain", widget, "--check").ending == .status(0))
        let log = try await tool.succeed("access").split(separator: "\n")
        #expect(log[0].split(separator: " ") == ["DATE", "APP", "USER", "CONSUMER", "ACCURACY", "WHY"])
        #expect(log[1].contains(Self.app) && log[1].contains(widget) && log[1].contains(" m  "))
        #expect(log[1].hasSuffix("  widget in view"))
        let access = try await tool.json("access", Self.app, "--limit", "1")["accesses"]
        #expect(access.array.count == 1)
        #expect(access[0]["ground"].string == "inView" && access[0]["accuracy"].string == "full")
        #expect(try await tool.json("access", "org.example.other")["accesses"].array.isEmpty)
    }

    @Test("can register, list and withdraw the manifests used in prompts")
    func manifests() async throws {
        let folder = try TemporaryFolder()
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let path = "\(folder.path)/waymark/apps/\(Self.app).app"
        try folder.write(manifestText(), to: "waymark/apps/\(Self.app).app")
        let tool = Tool(daemon)
        func own(_ arguments: String...) async throws -> String {
            let program = try RunningProgram(
                [BuiltPrograms.tool, "manifest"] + arguments,
                environment: ["WAYMARK_SOCKET": daemon.socketPath, "XDG_DATA_HOME": folder.path]
            )
            #expect(try await program.end() == .status(0), "\(program.errors)")
            return program.output
        }
        #expect(try await own("list") == "\(path)\n")
        #expect(try await own("register") == "\(Self.app): registered\n")
        #expect(try await own("register", path) == "\(Self.app): already registered\n")
        #expect(try await tool.json("apps")["apps"][0]["name"].string == "Example")
        try await tool.succeed("manifest", "withdraw", Self.app)
        let again = try await tool.run("manifest", "withdraw", Self.app)
        #expect(again.ending == .status(4))
        #expect(again.errors.contains("this user has not registered a manifest of '\(Self.app)'"))
        try folder.write("[App]\nNmae=x\n", to: "wrong.app")
        let wrong = try await tool.run("manifest", "register", "\(folder.path)/wrong.app")
        #expect(wrong.ending == .status(1))
        #expect(wrong.errors.contains("wrong.app:2: error: [App] has no key 'Nmae='"))
    }

    @Test("to change the key requires root, and reports the number of sealed values")
    func rekey() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let outcome = try await Tool(daemon).run("rekey")
        if getuid() == 0 {
            #expect(outcome.output.hasSuffix("values sealed with a new key\n"), "\(outcome.errors)")
        } else {
            #expect(outcome.ending == .status(1) && outcome.errors.contains("permission denied"))
        }
    }
}
