import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

@Suite(
    "Another user in the group of hosts",
    .enabled(if: Stranger.isPossible, "only root can act as another user"),
    .ownThreads,
    .timeLimit(.minutes(10))
)
struct HostGroupTests {
    private static let app = "org.example.app"

    @Test("shows the widgets of all users, and neither sees apps nor decides")
    func member() async throws {
        let daemon = try await DaemonProcess(
            receiver: "gpsd://localhost:1",
            configuration: "[Socket]\nHostGroup=\(Stranger.group)\n"
        )
        let provider = try await ScriptedProvider(daemon, app: Self.app)
        let client = try ScriptedClient(daemon)
        try client.authorize(Self.app, .authorizedAlways)
        let widget = try client.call(HostInterface.Place(app: Self.app, kind: "where")).widget
        try provider.answer(try await provider.nextReload())

        let member = try await Stranger(isInGroup: true)
        let table: [([String], CInt)] = [
            (["show", widget], 0), (["hide", widget], 0), (["place", Self.app, "where", "--user", "0"], 0),
            (["authorize", Self.app, "--deny", "--user", "0"], 1),
        ]
        for (arguments, status) in table {
            let outcome = try await member.run(arguments, on: daemon)
            #expect(outcome.ending == .status(status), "\(arguments): \(outcome.errors)")
        }
        let widgets = try await member.run(["--format", "json", "widgets"], on: daemon)
        #expect(try widgets.json["widgets"].array.count == 2)
        let apps = try await member.run(["--format", "json", "apps"], on: daemon)
        #expect(try apps.json["apps"].array.isEmpty)
        #expect(try client.call(SettingsInterface.ListApps()).apps.first?.status == .authorizedAlways)

        // The same user outside the group sees nothing.
        let stranger = try await Stranger()
        let seen = try await stranger.run(["--format", "json", "widgets"], on: daemon)
        #expect(try seen.json["widgets"].array.isEmpty)
    }
}
