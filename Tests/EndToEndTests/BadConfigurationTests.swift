import Glibc
import TestSupport
import Testing

@Suite("A daemon with a wrong configuration", .ownThreads, .timeLimit(.minutes(10)))
struct BadConfigurationTests: ~Copyable {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
        "is refused with what is wrong: a receiver, an option, a file, a folder",
        arguments: [
            (["--receiver", "file:///nonexistent/a.nmea"], CInt(78), "a.nmea: No such file or directory"),
            (["--receiver", "carrier-pigeon://home"], 78, "receiver 'carrier-pigeon://home'"),
            (["--frobnicate"], 2, "unknown option '--frobnicate'"),
            (["--log-level", "loud"], 78, "--log-level loud: there are error, warning, notice, info, debug"),
            (["--config", "/nonexistent.conf"], 78, "/nonexistent.conf: No such file or directory"),
            (["--simulated"], 78, "--simulated and --receiver exclude each other"),
            // Others may write there.
            (["--state", "/tmp"], 78, "/tmp"),
        ]
    )
    func refused(options: [String], status: CInt, message: String) async throws {
        try folder.write("", to: "waymarkd.conf")
        let usual = DaemonProcess.options(in: folder.path, receiver: "gpsd://localhost:1")
        let program = try RunningProgram([BuiltPrograms.daemon] + usual + options)
        #expect(try await program.end() == .status(status), "\(program.errors)")
        #expect(program.errors.contains(message), "\(program.errors)")
        #expect(access(folder.path + "/s", F_OK) != 0, "it has left a socket")
    }

    /// Lets the service check the configuration of the folder, which must be as it says.
    private func checks(_ status: CInt, _ problems: String...) async throws {
        let path = folder.path + "/waymarkd.conf"
        let program = try RunningProgram([BuiltPrograms.daemon, "--check", "--config", path])
        #expect(try await program.end() == .status(status), "\(program.errors)")
        for problem in problems { #expect(program.errors.contains(problem), "\(program.errors)") }
    }

    @Test(
        "reports with --check as root what the service's user cannot read",
        .enabled(if: geteuid() == 0, "only root becomes another user")
    )
    func checkAsRoot() async throws {
        let nobody: UInt32 = 65_534
        try folder.write("[State]\nDirectory=\(folder.path)/state\n", to: "waymarkd.conf")
        mkdir(folder.path + "/state", 0o700)
        #expect(chown(folder.path + "/state", nobody, nobody) == 0 && chmod(folder.path, 0o755) == 0)
        let dropIn = "waymarkd.conf.d/50-local.conf"
        try folder.write("[Log]\nLevel=debug\n", to: dropIn)
        #expect(chmod(folder.path + "/waymarkd.conf.d", 0o755) == 0)
        for name in ["waymarkd.conf", dropIn] { #expect(chmod("\(folder.path)/\(name)", 0o644) == 0) }
        try await checks(0)
        mkdir(folder.path + "/apps", 0o700)
        try folder.write("[Manifests]\nFolder=\(folder.path)/apps\n", to: dropIn)
        #expect(chmod("\(folder.path)/\(dropIn)", 0o644) == 0)
        try await checks(1, "\(dropIn):2: 'Folder=' in [Manifests]: \(folder.path)/apps: Permission denied")
        #expect(chmod("\(folder.path)/\(dropIn)", 0o600) == 0)
        let reader = "the service runs as nobody"
        try await checks(
            78,
            "\(folder.path)/\(dropIn): Permission denied",
            "; \(reader), who must be able to read it"
        )
        try folder.write("[State]\nKeyFile=\(folder.path)/key\n", to: dropIn)
        try folder.write(String(repeating: "k", count: 32), to: "key")
        #expect(chmod("\(folder.path)/\(dropIn)", 0o644) == 0)
        try await checks(78, "\(folder.path)/key: Permission denied; \(reader)")
    }

    @Test("reports with --check everything that this machine lacks, at once")
    func check() async throws {
        try folder.write("", to: "file")
        let text = """
            [Socket]
            HostGroup=no-such-group
            [Bridge]
            User=no-such-user
            BeaconUser=another-user
            [State]
            Directory=\(folder.path)/file/state
            [Receivers]
            Receiver=file:///nonexistent.nmea
            Receiver=file:///nonexistent.gpx
            """
        try folder.write(text, to: "waymarkd.conf")
        try await checks(
            78,
            "there is no group 'no-such-group' on this machine",
            "'User=' in [Bridge]: there is no user 'no-such-user' on this machine",
            "'BeaconUser=' in [Bridge]: there is no user 'another-user' on this machine",
            "\(folder.path)/file/state: Not a directory",
            "/nonexistent.nmea",
            "/nonexistent.gpx"
        )

        let state = "[State]\nDirectory=\(folder.path)/state\n"
        try folder.write(state + "KeyFile=/nonexistent/key", to: "waymarkd.conf")
        try await checks(78, "the sealing key /nonexistent/key does not exist")

        let right = state + "[Socket]\nHostGroup=root\n[Bridge]\nUser=root\nBeaconUser="
        try folder.write(right + "0", to: "waymarkd.conf")
        try await checks(0)

        // It would start all the same.
        let receiver = "gpsd://localhost?user=nobody-known"
        try folder.write(right + "no-such-user\n[Receivers]\nReceiver=\(receiver)\n", to: "waymarkd.conf")
        let nobody = "there is no user 'nobody-known' on this machine"
        try await checks(1, "there is no user 'no-such-user' on this machine", "'\(receiver)': \(nobody)")
    }
}
