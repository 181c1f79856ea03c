import Glibc
import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

@Suite(
    "A program in a sandbox",
    .enabled(if: SandboxedProgram.isPossible, "bubblewrap makes the sandbox"),
    .ownThreads,
    .timeLimit(.minutes(10))
)
struct SandboxTests {
    private static let uuid = "B9407F30-F5F8-466E-AFF9-25556B57FE6D"

    private static func call(_ method: String, _ parameters: String = "{}", more: Bool = false) -> String {
        #"{"method":"io.waymark.\#(method)","parameters":\#(parameters)\#(more ? #","more":true"# : "")}"#
    }

    private static let decision = call(
        "Settings.Authorize",
        #"{"app":"\#(SandboxedProgram.app)","status":"authorizedAlways"}"#
    )

    /// The calls in which a program says which app it is.
    private static func claims(_ app: String) -> [String] {
        let kinds = #"[{"kind":"where","wantsLocation":true}]"#
        return [
            call("Widgets.Serve", #"{"app":"\#(app)","kinds":\#(kinds)}"#, more: true),
            call("Location.Open", #"{"app":"\#(app)"}"#, more: true),
            call("Location.GetLocation", #"{"app":"\#(app)","deadlineSeconds":1}"#),
        ]
    }

    @Test("is accepted as the app of the sandbox, and refused as any other, with both named")
    func claims() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let program = try SandboxedProgram(daemon)
        for reply in try await program.call(Self.claims("org.example.app")) {
            #expect(reply["error"].string?.hasSuffix(".AppMismatch") == true, "\(reply)")
            #expect(reply["parameters"]["claimed"].string == "org.example.app")
            #expect(reply["parameters"]["apps"].array.map(\.string) == [SandboxedProgram.app])
        }
        let apps = try ScriptedClient(daemon).call(SettingsInterface.ListApps()).apps
        #expect(apps.isEmpty, "a refused claim leaves nothing behind")

        // A program that serves widgets is not the app, so another one is.
        let claims = Self.claims(SandboxedProgram.app)
        var accepted = try await program.call([claims[0]])
        accepted += try await program.call(Array(claims[1...]))
        #expect(accepted.map { $0["error"].string } == [nil, nil, nil])
    }

    @Test("does not act for the person over the connection of a child that has ended")
    func child() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let program = try SandboxedProgram(daemon)
        let calls = Array(repeating: Self.decision, count: 100)
        for reply in try await program.call(calls, children: true) {
            #expect(reply["error"].string?.hasSuffix(".PermissionDenied") == true, "\(reply)")
        }
        let apps = try ScriptedClient(daemon).call(SettingsInterface.ListApps()).apps
        #expect(apps.isEmpty)
    }

    @Test("cannot follow the location, the heading or beacons of another app, nor hold its session")
    func streams() async throws {
        let daemon = try await DaemonProcess(
            receiver: "gpsd://localhost:1",
            configuration: "[Bridge]\nUser=\(geteuid())\nBeaconUser=\(geteuid())\n"
        )
        try ScriptedClient(daemon).authorize("org.example.app", .authorizedAlways)
        let program = try SandboxedProgram(daemon)
        func calls(_ app: String) -> [String] {
            [
                ("FollowLocation", ""), ("FollowHeading", ""), ("HoldSession", #","level":"none""#),
                ("FollowBeacons", #","uuid":"\#(Self.uuid)""#),
            ].map { Self.call("Location.\($0)", #"{"app":"\#(app)"\#($1)}"#, more: true) }
        }
        for reply in try await program.call(calls("org.example.app")) {
            #expect(reply["error"].string?.hasSuffix(".AppMismatch") == true, "\(reply)")
        }
        for reply in try await program.call(calls(SandboxedProgram.app)) {
            #expect(reply["parameters"]["event"].string == "update", "\(reply)")
        }
        // Not even as the user of the bridge may it name another program, or report beacons.
        let other =
            #"{"user":\#(geteuid()),"process":\#(getpid()),"app":"org.example.app","accuracy":"full"}"#
        let report = #"{"session":"1","sightings":[],"listening":true}"#
        for reply in try await program.call([
            Self.call("Location.FollowLocationFor", other, more: true),
            Self.call("Beacons.Feed", more: true), Self.call("Beacons.Report", report),
        ]) { #expect(reply["error"].string?.hasSuffix(".PermissionDenied") == true, "\(reply)") }
    }

    @Test("may neither inquire nor decide, because both are for a person")
    func inquiries() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let program = try SandboxedProgram(daemon)
        let calls = [
            Self.call("Settings.ListAccesses"), Self.call("Settings.ListApps"),
            Self.call("Settings.GetServices"), Self.call("Settings.GetStatedPlace"),
            Self.call("Inspect.GetStatus"), Self.call("Inspect.GetMetrics"), Self.call("Inspect.ListWidgets"),
            Self.call("Inspect.ListBudgets"), Self.call("Inspect.ExplainApp", #"{"app":"org.example.app"}"#),
            Self.call("Host.ListKinds"), Self.call("Feed.ReportMovement"),
            Self.call("Inspect.Explain", #"{"widget":"w1"}"#),
            Self.call("Inspect.WatchDecisions", more: true), Self.call("Inspect.WatchReceivers", more: true),
            Self.call("Settings.Agent", more: true), Self.call("Host.Watch", more: true),
            Self.call("Settings.SwitchServices", #"{"on":false}"#), Self.call("Settings.Rekey"),
            Self.decision,
        ]
        for (call, reply) in zip(calls, try await program.call(calls)) {
            #expect(reply["error"].string?.hasSuffix(".PermissionDenied") == true, "\(call): \(reply)")
        }
    }
}
