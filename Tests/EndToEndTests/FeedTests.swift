import Glibc
import LinuxSystem
import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("A feed, with the real daemon and a real program", .ownThreads, .timeLimit(.minutes(10)))
struct FeedTests: ~Copyable {
    private static let app = "org.example.app"

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func location(_ daemon: DaemonProcess) async throws -> LocationInterface.Location {
        let client = try ScriptedClient(daemon)
        try client.authorize(Self.app, .authorizedWhenInUse)
        return try await waiting(for: "a location") {
            try client.call(LocationInterface.GetLocation(app: Self.app, deadlineSeconds: 20)).location
        }
    }

    @Test("is brought by waymarkctl from a pipe, again after a restart of the service, until its input ends")
    func pipe() async throws {
        let daemon = try await DaemonProcess(receiver: "feed://cabin?source=phone")
        let tool = Tool(daemon)
        #expect(try await tool.json("receivers")["receivers"][0]["state"].string == "off")
        try folder.write(StillRecording.text(seconds: 3600), to: "still.nmea")
        try folder.write("", to: "go")
        let script = """
            while [ -e "$2/go" ] && read -r one && read -r two; do printf '%s\\n%s\\n' "$one" "$two"; sleep 0.1; done \
                <"$2/still.nmea" | "$1" feed --verbose cabin
            """
        let feed = try RunningProgram(
            ["sh", "-c", script, "sh", BuiltPrograms.tool, folder.path],
            environment: ["WAYMARK_SOCKET": daemon.socketPath]
        )
        try await feed.says("positions are not wanted")
        let location = try await location(daemon)
        #expect(location.source == .phone)
        #expect(abs(location.coordinate.latitudeDegrees - StillRecording.latitudeDegrees) < 1e-5)
        try await feed.says("positions are wanted")
        let second = try await tool.run("feed", "cabin")
        #expect(second.ending == .status(2), "standard input is no pipe: \(second.errors)")
        try await daemon.restart()
        try await waiting(until: "the restart in: \(feed.errors)") {
            feed.errors.split(separator: "\n").count { $0.contains("positions are not wanted") } == 2
        }
        unlink(folder.path + "/go")
        #expect(try await feed.end() == .status(0))
        #expect(try await tool.json("receivers")["receivers"][0]["state"].string == "off")
    }

    @Test("that is not configured, taken or out of reach has a status of its own")
    func statuses() async throws {
        let daemon = try await DaemonProcess(receiver: "feed://cabin")
        let client = try ScriptedClient(daemon)
        let stream = try client.stream(FeedInterface.Open(feed: "cabin"))
        #expect(try await stream.next().event == .opened)
        for (name, socket, status, message) in [
            ("cellar", daemon.socketPath, 4, "no receiver feed://cellar is configured"),
            ("cabin", daemon.socketPath, 1, "another program brings the feed 'cabin' already"),
            ("cabin", "/nonexistent/s", 3, "cannot connect to /nonexistent/s"),
        ] as [(String, String, CInt, String)] {
            let feed = try RunningProgram(
                ["sh", "-c", "echo | \"$1\" feed \"$2\"", "sh", BuiltPrograms.tool, name],
                environment: ["WAYMARK_SOCKET": socket]
            )
            #expect(try await feed.end() == .status(status))
            #expect(feed.errors.contains(message), "\(feed.errors)")
        }
        // The person of the service may say that the machine has moved.
        #expect(try await Tool(daemon).succeed("moved", "wifi") == "")
    }

    @Test("is asked by the sample for NetworkManager when a network of the machine comes or goes")
    func networkManager() async throws {
        try folder.write("#!/bin/sh\necho \"$@\"\n", to: "waymarkctl")
        chmod(folder.path + "/waymarkctl", 0o755)
        for (interface, event, words) in [
            ("wlp2s0", "up", "moved wifi\n"), ("wlan0", "down", "moved wifi\n"),
            ("enp0s31f6", "up", "moved dock\n"),
            ("wlp2s0", "dhcp4-change", ""), ("tun0", "up", ""), ("", "hostname", ""),
        ] {
            let output = try await RunningProgram.output(
                of: [Checkout.root + "/Samples/movement/90-waymark-moved", interface, event],
                environment: ["PATH": folder.path + ":/usr/bin:/bin"]
            )
            #expect(output == words, "\(interface) \(event)")
        }
    }

    @Test("is brought by the program of the document", .enabled(if: ChildProcess.isInstalled("python3")))
    func python() async throws {
        let daemon = try await DaemonProcess(receiver: "feed://cabin?source=network")
        let example = try #require(try Document("docs/feeds.md").examples(in: "python").first)
        try folder.write(example, to: "feed.py")
        try folder.write("48.5 8.25 30", to: "place")
        let program = try RunningProgram(
            ["python3", folder.path + "/feed.py", "cabin", folder.path + "/place"],
            environment: ["WAYMARK_SOCKET": daemon.socketPath]
        )
        let path = folder.path + "/place"
        let moves = Task {
            // Whoever writes the file says by that that the machine is there now.
            while !Task.isCancelled {
                utimes(path, nil)
                try await Task.sleep(for: .milliseconds(500))
            }
        }
        defer { moves.cancel() }
        try await waiting(until: "the feed: \(program.errors)") {
            try await Tool(daemon).run("receivers").output.contains("feed://cabin")
        }
        let location = try await location(daemon)
        #expect(location.source == .network && location.coordinate.latitudeDegrees == 48.5)
        #expect(location.horizontalAccuracyMeters == 30)
        #expect(program.output.contains("sent"))
    }
}
