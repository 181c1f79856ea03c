import Glibc
import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("Manifests", .ownThreads, .timeLimit(.minutes(10)))
struct ManifestRegistryTests {
    @Test(
        "that a user registers survive a restart until withdrawn, and are refused with their mistakes"
    )
    func registered() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        var client = try ScriptedClient(daemon)
        #expect(try client.register() == .added)
        #expect(try client.register() == .unchanged)
        #expect(try client.register(manifestText(name: "Other")) == .replaced)
        let bad = try client.failure(of: SettingsInterface.RegisterManifest(text: "[App]\nNmae=x\n"))
        #expect(bad.name == SettingsInterface.BadManifest.name)
        let mistakes = bad.parameters["mistakes"].array.compactMap(\.string)
        #expect(mistakes.contains { $0.contains(":2: error:") && $0.contains("did you mean 'Name='?") })

        try await daemon.restart()
        client = try ScriptedClient(daemon)
        let app = try #require(try client.call(SettingsInterface.ListApps()).apps.first)
        #expect(app.app == "org.example.app" && app.name == "Other")
        try client.call(SettingsInterface.WithdrawManifest(app: app.app))
        let gone = try client.failure(of: SettingsInterface.WithdrawManifest(app: app.app))
        #expect(gone.name == SettingsInterface.UnknownManifest.name)
        #expect(try client.call(SettingsInterface.ListApps()).apps.isEmpty)
    }

    @Test(
        "that are installed apply at once and take precedence over a user's own; a mistake is logged with its line"
    )
    func installed() async throws {
        let folder = try TemporaryFolder()
        let daemon = try await DaemonProcess(
            receiver: "gpsd://localhost:1",
            configuration: "[Manifests]\nFolder=\(folder.path)/apps\n"
        )
        let client = try ScriptedClient(daemon)
        try client.register(manifestText(name: "Own"))
        #expect(try client.call(SettingsInterface.ListApps()).apps.first?.name == "Own")
        try folder.write(manifestText(name: "Installed"), to: "apps/org.example.app.app")
        try await waiting(until: "the installed manifest") {
            try client.call(SettingsInterface.ListApps()).apps.first?.name == "Installed"
        }
        #expect(try client.register(manifestText(name: "Mine")) == .hidden)

        try folder.write("[App]\nIdentifier=org.example.app\nNmae=Broken\n", to: "apps/org.example.app.app")
        try await daemon.hasLogged("org.example.app.app:3: error: [App] has no key 'Nmae='")
        // Until it is corrected, the app has no manifest: the user's own does not come back.
        #expect(try client.call(SettingsInterface.ListApps()).apps.first.map { $0.name == nil } == true)
        // The folder is read again, and the mistake is still there.
        try folder.write("[App]\nIdentifier=org.example.b\nNmae=Broken\n", to: "apps/org.example.b.app")
        try await daemon.hasLogged("org.example.b.app:3: error: [App] has no key 'Nmae='")
        #expect(daemon.log.split(separator: "\n").count { $0.contains("org.example.app.app:3: error") } == 1)
        let path = folder.path + "/apps/org.example.app.app"
        unlink(path)
        try await waiting(until: "the person's own manifest") {
            try client.call(SettingsInterface.ListApps()).apps.first?.name == "Mine"
        }
        symlink("/etc/hostname", path)
        try await daemon.hasLogged("symbolic links are not followed")
    }

    @Test(
        "that another user put into a folder of the machine do not count",
        .enabled(if: geteuid() == 0, "only root can give a file away")
    )
    func foreign() async throws {
        let folder = try TemporaryFolder()
        for app in ["org.example.own", "org.example.theirs"] {
            try folder.write(
                "[App]\nIdentifier=\(app)\nName=A\n[Extension Widgets]\nKinds=where\n",
                to: "apps/\(app).app"
            )
        }
        try #require(chown(folder.path + "/apps/org.example.theirs.app", 65_123, 65_123) == 0)
        let daemon = try await DaemonProcess(
            receiver: "gpsd://localhost:1",
            configuration: "[Manifests]\nFolder=\(folder.path)/apps\n"
        )
        let kinds = try ScriptedClient(daemon).call(HostInterface.ListKinds()).kinds
        #expect(kinds.map(\.app) == ["org.example.own"])
        #expect(daemon.log.contains("owned by user 65123"), "\(daemon.log)")
    }
}
