import Glibc
import LinuxSystem
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("waymarkctl doctor", .ownThreads, .timeLimit(.minutes(10)))
struct DoctorTests {
    /// Runs it, and returns what is wrong first and what to do.
    private func diagnose(_ tool: Tool, _ arguments: String...) async throws -> (wrong: String, next: String)
    {
        let outcome = try await tool.run(["doctor", "--format", "json"] + arguments)
        #expect(outcome.ending == .status(1) && outcome.errors == "", "\(outcome)")
        let json = try outcome.json
        #expect(json["wrong"].bool == true)
        let first = json["findings"].array.first { $0["result"].string == "wrong" }
        return (first?["text"].string ?? "", json["next"].string ?? "")
    }

    @Test("finds that there is no service, and each failure to reach one leads to it, but not in JSON")
    func noService() async throws {
        let folder = try TemporaryFolder()
        let tool = Tool(socketPath: folder.path + "/s")
        let (wrong, next) = try await diagnose(tool)
        #expect(wrong.contains("there is no such socket") && next.hasPrefix("start a service there"))
        let people = try await tool.run("doctor")
        #expect(people.ending == .status(1) && people.output.contains("\nNext: start a service there"))
        let locate = try await tool.run("locate")
        #expect(locate.ending == .status(3) && locate.errors.contains("'waymarkctl doctor'"))
        #expect(try await !tool.run("locate", "--format", "json").errors.contains("doctor"))
    }

    @Test(
        "finds that gpsd has no receiver, or its receiver no fix",
        .enabled(if: LiveGPSD.isInstalled, "gpsd is not installed")
    )
    func gpsd() async throws {
        let folder = try TemporaryFolder()
        let port = try LoopbackPort.unused()
        let empty = try ChildProcess(["gpsd", "-N", "-S", String(port), "-F", folder.path + "/control"])
        let first = try await DaemonProcess(receiver: "gpsd://localhost:\(port)")
        try await waiting(until: "gpsd") {
            try await diagnose(Tool(first)).wrong.contains("gpsd runs, but has no receiver")
        }
        withExtendedLifetime(empty) {}

        let gpsd = try LiveGPSD()
        let second = try await DaemonProcess(receiver: "gpsd://localhost:\(gpsd.port)")
        let tool = Tool(second)
        try await tool.succeed("authorize", "io.waymark.waymarkctl", "when-in-use")
        let doctor = try tool.start(["doctor"])
        let feed = try gpsd.feed()
        while doctor.isRunning {
            try writeAll(
                Array(sentence("GPRMC,120000.00,V,,,,,,,271126,,,N").utf8),
                to: feed.rawValue,
                named: "gpsd"
            )
            usleep(200_000)
        }
        #expect(try await doctor.end() == .status(1))
        #expect(doctor.output.contains("no fix"), "\(doctor.output)")
        #expect(doctor.output.contains("Next: put its antenna"), "\(doctor.output)")
    }

    @Test(
        "finds that what answers in the place of gpsd belongs to a stranger, also while no app needs it",
        .enabled(if: Stranger.isPossible, "only root becomes another user")
    )
    func stranger() async throws {
        let port = try LoopbackPort.unused()
        let script = """
            import socket, sys
            server, kept = socket.create_server(("127.0.0.1", int(sys.argv[1]))), []
            while True:
                kept.append(server.accept()[0])
                kept[-1].sendall(b'{"class":"VERSION"}\\r\\n{"class":"DEVICES","devices":[]}\\r\\n')
            """
        let forger = try ChildProcess(
            [
                "setpriv", "--reuid", "\(Stranger.user)", "--clear-groups", "/usr/bin/python3", "-c", script,
                "\(port)",
            ]
        )
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:\(port)")
        try await waiting(until: "the forger") {
            let (wrong, next) = try await diagnose(Tool(daemon))
            return wrong.contains("belongs to \(Stranger.user), who could forge the location")
                && next.hasPrefix("stop that program, or trust this user")
        }
        withExtendedLifetime(forger) {}
    }

    @Test("finds what the person has yet to decide, and then nothing wrong")
    func undecided() async throws {
        let folder = try TemporaryFolder()
        let daemon = try await DaemonProcess(receiver: try StillRecording.url(in: folder))
        let tool = Tool(daemon)
        let (wrong, next) = try await diagnose(tool)
        #expect(wrong == "no app may know the location yet" && next.hasPrefix("allow it to this tool"))
        try ScriptedClient(daemon).register()
        let named = try await diagnose(tool, "org.example.app")
        #expect(named.wrong.contains("not decided") || named.wrong.contains("no program has come"))
        try await tool.succeed("authorize", "io.waymark.waymarkctl", "when-in-use")
        let json = try await tool.json("doctor")
        #expect(json["wrong"].bool == false && json["next"].string == nil)
        #expect(json["findings"].array.last?["text"].string?.hasPrefix("waymarkctl gets one") == true)
        #expect(try await tool.run("doctor").output.hasSuffix("Nothing is wrong.\n"))
    }
}
