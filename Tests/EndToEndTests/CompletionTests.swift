import LinuxSystem
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("Completion in a shell", .ownThreads, .timeLimit(.minutes(10)))
struct CompletionTests: ~Copyable {
    private static let app = "org.example.app"
    private let folder: TemporaryFolder
    private let installed: InstalledFiles

    init() async throws {
        let folder = try TemporaryFolder()
        installed = try await InstalledFiles(in: folder, "waymark-lab", "waymark-tools", "waymarkd")
        self.folder = folder
    }

    /// Returns what bash would offer for the last one of these words of a command line.
    private func offers(
        _ words: [String],
        of program: String = "waymarkctl",
        socket: String = "/nonexistent"
    ) async throws -> [String] {
        let script = """
            . "$1/usr/share/bash-completion/completions/$2"
            COMP_WORDS=("${@:2}") COMP_CWORD=$(($# - 2))
            "$(complete -p "$2" | sed 's/.*-F \\([^ ]*\\) .*/\\1/')" "$2" "${!#}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let bash = try RunningProgram(
            ["bash", "-c", script, "bash", installed.root, program] + words,
            environment: ["WAYMARK_SOCKET": socket, "PATH": "\(BuiltPrograms.folder):/usr/bin:/bin"]
        )
        try #require(try await bash.end() == .status(0), "\(bash.errors)")
        #expect(bash.errors == "")
        return bash.output.split(separator: "\n").map(String.init)
    }

    @Test("offers the apps, kinds and widgets of the running service")
    func values() async throws {
        let daemon = try await DaemonProcess(receiver: StillRecording.url())
        let provider = try await ScriptedProvider(daemon)
        let widget = try await Tool(daemon).succeed("place", Self.app, "where").trimmingNewline
        for (words, offered) in [
            (["authorize", ""], [Self.app]), (["authorize", "org.other"], []),
            (["place", Self.app, "w"], ["where"]), (["place", "org.other", ""], []),
            (["watch", "--place", ""], ["\(Self.app)/where"]), (["show", ""], [widget]),
            (["explain", ""], [widget, Self.app]), (["journal", "--app", "o"], [Self.app]),
        ] { #expect(try await offers(words, socket: daemon.socketPath) == offered, "\(words)") }
        #expect(try await offers(["--socket", daemon.socketPath, "hide", ""]) == [widget])
        withExtendedLifetime(provider) {}
    }

    @Test("offers commands, options and files without a service, and nothing that only a service knows")
    func withoutService() async throws {
        #expect(try await offers(["auth"]) == ["authorize"])
        #expect(try await offers(["status", "--fo"]) == ["--format"])
        #expect(try await offers(["watch", "--format", "=", "way"]) == ["waybar"])
        #expect(try await offers(["test", "--format", "=", "j"], of: "waymark-lab") == ["json", "junit"])
        #expect(try await offers(["authorize", ""]) == [])
        try folder.write("", to: "a recording.nmea")
        let recordings = try await offers(["decode", folder.path + "/a r"], of: "waymark-lab")
        #expect(recordings == [folder.path + "/a recording.nmea"])
        #expect(try await offers(["--ch"], of: "waymarkd") == ["--check"])
        #expect(try await offers(["--log-level", "w"], of: "waymarkd") == ["warning"])
    }

    @Test("does not wait long for a service that does not answer")
    func silentService() async throws {
        let path = folder.path + "/silent.sock"
        let silent = try UnixListener(at: path, permissions: 0o600)
        #expect(try await offers(["authorize", ""], socket: path) == [])
        withExtendedLifetime(silent) {}
    }
}
