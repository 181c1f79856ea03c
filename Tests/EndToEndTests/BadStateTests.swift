import Glibc
import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("A daemon with bad state", .ownThreads, .timeLimit(.minutes(10)))
struct BadStateTests {
    private static let decision = SettingsInterface.Authorize(
        app: "org.example.app",
        status: .authorizedAlways
    )

    /// Creates a daemon that has saved a decision and ended, and applies `damage` to its state.
    private func daemon(
        configuration: String = "",
        damage: (_ stateDirectory: String) async throws -> Void
    ) async throws -> DaemonProcess {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1", configuration: configuration)
        try ScriptedClient(daemon).call(Self.decision)
        daemon.signal(SIGTERM)
        #expect(try await daemon.end() == .status(0))
        try await damage(daemon.stateDirectory)
        return daemon
    }

    /// Starts the daemon again, which must fail.
    private func failure(of daemon: DaemonProcess) async throws -> String {
        let program = try RunningProgram(
            [BuiltPrograms.daemon]
                + DaemonProcess.options(in: daemon.folder.path, receiver: "gpsd://localhost:1")
        )
        #expect(try await program.end() == .status(78))
        return program.errors
    }

    @Test("does not change the state of a newer version")
    func newerVersion() async throws {
        let daemon = try await daemon { directory in
            let script =
                "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('PRAGMA user_version = 7')"
            let python = try RunningProgram([Python.interpreter, "-c", script, directory + "/state.db"])
            #expect(try await python.end() == .status(0), "\(python.errors)")
        }
        let before = try Checkout.bytes(of: daemon.stateDirectory + "/state.db")
        let message =
            "\(daemon.stateDirectory)/state.db is of version 7, and this waymarkd knows versions up to 3: "
            + "install the newer waymarkd again, or move the file away to begin anew"
        let errors = try await failure(of: daemon)
        #expect(errors.contains(message), "\(errors)")
        #expect(try Checkout.bytes(of: daemon.stateDirectory + "/state.db") == before)
    }

    @Test("moves a damaged state aside, logs it, and works")
    func damaged() async throws {
        let daemon = try await daemon { directory in
            let file = try #require(fopen(directory + "/state.db", "r+"))
            defer { fclose(file) }
            fseek(file, 0, SEEK_END)
            let length = ftell(file)
            rewind(file)
            let garbage = [UInt8](repeating: 0x55, count: length)
            #expect(fwrite(garbage, 1, length, file) == length)
        }
        let damaged = try Checkout.bytes(of: daemon.stateDirectory + "/state.db")
        try await daemon.restart()
        try await daemon.hasLogged("is damaged")
        #expect(daemon.log.contains("grants, placed widgets and timelines begin anew"))
        let name = try #require(daemon.log.firstMatch(of: #/was moved to (\S+);/#)?.output.1)
        #expect(try Checkout.bytes(of: String(name)) == damaged)
        let client = try ScriptedClient(daemon)
        #expect(try client.call(SettingsInterface.ListApps()).apps.isEmpty)
        #expect(try client.call(Self.decision).app.status == .authorizedAlways)
    }

    @Test(
        "refuses changes while the disk is full, and saves them once there is space",
        .enabled(if: SmallDisk.canBeMade, "only root can mount a small disk")
    )
    func fullDisk() async throws {
        let disk = try SmallDisk(kilobytes: 512)
        let daemon = try await DaemonProcess(
            receiver: "gpsd://localhost:1",
            stateDirectory: disk.path + "/state"
        )
        let client = try ScriptedClient(daemon)
        try client.call(Self.decision)
        try disk.fill()
        var refused: (name: String, parameters: JSON)?
        for number in 0..<200 where refused == nil {
            let app = "org.example.app\(number)"
            do {
                try client.call(SettingsInterface.Authorize(app: app, status: .denied))
            } catch {
                refused = try client.failure(of: SettingsInterface.Authorize(app: app, status: .denied))
            }
        }
        #expect(refused?.name == "io.waymark.Settings.StateNotSaved")
        #expect(
            refused?.parameters["reason"].string?.contains("no space left for \(disk.path)/state") == true
        )
        #expect(daemon.log.contains("the state cannot be saved"))
        // What could not be saved is not told either.
        for method in ["Inspect.StateNotSaved", "Settings.StateNotSaved"] {
            let refused =
                method.hasPrefix("Inspect")
                ? try client.failure(of: InspectInterface.ListWidgets())
                : try client.failure(of: SettingsInterface.ListApps())
            #expect(refused.name == "io.waymark.\(method)")
        }
        let outcome = try await Tool(daemon).run("authorize", "org.example.app", "--deny")
        #expect(outcome.ending == .status(1))
        #expect(outcome.errors.contains("no space left"), "\(outcome.errors)")

        disk.free()
        try client.call(SettingsInterface.Authorize(app: "org.example.app", status: .authorizedWhenInUse))
        let before = try client.call(SettingsInterface.ListApps()).apps
        daemon.kill()
        try await daemon.restart()
        #expect(try ScriptedClient(daemon).call(SettingsInterface.ListApps()).apps == before)
    }
}

/// A small file system in memory, unmounted at the end of its lifetime.
final class SmallDisk {
    let path: String
    private let folder: TemporaryFolder

    /// Whether this process may mount file systems.
    ///
    /// In some containers, not even root may.
    static let canBeMade = (try? SmallDisk(kilobytes: 64)) != nil

    init(kilobytes: Int) throws {
        folder = try TemporaryFolder()
        path = folder.path + "/disk"
        try #require(mkdir(path, 0o700) == 0)
        try #require(mount("tmpfs", path, "tmpfs", 0, "size=\(kilobytes)k,mode=0700") == 0)
    }

    deinit { umount2(path, Self.detach) }

    /// `MNT_DETACH`: unmounts at once, even if a daemon that is ending still has files open.
    private static let detach: CInt = 2

    func fill() throws {
        let number = open(path + "/filler", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        try #require(number >= 0)
        defer { close(number) }
        let block = [UInt8](repeating: 1, count: 4096)
        while write(number, block, block.count) > 0 {}
    }

    func free() { unlink(path + "/filler") }
}
