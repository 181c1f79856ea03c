import Glibc
import TestSupport
import Testing

@Suite("A daemon with a wrong configuration", .ownThreads, .timeLimit(.minutes(10)))
struct BadConfigurationTests {
    /// Runs a daemon that must end by itself.
    private func failing(
        _ configuration: String = "",
        options: [String] = [],
        receiver: String = "gpsd://localhost:1"
    ) async throws -> (ending: RunningProgram.Ending, errors: String, folder: String) {
        let folder = try TemporaryFolder()
        try folder.write(configuration, to: "waymarkd.conf")
        let program = try RunningProgram(
            [BuiltPrograms.daemon] + DaemonProcess.options(in: folder.path, receiver: receiver) + options
        )
        let ending = try await program.end()
        #expect(access(folder.path + "/s", F_OK) != 0, "it has left a socket")
        return (ending, program.errors, folder.path)
    }

    @Test(
        "reports the receiver that it cannot use, and why",
        arguments: [
            ("file:///nonexistent/a.nmea", CInt(78), "/nonexistent/a.nmea: No such file or directory"),
            ("carrier-pigeon://home", 78, "receiver 'carrier-pigeon://home'"),
        ]
    )
    func receivers(url: String, status: CInt, message: String) async throws {
        let outcome = try await failing(receiver: url)
        #expect(outcome.ending == .status(status), "\(outcome.errors)")
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test(
        "refuses unknown options",
        arguments: [
            (["--frobnicate"], CInt(2), "unknown option '--frobnicate'"),
            (["operand"], 2, "operand"),
            (["--log-level", "loud"], 78, "--log-level loud: there are error, warning, notice, info, debug"),
            (["--config", "/nonexistent.conf"], 78, "/nonexistent.conf: No such file or directory"),
        ]
    )
    func options(options: [String], status: CInt, message: String) async throws {
        let outcome = try await failing(options: options)
        #expect(outcome.ending == .status(status), "\(outcome.errors)")
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test(
        "reports with --check as root what the service's user cannot read",
        .enabled(if: geteuid() == 0, "only root becomes another user")
    )
    func checkAsRoot() async throws {
        let folder = try TemporaryFolder()
        let nobody: UInt32 = 65_534
        try folder.write("[State]\nDirectory=\(folder.path)/state\n", to: "waymarkd.conf")
        mkdir(folder.path + "/state", 0o700)
        #expect(chown(folder.path + "/state", nobody, nobody) == 0 && chmod(folder.path, 0o755) == 0)
        let dropIn = "waymarkd.conf.d/50-local.conf"
        try folder.write("[Log]\nLevel=debug\n", to: dropIn)
        #expect(chmod(folder.path + "/waymarkd.conf.d", 0o755) == 0)
        #expect(chmod(folder.path + "/waymarkd.conf", 0o644) == 0)
        for (mode, status) in [(mode_t(0o644), CInt(0)), (0o600, 78)] {
            #expect(chmod("\(folder.path)/\(dropIn)", mode) == 0)
            let check = try RunningProgram([
                BuiltPrograms.daemon, "--check", "--config", "\(folder.path)/waymarkd.conf",
            ])
            #expect(try await check.end() == .status(status), "\(check.errors)")
            guard status != 0 else { continue }
            #expect(check.errors.contains("\(folder.path)/\(dropIn): Permission denied"), "\(check.errors)")
            #expect(check.errors.contains("; the service runs as nobody, who must be able to read it"))
        }
        try folder.write("[State]\nKeyFile=\(folder.path)/key\n", to: dropIn)
        try folder.write(String(repeating: "k", count: 32), to: "key")
        for name in [dropIn, "key"] {
            #expect(chmod("\(folder.path)/\(name)", name == dropIn ? 0o644 : 0o600) == 0)
        }
        let key = try RunningProgram([
            BuiltPrograms.daemon, "--check", "--config", "\(folder.path)/waymarkd.conf",
        ])
        #expect(try await key.end() == .status(78))
        #expect(
            key.errors.contains("\(folder.path)/key: Permission denied; the service runs as nobody"),
            "\(key.errors)"
        )
    }

    @Test("reports with --check everything that this machine lacks, at once")
    func check() async throws {
        let folder = try TemporaryFolder()
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
        let check = try RunningProgram([
            BuiltPrograms.daemon, "--check", "--config", "\(folder.path)/waymarkd.conf",
        ])
        #expect(try await check.end() == .status(78))
        #expect(check.errors.contains("there is no group 'no-such-group' on this machine"))
        for (key, user) in [("User", "no-such-user"), ("BeaconUser", "another-user")] {
            let problem = "'\(key)=' in [Bridge]: there is no user '\(user)' on this machine"
            #expect(check.errors.contains(problem))
        }
        #expect(check.errors.contains("\(folder.path)/file/state: Not a directory"))
        #expect(check.errors.contains("/nonexistent.nmea"))
        #expect(check.errors.contains("/nonexistent.gpx"))

        try folder.write("[State]\nDirectory=\(folder.path)/state\nKeyFile=/nonexistent/key", to: "key.conf")
        let key = try RunningProgram([BuiltPrograms.daemon, "--check", "--config", "\(folder.path)/key.conf"])
        #expect(try await key.end() == .status(78))
        #expect(key.errors.contains("the sealing key /nonexistent/key does not exist"))

        let right = """
            [Socket]
            HostGroup=root
            [Bridge]
            User=root
            BeaconUser=0
            [State]
            Directory=\(folder.path)/state
            """
        try folder.write(right, to: "right.conf")
        let fine = try RunningProgram([
            BuiltPrograms.daemon, "--check", "--config", "\(folder.path)/right.conf",
        ])
        #expect(try await fine.end() == .status(0), "\(fine.errors)")

        let receivers = ["gpsd://localhost", "tcp://localhost:1", "udp://:1", "feed://cabin"].map {
            "\($0)?user=nobody-known"
        }
        let lacking =
            right.replacing("BeaconUser=0", with: "BeaconUser=no-such-user") + "\n[Receivers]\n"
            + receivers.map { "Receiver=\($0)\n" }.joined()
        try folder.write(lacking, to: "lesser.conf")
        let lesser = try RunningProgram([
            BuiltPrograms.daemon, "--check", "--config", "\(folder.path)/lesser.conf",
        ])
        #expect(try await lesser.end() == .status(1), "it would start all the same")
        #expect(lesser.errors.contains("there is no user 'no-such-user' on this machine"))
        for receiver in receivers {
            #expect(lesser.errors.contains("'\(receiver)': there is no user 'nobody-known' on this machine"))
        }
    }

    @Test("says what waits for a restart")
    func restart() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let settings = [
            ("Socket", "MaxConnections=9"), ("State", "KeyFile=/nonexistent/key"),
            ("Manifests", "Folder=/nonexistent"), ("Bridge", "BeaconUser=0"), ("Record", "Size=1M"),
        ]
        let text = settings.map { "[\($0)]\n\($1)\n" }.joined()
        try daemon.folder.write(text, to: "waymarkd.conf")
        daemon.signal(SIGHUP)
        try await daemon.hasLogged("read the configuration again")
        let waiting = daemon.log.split(separator: "\n").filter { $0.contains("takes effect when") }
        #expect(waiting.count == settings.count)
        for (section, _) in settings {
            let words = "what has changed in [\(section)] takes effect when the service is restarted"
            #expect(waiting.contains { $0.contains(words) }, "\(section)")
        }
    }

    @Test("ends with 0 on SIGTERM and on SIGINT and removes its socket", arguments: [SIGTERM, SIGINT])
    func endsAsAsked(signal: CInt) async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let provider = try await ScriptedProvider(daemon)
        daemon.signal(signal)
        #expect(try await daemon.end() == .status(0))
        #expect(access(daemon.socketPath, F_OK) != 0)
        #expect(daemon.log.contains("ended as asked"))
        withExtendedLifetime(provider) {}
    }
}
