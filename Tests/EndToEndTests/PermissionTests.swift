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
        let provider = try await ScriptedProvider(daemon)
        let client = try ScriptedClient(daemon)
        try client.authorize(Self.app, .authorizedAlways)
        let widget = try client.call(HostInterface.Place(app: Self.app, kind: "where")).widget
        try provider.answer(try await provider.nextReload(), "the secret")
        let stranger = try await Stranger()

        for list in ["apps", "widgets"] {
            let members = try await stranger.json(list, on: daemon)[list]
            #expect(members.exists && members.array.isEmpty, "\(list): \(members)")
        }
        let status = try await stranger.json("status", on: daemon)
        #expect(status["apps"].int == 0 && status["widgets"].int == 0 && status["sessions"].int == 0)
        let journal = try await stranger.run(["journal"], on: daemon)
        #expect(journal.ending == .status(0))
        #expect(!journal.output.contains(Self.app) && !journal.output.contains(widget))

        var refused: [([String], CInt)] = [
            (["journal", "--widget", widget], 4), (["place", Self.app, "where"], 4),
            (["place", Self.app, "where", "--user", "0"], 1), (["kinds", "--user", "0"], 1),
            (["authorize", Self.app, "never", "--user", "0"], 1), (["record", "-o", "-"], 1),
            (["explain", Self.app, "--user", "0"], 1),
        ]
        for command in ["show", "hide", "remove", "explain", "watch", "budget"] {
            refused.append(([command, widget], 4))
        }
        for (arguments, status) in refused {
            let outcome = try await stranger.run(arguments, on: daemon)
            #expect(outcome.ending == .status(status), "\(arguments): \(outcome.output) \(outcome.errors)")
            #expect(status != 1 || outcome.errors.contains("permission denied"), "\(outcome.errors)")
            #expect(!outcome.output.contains("secret"))
        }
        // Its decision about an app of the same name is separate.
        let decision = try await stranger.run(["authorize", Self.app, "never"], on: daemon)
        #expect(decision.ending == .status(0))
        let apps = try client.call(SettingsInterface.ListApps()).apps.filter { $0.app == Self.app }
        #expect(apps.map(\.user) == [0, Stranger.user])
        #expect(apps.map(\.status) == [.authorizedAlways, .denied])
        #expect(try client.call(InspectInterface.ListWidgets()).widgets.map(\.visible) == [false])
    }

    @Test("in the group of hosts shows the widgets of all users, and neither sees apps nor decides")
    func member() async throws {
        let daemon = try await DaemonProcess(
            receiver: "gpsd://localhost:1",
            configuration: "[Socket]\nHostGroup=\(Stranger.group)\n"
        )
        let provider = try await ScriptedProvider(daemon)
        let client = try ScriptedClient(daemon)
        try client.authorize(Self.app, .authorizedAlways)
        let widget = try client.call(HostInterface.Place(app: Self.app, kind: "where")).widget
        try provider.answer(try await provider.nextReload())

        let member = try await Stranger(isInGroup: true)
        let table: [([String], CInt)] = [
            (["show", widget], 0), (["hide", widget], 0), (["place", Self.app, "where", "--user", "0"], 0),
            (["authorize", Self.app, "never", "--user", "0"], 1),
        ]
        for (arguments, status) in table {
            let outcome = try await member.run(arguments, on: daemon)
            #expect(outcome.ending == .status(status), "\(arguments): \(outcome.errors)")
        }
        #expect(try await member.json("widgets", on: daemon)["widgets"].array.count == 2)
        #expect(try await member.json("apps", on: daemon)["apps"].array.isEmpty)
        #expect(try client.call(SettingsInterface.ListApps()).apps.first?.status == .authorizedAlways)
    }

    @Test("is not given the heading by the descriptions of receivers without an app that may know")
    func heading() async throws {
        let folder = try TemporaryFolder()
        let daemon = try await DaemonProcess(receiver: StillRecording.compassURL(in: folder))
        let client = try ScriptedClient(daemon)
        try client.authorize(Self.app, .authorizedWhenInUse)
        let stream = try ScriptedClient(daemon).stream(LocationInterface.FollowHeading(app: Self.app))
        while try await stream.next().heading == nil {}
        let receiver = try #require(try client.call(InspectInterface.GetStatus()).receivers.first)
        #expect(receiver.headingTrueDegrees != nil)
        let status = try await Stranger().run(["status", "--format", "json"], on: daemon)
        #expect(status.ending == .status(0), "\(status.errors)")
        #expect(status.output.contains(#""state":"fixed""#) && !status.output.contains("heading"))
    }

    @Test("is not told how the machine moves without an app that may know, neither later nor at once")
    func movement() async throws {
        let daemon = try await DaemonProcess(receiver: StillRecording.url())
        let stranger = try await Stranger()
        _ = try await stranger.run(["authorize", "org.example.first", "never"], on: daemon)
        let following = try stranger.start(["journal", "--follow", "--format", "json"], on: daemon)
        defer { following.kill() }
        try await following.says("org.example.first")
        let client = try ScriptedClient(daemon)
        let own = try ScriptedClient(daemon).stream(InspectInterface.WatchDecisions())
        try client.authorize(Self.app, .authorizedAlways)
        try client.call(MonitorInterface.StartMonitoring(app: Self.app, service: .significantChanges))
        while try await !own.next().decisions.contains(where: { $0.decision == "significantChange" }) {}
        _ = try await stranger.run(["authorize", "org.example.second", "never"], on: daemon)
        try await following.says("org.example.second")
        let moved = #""decision":"significantChange""#
        #expect(!following.output.contains(moved), "\(following.output)")
        let journal = try await stranger.run(["--format", "json", "journal"], on: daemon)
        #expect(journal.output.contains("org.example.second"))
        #expect(!journal.output.contains(moved), "\(journal.output)")
        let status = try await stranger.json("status", on: daemon)
        #expect(status["significantDistanceMeters"].exists)
        #expect(!status["lastSignificantChangeAgeSeconds"].exists)
    }
}
