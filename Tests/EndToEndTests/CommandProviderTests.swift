import TestSupport
import Testing
import WaymarkInterfaces

@Suite("A command as a provider", .ownThreads, .timeLimit(.minutes(10)))
struct CommandProviderTests {
    private static let app = "org.example.app"

    private func scene(_ command: String..., configuration: String = "") async throws
        -> (daemon: DaemonProcess, provider: RunningProgram, widget: String)
    {
        let url = try StillRecording.url()
        let daemon = try await DaemonProcess(receiver: url, configuration: configuration)
        let tool = Tool(daemon)
        let provider = try tool.start(["provide", Self.app, "where"] + command)
        return (daemon, provider, try await tool.place(Self.app, "where"))
    }

    @Test("makes snapshots for galleries, and none if it fails")
    func snapshots() async throws {
        let script = """
            [ "$WAYMARK_REASON" = snapshot ] || { echo here; exit; }
            [ "$WAYMARK_FAMILY" = inline ] && { echo no place >&2; exit 1; }
            echo "a sample${WAYMARK_WIDGET}${WAYMARK_LATITUDE}"
            """
        let (daemon, provider, _) = try await scene("--", "sh", "-c", script)
        let tool = Tool(daemon)
        // Only two seconds are allowed for a snapshot, which a busy machine may need for other things.
        try await waiting(until: "a snapshot in time") {
            try await tool.succeed("snapshot", Self.app, "where") == "a sample\n"
        }
        try await waiting(until: "a failure in time") {
            let failed = try await tool.json("snapshot", Self.app, "where", "--family", "inline")
            return failed["absence"].string == "failed"
        }
        // The provider prints the failure after it has told the service.
        try await waiting(until: "the reason") { provider.errors.contains("no snapshot: no place") }
    }

    @Test(
        "fails with the reason, and the widget is asked for again later",
        arguments: [
            ("echo no network >&2; echo text; exit 7", "no network"),
            ("exec sleep 600", "the command had not ended after "),
        ]
    )
    func failures(_ script: String, reason: String) async throws {
        let deadline = "[Widgets]\nTimelineDeadline=8s\n"
        let (daemon, provider, widget) = try await scene("--", "sh", "-c", script, configuration: deadline)
        try await waiting(until: "the failure") { provider.errors.contains(reason) }
        let errors = provider.errors
        #expect(errors.hasPrefix("waymarkctl: \(widget): \(reason)"), "\(errors)")
        #expect(errors.hasSuffix("; asked again in 30 s\n"), "\(errors)")
        #expect(try await Tool(daemon).succeed("explain", widget).contains(reason))
    }
}
