import LinuxSystem
import TestSupport
import Testing

/// What bash offers is in `CompletionTests`; here are the shells that have to be installed for it.
@Suite("Completion", .ownThreads, .timeLimit(.minutes(10)))
struct ShellCompletionTests: ~Copyable {
    private static let app = "org.example.app"
    private let folder: TemporaryFolder
    private let installed: InstalledFiles

    init() async throws {
        let folder = try TemporaryFolder()
        installed = try await InstalledFiles(in: folder, "waymark-tools")
        self.folder = folder
    }

    /// Runs a shell for which a service runs that knows an app, and returns its output.
    private func run(_ shell: [String]) async throws -> String {
        let daemon = try await DaemonProcess(
            receiver: "file://\(Checkout.root)/Samples/recordings/short-trip.nmea"
        )
        var output = ""
        for arguments in [[BuiltPrograms.tool, "authorize", Self.app, "never"], shell] {
            output = try await RunningProgram.output(
                of: arguments,
                environment: [
                    "WAYMARK_SOCKET": daemon.socketPath, "PATH": "\(BuiltPrograms.folder):/usr/bin:/bin",
                ]
            )
        }
        return output
    }

    @Test(
        "in zsh goes on as the table of commands and the service say",
        arguments: [
            ("waymarkctl authori", "authorize"), ("waymarkctl status --for", "--format"),
            ("waymarkctl status --format=h", "human"), ("waymarkctl lint /etc/hostn", "hostname"),
            ("waymarkctl reset org.ex", app),
        ]
    )
    func zsh(typed: String, expected: String) async throws {
        let script = Checkout.root + "/Tests/DesktopTests/complete.zsh"
        _ = try await run([
            "zsh", "-f", script, installed.root + "/usr/share/zsh/site-functions", typed, expected,
        ])
    }

    @Test(
        "in fish offers what the table of commands and the service say",
        arguments: [
            ("waymarkctl authori", "authorize\tdecide whether an app may know the location"),
            ("waymarkctl status --fo", "--format\tthe format of results"),
            ("waymarkctl status --format ", "human\njson"), ("waymarkctl lint /etc/hostn", "/etc/hostname"),
            ("waymarkctl reset ", app),
        ]
    )
    func fish(typed: String, expected: String) async throws {
        let file = installed.root + "/usr/share/fish/vendor_completions.d/waymarkctl.fish"
        let script = "source \(file); complete -C '\(typed)'"
        #expect(try await run(["fish", "--no-config", "-c", script]) == expected + "\n")
    }
}
