import Glibc
import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("The anchor watch with the real programs", .ownThreads, .timeLimit(.minutes(10)))
struct AnchorTests: ~Copyable {
    private static let app = MonitorInterface.anchorApp
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A daemon whose app may always know, so that an anchor can be dropped.
    private func daemon(receiver: String = "gpsd://localhost:1") async throws -> DaemonProcess {
        let daemon = try await DaemonProcess(receiver: receiver)
        try ScriptedClient(daemon).authorize(Self.app, .authorizedAlways)
        return daemon
    }

    private func watchman(
        _ daemon: DaemonProcess,
        silenceAfter: String,
        bus: String = "unix:path=/nonexistent"
    ) throws -> RunningProgram {
        try folder.write("[Alarm]\nSilenceAfter=\(silenceAfter)\n", to: "anchor.conf")
        let options = ["--socket", daemon.socketPath, "--bus", bus, "--config", folder.path + "/anchor.conf"]
        let environment = ["STATE_DIRECTORY": folder.path]
        return try RunningProgram([BuiltPrograms.anchor] + options, environment: environment)
    }

    /// A recording in which the boat lies for 40 s and has then gone 200 m away, a second after another in 50 ms.
    private func drag() throws -> String {
        let text = (0..<600).map {
            StillRecording.epoch($0, longitude: $0 < 40 ? "01324.30000" : "01324.47700")
        }
        try folder.write(text.joined(), to: "drag.nmea")
        return "file://\(folder.path)/drag.nmea?speed=20"
    }

    @Test("tells a drag through waymarkctl and waymark-anchor, until somebody has heard it")
    func dragging() async throws {
        let daemon = try await daemon(receiver: try drag())
        let watchman = try watchman(daemon, silenceAfter: "30s")
        let tool = Tool(daemon)
        let dropped = try await tool.succeed("anchor", "drop", "--chain", "30m", "--depth", "5m")
        #expect(dropped.contains("the anchor is down") && dropped.contains("30 m of chain in 5 m"))
        try await watchman.says("ALARM: the anchor drags: 200 m away, and the circle is")
        #expect(try await tool.succeed("anchor", "status").contains("the anchor drags"))
        let anchor = try await tool.json("anchor", "status", "--format", "json")["state"]["anchor"]
        #expect(anchor["condition"].string == "dragging")
        #expect(anchor["latitudeDegrees"].string == nil, "the place is told to streams only")
        #expect(try await tool.succeed("anchor", "silence").contains("the alarm is silenced"))
        try await watchman.says("the alarm is over: somebody has heard the alarm")
        #expect(try await tool.succeed("anchor", "raise") == "no anchor is watched any more\n")
        #expect(try await tool.succeed("anchor", "status") == "no anchor is watched\n")
        #expect(try await watchman.stop() == .status(0))
    }

    @Test("sounds when the service is killed and stays away, and is over when it is back")
    func killed() async throws {
        let daemon = try await daemon()
        let watchman = try watchman(daemon, silenceAfter: "1s")
        try await Tool(daemon).succeed("anchor", "drop")
        try await watchman.says("the anchor is down")
        daemon.kill()
        try await watchman.says("ALARM: whether the anchor holds is not known any more")
        try await daemon.restart()
        try await watchman.says("the alarm is over")
        #expect(try await Tool(daemon).succeed("anchor", "status").contains("the anchor is down"))
    }

    @Test(
        "shows a notification, whose button silences the service's alarm",
        .enabled(if: NotificationDesktop.obstacle == nil, "\(NotificationDesktop.obstacle ?? "")")
    )
    func notification() async throws {
        let desktop = try await NotificationDesktop()
        try await desktop.startServer()
        let daemon = try await daemon(receiver: try drag())
        let watchman = try watchman(daemon, silenceAfter: "30s", bus: desktop.address)
        try await Tool(daemon).succeed("anchor", "drop", "--chain", "30m", "--depth", "5m")
        let shown = try JSON(try await desktop.event("notify"))
        #expect(shown["summary"].string == "Anchor alarm")
        #expect(shown["body"].string?.contains("the anchor drags") == true)
        try desktop.person("press 1 silence")
        try await watchman.says("the alarm is over: somebody has heard the alarm")
        _ = try await desktop.event("withdraw", #""id": 1"#)
        #expect(try await Tool(daemon).succeed("anchor", "status").contains("the alarm is silenced"))
    }
}
