import Glibc
import TestSupport
import Testing

@Suite("A daemon with a wrong configuration", .ownThreads, .timeLimit(.minutes(10)))
struct BadConfigurationTests {
    @Test(
        "is refused with what is wrong: a receiver, an option, a file",
        arguments: [
            (["--receiver", "file:///nonexistent/a.nmea"], CInt(78), "a.nmea: No such file or directory"),
            (["--receiver", "carrier-pigeon://home"], 78, "receiver 'carrier-pigeon://home'"),
            (["--frobnicate"], 2, "unknown option '--frobnicate'"),
            (["--log-level", "loud"], 78, "--log-level loud: there are error, warning, notice, info, debug"),
            (["--config", "/nonexistent.conf"], 78, "/nonexistent.conf: No such file or directory"),
        ]
    )
    func refused(options: [String], status: CInt, message: String) async throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "waymarkd.conf")
        let program = try RunningProgram(
            [BuiltPrograms.daemon]
                + DaemonProcess.options(in: folder.path, receiver: "gpsd://localhost:1") + options
        )
        #expect(try await program.end() == .status(status), "\(program.errors)")
        #expect(program.errors.contains(message), "\(program.errors)")
        #expect(access(folder.path + "/s", F_OK) != 0, "it has left a socket")
    }

    private func checked(_ path: String) async throws -> (ending: RunningProgram.Ending, errors: String) {
        let program = try RunningProgram([BuiltPrograms.daemon, "--check", "--config", path])
        return (try await program.end(), program.errors)
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
            let check = try await checked("\(folder.path)/waymarkd.conf")
            #expect(check.ending == .status(status), "\(check.errors)")
            guard status != 0 else { continue }
            #expect(check.errors.contains("\(folder.path)/\(dropIn): Permission denied"), "\(check.errors)")
            #expect(check.errors.contains("; the service runs as nobody, who must be able to read it"))
        }
        try folder.write("[State]\nKeyFile=\(folder.path)/key\n", to: dropIn)
        try folder.write(String(repeating: "k", count: 32), to: "key")
        for name in [dropIn, "key"] {
            #expect(chmod("\(folder.path)/\(name)", name == dropIn ? 0o644 : 0o600) == 0)
        }
        let key = try await checked("\(folder.path)/waymarkd.conf")
        #expect(key.ending == .status(78))
        #expect(key.errors.contains("\(folder.path)/key: Permission denied; the service runs as nobody"))
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
        let check = try await checked("\(folder.path)/waymarkd.conf")
        #expect(check.ending == .status(78))
        #expect(check.errors.contains("there is no group 'no-such-group' on this machine"))
        for (key, user) in [("User", "no-such-user"), ("BeaconUser", "another-user")] {
            let problem = "'\(key)=' in [Bridge]: there is no user '\(user)' on this machine"
            #expect(check.errors.contains(problem))
        }
        #expect(check.errors.contains("\(folder.path)/file/state: Not a directory"))
        #expect(check.errors.contains("/nonexistent.nmea"))
        #expect(check.errors.contains("/nonexistent.gpx"))

        try folder.write("[State]\nDirectory=\(folder.path)/state\nKeyFile=/nonexistent/key", to: "key.conf")
        let key = try await checked("\(folder.path)/key.conf")
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
        let fine = try await checked("\(folder.path)/right.conf")
        #expect(fine.ending == .status(0), "\(fine.errors)")

        let receivers = ["gpsd://localhost", "tcp://localhost:1", "udp://:1", "feed://cabin"].map {
            "\($0)?user=nobody-known"
        }
        let lacking =
            right.replacing("BeaconUser=0", with: "BeaconUser=no-such-user") + "\n[Receivers]\n"
            + receivers.map { "Receiver=\($0)\n" }.joined()
        try folder.write(lacking, to: "lesser.conf")
        let lesser = try await checked("\(folder.path)/lesser.conf")
        #expect(lesser.ending == .status(1), "it would start all the same")
        #expect(lesser.errors.contains("there is no user 'no-such-user' on this machine"))
        for receiver in receivers {
            #expect(lesser.errors.contains("'\(receiver)': there is no user 'nobody-known' on this machine"))
        }
    }
}
