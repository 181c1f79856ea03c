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
        "seals everything again while the service runs",
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
        // Later changes are sealed with the new key too, which the next start reads.
        try provider.calls.call(WidgetsInterface.ReloadTimelines(session: provider.session))
        try provider.answer(try await provider.nextReload(), "new")
        try await daemon.restart()
        let views = try await ScriptedClient(daemon).stream(HostInterface.Watch()).next().widgets
        #expect(views?.first?.entry?.content == RawJSON(["text": "new"]))
    }
}
