import Glibc
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("A service whose numbers are odd", .ownThreads, .timeLimit(.minutes(10)))
struct OddServiceTests {
    private static let app = "org.example.app"

    /// What a person may ask of it, also for ever; `W` is a widget, `T` a ticket.
    private static let commands = [
        "access", "apps", "apps --format json", "availability", "budget", "budget W", "doctor",
        "events \(app)", "events \(app) --follow", "explain T", "explain W", "explain W --day",
        "explain \(app)",
        "heading --follow --app \(app)", "journal", "kinds", "locate --app \(app)",
        "locate --follow --app \(app)",
        "manifest list", "metrics", "place-machine", "push \(app) --follow", "receivers",
        "receivers --follow",
        "region list \(app)", "services", "session \(app)", "snapshot \(app) where", "status", "ticket T",
        "watch W",
        "watch --format waybar W", "watch --format line W", "widgets",
    ]

    @Test(
        "ends no program of its clients",
        arguments: [
            ("int", "9223372036854775807"), ("int", "-9223372036854775808"), ("float", "1e300"),
            ("float", "-1e300"), ("float", "9223372036854775807"), ("float", "1e-300"),
        ]
    )
    func clients(kind: String, value: String) async throws {
        let folder = try TemporaryFolder()
        let daemon = try await DaemonProcess(receiver: StillRecording.url(in: folder))
        let provider = try await ScriptedProvider(elsewhere: daemon, app: Self.app)
        let tool = Tool(daemon)
        let widget = try provider.calls.placeInView()
        _ = try await provider.answer { $0.location != nil }
        // Only root may, and whoever the service runs as.
        _ = try await tool.run("place-machine", "52.5,13.4")
        try await tool.succeed("region", "add", Self.app, "home", "--circle", "52.52,13.405,200")
        try await tool.succeed("events", Self.app, "--changes", "--visits")
        let ticket = try #require(try await tool.json("push", Self.app)["reloads"][0]["ticket"].string)

        let proxy = try RunningProgram([
            "python3", Checkout.root + "/Tests/EndToEndTests/odd-service.py", folder.path + "/odd",
            daemon.socketPath,
            kind, value,
        ])
        try await waiting(until: "the odd service") {
            try #require(proxy.isRunning, "\(proxy.errors)")
            return access(folder.path + "/odd", F_OK) == 0
        }
        let programs = try Self.commands.map { command in
            let words = command.split(separator: " ").map {
                ["W": widget, "T": ticket][$0] ?? String($0)
            }
            return try RunningProgram(
                ["timeout", "4", BuiltPrograms.tool] + words,
                environment: [
                    "WAYMARK_SOCKET": folder.path + "/odd",
                    "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent",
                    "SWIFT_BACKTRACE": "enable=no",
                ]
            )
        }
        for (command, program) in zip(Self.commands, programs) {
            // As a shell says it, 128 and more are signals.
            guard case .status(..<128) = try await program.end() else {
                Issue.record("\(command): \(program.errors)")
                continue
            }
        }
        #expect(programs.contains { $0.output.contains(value.prefix(6)) }, "the odd numbers have arrived")
    }
}
