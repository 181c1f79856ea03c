import Glibc
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("A decision with waymarkctl", .ownThreads, .timeLimit(.minutes(10)))
struct DecisionToolTests {
    private static let app = "org.example.app"

    @Test("is made by a word or options, completely or in part, and is in force at once")
    func authorize() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let tool = Tool(daemon)
        let rows: [([String], String)] = [
            (["always"], "always, widgets undecided; its widgets may know the location"),
            (["when-in-use"], "when-in-use, widgets undecided; its widgets may not know the location"),
            (["--widgets=yes"], "when-in-use, widgets yes; its widgets may know the location"),
            (["never"], "never, widgets yes; its widgets may not know the location"),
            (["when-in-use"], "when-in-use, widgets yes; its widgets may know the location"),
        ]
        var before: String?
        for (arguments, text) in rows {
            let outcome = try await tool.run(["authorize", Self.app] + arguments)
            let was = before.map { " (was: \($0))" } ?? ""
            #expect(outcome.output == "\(Self.app): \(text)\(was)\n", "\(arguments): \(outcome.errors)")
            #expect(outcome.errors.hasPrefix("\(Self.app): never seen") == (before == nil))
            before = text.split(separator: ";").first.map(String.init)
        }
        let same = try await tool.succeed("authorize", Self.app, "when-in-use")
        #expect(same.hasSuffix("may know the location (unchanged)\n"))
        // Another end is a change.
        let ended = try await tool.succeed("authorize", Self.app, "--until", "tomorrow")
        #expect(ended.contains("; until ") && ended.hasSuffix(" (was: when-in-use, widgets yes)\n"))
        let misspelt = try await tool.run("authorize", "org.exmaple.app", "never")
        #expect(misspelt.ending == .status(0))
        let hint = "never seen; decided all the same; did you mean '\(Self.app)'?"
        #expect(misspelt.errors == "org.exmaple.app: \(hint)\n")
        #expect(try await tool.succeed("reset", Self.app) == "\(Self.app): decisions forgotten\n")
        #expect(try await tool.succeed("reset", "org.none") == "org.none: nothing was decided\n")
    }

    @Test("is visible in the access log, and distinguishes unauthorized from not available")
    func access() async throws {
        let daemon = try await DaemonProcess(receiver: StillRecording.url())
        let provider = try await ScriptedProvider(daemon)
        let tool = Tool(daemon)
        #expect(try await tool.succeed("access") == "no app has got a location\n")
        let widget = try await tool.succeed("place", Self.app, "where").trimmingNewline
        let unauthorized = try await tool.run("explain", widget, "--check")
        #expect(unauthorized.ending == .status(5))
        #expect(unauthorized.errors.contains("unauthorized: ") && unauthorized.output == "")
        try await tool.succeed("authorize", Self.app, "when-in-use", "--widgets", "yes")
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
    }

    @Test("can register, list and withdraw the manifests used in prompts")
    func manifests() async throws {
        let folder = try TemporaryFolder()
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let path = "\(folder.path)/waymark/apps/\(Self.app).app"
        try folder.write(manifestText(), to: "waymark/apps/\(Self.app).app")
        let tool = Tool(daemon)
        func own(_ arguments: String...) async throws -> String {
            let program = try tool.start(["manifest"] + arguments, ["XDG_DATA_HOME": folder.path])
            #expect(try await program.end() == .status(0), "\(program.errors)")
            return program.output
        }
        #expect(try await own("list") == "no manifest is registered\n")
        #expect(try await own("register") == "\(Self.app): registered\n")
        #expect(try await own("register", path) == "\(Self.app): already registered\n")
        #expect(try await own("list") == "\(Self.app)\n")
        #expect(try await tool.json("apps")["apps"][0]["name"].string == "Example")
        #expect(try await tool.succeed("manifest", "withdraw", Self.app) == "\(Self.app): withdrawn\n")
        let again = try await tool.run("manifest", "withdraw", Self.app)
        #expect(again.ending == .status(4))
        #expect(again.errors.contains("this user has not registered a manifest of '\(Self.app)'"))
        try folder.write("[App]\nNmae=x\n", to: "wrong.app")
        let wrong = try await tool.run("manifest", "register", "\(folder.path)/wrong.app")
        #expect(wrong.ending == .status(1) && wrong.errors.contains("wrong.app:2: error: [App] has no key"))
    }

    @Test("can be tried as an app, and status tells of a question that waits")
    func request() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let tool = Tool(daemon)
        let silent = try await tool.run("request", Self.app, "always")
        #expect(silent.ending == .status(1))
        #expect(silent.errors.contains("no manifest of '\(Self.app)' that the service knows"))
        try ScriptedClient(daemon).register()
        let request = try tool.start(["request", Self.app, "when-in-use"])
        try await waiting(until: "the question") { request.output.contains("\n") }
        let waits = "\n1 question waits for an answer, and no agent is running: waymarkctl agent\n"
        #expect(try await tool.succeed("status").contains(waits))
        let agent = try tool.start(["agent", "--answer", "allow-once"])
        #expect(try await request.end() == .status(0))
        #expect(request.output.contains("\n\(Self.app): when-in-use, once, widgets undecided; "))
        #expect(try await agent.stop() == .status(0))
        _ = try await tool.run("authorize", Self.app, "never")
        #expect(try await tool.run("request", Self.app, "when-in-use").ending == .status(5))
    }
}
