import Glibc
import LocationModel
import TestSupport
import Testing
import Varlink
import WaymarkInterfaces

@Suite(
    "Another user",
    .enabled(if: Stranger.isPossible, "only root can act as another user"),
    .ownThreads,
    .timeLimit(.minutes(10))
)
struct PermissionTests {
    private static let app = "org.example.app"

    @Test("neither sees nor changes what belongs to others")
    func closed() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let provider = try await ScriptedProvider(daemon, app: Self.app)
        let client = try ScriptedClient(daemon)
        try client.authorize(Self.app, .authorizedAlways)
        let widget = try client.call(HostInterface.Place(app: Self.app, kind: "where")).widget
        try provider.answer(try await provider.nextReload(), "the secret")
        let stranger = try await Stranger()

        for (arguments, member) in [(["apps"], "apps"), (["widgets"], "widgets")] {
            let outcome = try await stranger.run(["--format", "json"] + arguments, on: daemon)
            #expect(outcome.ending == .status(0), "\(outcome.errors)")
            let members = try outcome.json[member]
            #expect(members.exists && members.array.isEmpty, "\(arguments): \(outcome.output)")
        }
        let status = try await stranger.run(["--format", "json", "status"], on: daemon).json
        #expect(status["apps"].int == 0 && status["widgets"].int == 0 && status["sessions"].int == 0)
        let journal = try await stranger.run(["journal"], on: daemon)
        #expect(journal.ending == .status(0))
        #expect(!journal.output.contains(Self.app) && !journal.output.contains(widget))

        let refused: [([String], CInt)] = [
            (["show", widget], 4), (["hide", widget], 4), (["remove", widget], 4), (["explain", widget], 4),
            (["watch", widget], 4), (["journal", "--widget", widget], 4),
            (["place", Self.app, "where"], 4), (["place", Self.app, "where", "--user", "0"], 1),
            (["authorize", Self.app, "--deny", "--user", "0"], 1), (["budget", widget], 4),
            (["explain", Self.app, "--user", "0"], 1), (["kinds", "--user", "0"], 1),
            (["record", "-o", "-"], 1),
        ]
        for (arguments, status) in refused {
            let outcome = try await stranger.run(arguments, on: daemon)
            #expect(outcome.ending == .status(status), "\(arguments): \(outcome.output) \(outcome.errors)")
            #expect(status != 1 || outcome.errors.contains("permission denied"), "\(outcome.errors)")
            #expect(!outcome.output.contains("secret"))
        }
        // Its decision about an app of the same name is separate.
        let decision = try await stranger.run(["authorize", Self.app, "--deny"], on: daemon)
        #expect(decision.ending == .status(0))
        let apps = try client.call(SettingsInterface.ListApps()).apps.filter { $0.app == Self.app }
        #expect(apps.map(\.user) == [0, Stranger.user])
        #expect(apps.map(\.status) == [.authorizedAlways, .denied])
        #expect(try client.call(InspectInterface.ListWidgets()).widgets.map(\.visible) == [false])
    }

    @Test("is not told how the machine moves without an app that may know, neither later nor at once")
    func movement() async throws {
        let folder = try TemporaryFolder()
        let daemon = try await DaemonProcess(receiver: try StillRecording.url(in: folder))
        let stranger = try await Stranger()
        _ = try await stranger.run(["authorize", "org.example.first", "--deny"], on: daemon)
        let following = try stranger.start(["journal", "--follow", "--format", "json"], on: daemon)
        defer { following.kill() }
        try await waiting(until: "the past: \(following.errors)") {
            following.output.contains("org.example.first")
        }
        let client = try ScriptedClient(daemon)
        let own = try ScriptedClient(daemon).stream(InspectInterface.WatchDecisions())
        try client.authorize(Self.app, .authorizedAlways)
        try client.call(MonitorInterface.StartMonitoring(app: Self.app, service: .significantChanges))
        while try await !own.next().decisions.contains(where: { $0.decision == "significantChange" }) {}
        _ = try await stranger.run(["authorize", "org.example.second", "--deny"], on: daemon)
        try await waiting(until: "the present: \(following.errors)") {
            following.output.contains("org.example.second")
        }
        let moved = #""decision":"significantChange""#
        #expect(!following.output.contains(moved), "\(following.output)")
        let journal = try await stranger.run(["--format", "json", "journal"], on: daemon)
        #expect(journal.output.contains("org.example.second"))
        #expect(!journal.output.contains(moved), "\(journal.output)")
        let status = try await stranger.run(["--format", "json", "status"], on: daemon).json
        #expect(status["significantDistanceMeters"].exists)
        #expect(!status["lastSignificantChangeAgeSeconds"].exists)
    }
}
