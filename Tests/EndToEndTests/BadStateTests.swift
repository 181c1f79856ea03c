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

    @Test("ends with advice and does not change the state of a newer version")
    func newerVersion() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        try ScriptedClient(daemon).call(Self.decision)
        daemon.signal(SIGTERM)
        #expect(try await daemon.end() == .status(0))
        let database = daemon.stateDirectory + "/state.db"
        let script = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('PRAGMA user_version = 7')"
        let python = try RunningProgram([Python.interpreter, "-c", script, database])
        #expect(try await python.end() == .status(0), "\(python.errors)")
        let before = try Checkout.bytes(of: database)
        let program = try RunningProgram(
            [BuiltPrograms.daemon]
                + DaemonProcess.options(in: daemon.folder.path, receiver: "gpsd://localhost:1")
        )
        #expect(try await program.end() == .status(78))
        let message =
            "\(database) is of version 7, and this waymarkd knows versions up to 3: "
            + "install the newer waymarkd again, or move the file away to begin anew"
        #expect(program.errors.contains(message), "\(program.errors)")
        #expect(try Checkout.bytes(of: database) == before)
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
