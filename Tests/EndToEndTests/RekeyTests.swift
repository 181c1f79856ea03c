import Glibc
import LinuxSystem
import LocationModel
import TestSupport
import Testing
import Varlink
import WaymarkInterfaces

@Suite("A change of the sealing key", .ownThreads, .timeLimit(.minutes(10)))
struct RekeyTests {
    @Test(
        "seals everything again while the service runs, and the old key opens nothing",
        .enabled(if: getuid() == 0, "only root may change the key")
    )
    func rekey() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let provider = try await ScriptedProvider(daemon)
        try provider.calls.call(HostInterface.Place(app: "org.example.app", kind: "where"))
        try provider.answer(try await provider.nextReload(), "kept")
        let keyPath = daemon.stateDirectory + "/key"
        let old = try Checkout.bytes(of: keyPath)
        let sealed = try provider.calls.call(SettingsInterface.Rekey()).sealed
        #expect(sealed >= 2, "the timeline and the check of the key")
        #expect(try Checkout.bytes(of: keyPath) != old)
        // Later changes are sealed with the new key too.
        try provider.calls.call(WidgetsInterface.ReloadTimelines(session: provider.session))
        try provider.answer(try await provider.nextReload(), "new")
        try await daemon.restart()
        let views = try await ScriptedClient(daemon).stream(HostInterface.Watch()).next().widgets
        #expect(views?.first?.entry?.content == RawJSON(["text": "new"]))

        daemon.kill()
        let database = daemon.stateDirectory + "/state.db"
        let before = try Checkout.bytes(of: database)
        unlink(keyPath)
        try AtomicFile.write(old, to: keyPath, permissions: 0o400)
        await #expect(throws: Overdue.self) { try await daemon.restart() }
        #expect(daemon.log.contains("key"), "\(daemon.log)")
        #expect(try Checkout.bytes(of: database) == before)
    }

    @Test("is refused with advice if the key is the owner's own file")
    func elsewhere() async throws {
        let folder = try TemporaryFolder()
        try AtomicFile.write(Array(repeating: 7, count: 32), to: folder.path + "/key", permissions: 0o400)
        let daemon = try await DaemonProcess(
            receiver: "gpsd://localhost:1",
            configuration: "[State]\nKeyFile=\(folder.path)/key\n"
        )
        let failure = try ScriptedClient(daemon).failure(of: SettingsInterface.Rekey())
        guard getuid() == 0 else { return #expect(failure.name == "org.varlink.service.PermissionDenied") }
        #expect(failure.name == SettingsInterface.RekeyFailed.name)
        #expect(failure.parameters["reason"].string?.contains(folder.path) == true)
    }
}
