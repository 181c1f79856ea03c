import Glibc
import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("A daemon that cannot save its state", .ownThreads, .timeLimit(.minutes(10)))
struct BadStateTests {
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
        try client.authorize("org.example.app", .authorizedAlways)
        try disk.fill()
        var refused: ServiceRefusal?
        for number in 0..<200 where refused == nil {
            let decision = SettingsInterface.Authorize(app: "org.example.app\(number)", status: .denied)
            do { try client.call(decision) } catch { refused = try client.failure(of: decision) }
        }
        guard case .stateNotSaved(let reason) = refused else { throw try #require(refused) }
        #expect(reason.contains("no space left for \(disk.path)/state"))
        #expect(daemon.log.contains("the state cannot be saved"))
        // What could not be saved is not told either.
        let untold = try client.failure(of: InspectInterface.ListWidgets())
        guard case .stateNotSaved = untold else { throw untold }
        let outcome = try await Tool(daemon).run("authorize", "org.example.app", "never")
        #expect(outcome.ending == .status(1))
        #expect(outcome.errors.contains("no space left"), "\(outcome.errors)")

        disk.free()
        try client.authorize("org.example.app", .authorizedWhenInUse)
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
