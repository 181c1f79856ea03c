import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

/// `Tests/PortedApp` imports only the modules that code for Apple's platforms imports.
@Suite("Location code written for Apple's platforms", .ownThreads, .timeLimit(.minutes(10)))
struct PortedCodeTests: ~Copyable {
    private static let app = "org.example.Ported"
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func daemon() async throws -> DaemonProcess {
        try await DaemonProcess(receiver: StillRecording.url(in: folder))
    }

    private func start(_ command: String, at socketPath: String) throws -> RunningProgram {
        try RunningProgram(
            [BuiltPrograms.portedApp, command],
            environment: ["WAYMARK_SOCKET": socketPath, "WAYMARK_APP": Self.app]
        )
    }

    private func authorize(
        _ status: SettingsInterface.AuthorizationChoice,
        at daemon: DaemonProcess
    ) throws {
        try ScriptedClient(daemon).call(SettingsInterface.Authorize(app: Self.app, status: status))
    }

    @Test("waits for the person, then gets locations through its delegate and Combine")
    func updates() async throws {
        let daemon = try await daemon()
        let program = try start("updates", at: daemon.socketPath)
        try await waiting(until: "the first authorization") {
            program.output.contains("authorization notDetermined")
                && program.output.contains("older authorization notDetermined")
        }
        #expect(!program.output.contains("location"))
        try authorize(.authorizedWhenInUse, at: daemon)
        try await waiting(until: "a location") {
            program.output.contains("authorization authorizedWhenInUse")
                && program.output.contains("location 52.520 13.405 accurate to")
        }
        try authorize(.denied, at: daemon)
        try await waiting(until: "the end of the permission") {
            program.output.contains("\nauthorization denied")
                && program.output.contains("older authorization denied")
                && program.output.contains("failure denied denied: ")
        }
    }

    @Test("gets one location, or the reason why there is none")
    func request() async throws {
        let daemon = try await daemon()
        let refused = try start("request", at: daemon.socketPath)
        try await waiting(until: "the refusal") { refused.output.contains("failure denied denied: ") }
        try authorize(.authorizedAlways, at: daemon)
        let allowed = try start("request", at: daemon.socketPath)
        try await waiting(until: "the location") { allowed.output.contains("location 52.520 13.405") }
        let alone = try start("request", at: folder.path + "/nobody")
        try await waiting(until: "the failure") {
            alone.output.contains("failure network other: cannot connect")
        }
    }

    @Test("iterates live updates, with the reason when the permission goes")
    func live() async throws {
        let daemon = try await daemon()
        try authorize(.authorizedWhenInUse, at: daemon)
        let program = try start("live", at: daemon.socketPath)
        try await waiting(until: "a location") { program.output.contains("live 52.520 13.405") }
        try authorize(.denied, at: daemon)
        try await waiting(until: "the reason") { program.output.contains("live denied") }
    }

    @Test("monitors conditions, and reads why one is refused")
    func monitor() async throws {
        let daemon = try await DaemonProcess(
            receiver: StillRecording.url(in: folder),
            configuration: "[Quotas]\nRegions=1\n"
        )
        try authorize(.authorizedAlways, at: daemon)
        let program = try start("monitor", at: daemon.socketPath)
        try await waiting(until: "the state outside") { program.output.contains("event home unsatisfied") }
        #expect(program.output.contains(#"identifiers ["home"]"#))
        #expect(program.output.contains("dot unmonitored unsupported true"))
        #expect(program.output.contains("work unmonitored limit true"))
    }

    @Test("makes a widget, whose timeline code learns what the widget may know")
    func widget() async throws {
        let daemon = try await DaemonProcess(
            receiver: StillRecording.url(in: folder),
            configuration: "[Widgets]\nInUseWindow=500ms\n"
        )
        let tool = Tool(daemon)
        let program = try RunningProgram(
            [BuiltPrograms.portedWidget],
            environment: ["WAYMARK_SOCKET": daemon.socketPath, "WAYMARK_APP": Self.app]
        )
        let widget = try await tool.place(Self.app, "nearest-town")
        // That of the provider: its location manager makes no app of it.
        #expect(try await tool.json("status")["sessions"].int == 1)
        let host = try RunningProgram(
            [BuiltPrograms.tool, "watch", widget, "--format", "json"],
            environment: ["WAYMARK_SOCKET": daemon.socketPath]
        )
        try await waiting(until: "the face without a permission") { host.output.contains("Location off") }
        try await tool.succeed("authorize", Self.app, "when-in-use", "--widgets", "yes")
        try await tool.succeed("show", widget)
        try await waiting(until: "the nearest town") { host.output.contains(#""text":"Berlin""#) }
        #expect(host.output.contains("km away") && program.errors == "")
        try await tool.succeed("hide", widget)
        try await tool.succeed("authorize", Self.app, "never")
        try await waiting(until: "the face without a permission again") {
            host.output.split(separator: "\n").last?.contains("Location off") ?? false
        }
    }

    @Test("prints the beginnings of a manifest from the widget's configuration")
    func manifest() async throws {
        let program = try RunningProgram(
            [BuiltPrograms.portedWidget, "--manifest"],
            environment: ["WAYMARK_APP": Self.app]
        )
        #expect(try await program.end() == .status(0))
        #expect(program.output.contains("Identifier=\(Self.app)\nName=Nearest town\n"))
        #expect(program.output.contains("[Kind nearest-town]\nName=Nearest town\n"))
        #expect(program.output.contains("Families=small inline\n"))
    }
}
