import Glibc
import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("Manifests", .ownThreads, .timeLimit(.minutes(10)))
struct ManifestRegistryTests {
    @Test("that are installed apply at once, before a user's own; a mistake is logged with its line")
    func installed() async throws {
        let folder = try TemporaryFolder()
        let daemon = try await DaemonProcess(
            receiver: "gpsd://localhost:1",
            configuration: "[Manifests]\nFolder=\(folder.path)/apps\n"
        )
        let client = try ScriptedClient(daemon)
        try client.register(manifestText(name: "Own"))
        let list = SettingsInterface.ListApps()
        func app() throws -> SettingsInterface.App? { try client.call(list).apps.first }
        #expect(try app()?.name == "Own")
        try folder.write(manifestText(name: "Installed"), to: "apps/org.example.app.app")
        try await waiting(until: "the installed manifest") { try app()?.name == "Installed" }
        #expect(try client.register(manifestText(name: "Mine")) == .hidden)

        try folder.write("[App]\nIdentifier=org.example.app\nNmae=Broken\n", to: "apps/org.example.app.app")
        try await daemon.hasLogged("org.example.app.app:3: error: [App] has no key 'Nmae='")
        unlink(folder.path + "/apps/org.example.app.app")
        try await waiting(until: "the person's own manifest") { try app()?.name == "Mine" }
    }
}
