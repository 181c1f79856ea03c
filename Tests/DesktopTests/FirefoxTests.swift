import Glibc
import TestSupport
import Testing
import Waymark
import WaymarkInterfaces

/// A page in Debian's Firefox, which asks GeoClue itself or the portal.
@Suite("A page in Firefox", .ownThreads, .timeLimit(.minutes(10)))
struct FirefoxTests: ~Copyable {
    private let folder: TemporaryFolder

    init() throws { folder = try WrittenForGeoClue.home() }

    private func firefox(_ way: String, on desktop: GeoClueDesktop) throws -> RunningProgram {
        try desktop.start(
            ["dbus-run-session", "--", "/usr/bin/python3"]
                + ["\(Checkout.root)/Tests/DesktopTests/geoclue-firefox.py", folder.path, way, "follow"],
            environment: WrittenForGeoClue.environment(folder.path)
        )
    }

    @Test("waits while the person is asked, and its watch goes on when waymark-geoclue is restarted")
    func geoClue() async throws {
        let receiver = try NetworkVoice()
        let desktop = try await GeoClueDesktop(
            receiver: receiver.url,
            bridgeUser: geteuid(),
            isSupervised: true
        )
        let agent = try PageAgent(desktop.daemon.socketPath)
        let running = try firefox("geoclue", on: desktop)
        defer { running.kill() }
        #expect(try await agent.nextPrompt().app == "firefox")
        // Longer than the 5 s after which Firefox looks elsewhere for want of a location.
        try await Task.sleep(for: .seconds(8))
        #expect(running.output.isEmpty)
        try await agent.answer(.allowWhileUsing)
        func shows(_ latitude: String, _ text: String) async throws {
            try await waiting(until: "\(text) of \(running.output)") {
                try receiver.tell(latitude)
                return running.output.contains(text)
            }
        }
        try await shows("4759.91000", "Place: 47.9985 7.8290")
        try await desktop.restartBridge()
        // A step of 111 m: a larger one would be doubted.
        try await shows("4759.97000", "Place: 47.9995 7.8290")
        try await desktop.restartBridge()
        try await shows("4800.03000", "Place: 48.0005 7.8290")
        #expect(!running.output.contains("network service") && !running.output.contains("refused"))
    }

    @Test("has the last known place at once while the receiver is cold")
    func cold() async throws {
        let receiver = try NetworkVoice()
        let desktop = try await GeoClueDesktop(receiver: receiver.url, bridgeUser: geteuid())
        for app in ["firefox", "first"] {
            try desktop.daemon.authorize(app, .authorizedWhenInUse, accuracy: .full)
        }
        let first = try ServiceConnection(to: desktop.daemon.socketPath).stream(
            LocationInterface.FollowLocation(app: "first")
        )
        try await waiting(until: "a place") {
            try receiver.tell("4759.91000")
            return try first.next(timeout: .zero)?.value.location != nil
        }
        first.connection.close()
        let running = try firefox("geoclue", on: desktop)
        defer { running.kill() }
        try await waiting(until: "the last place") { running.output.contains("Place: 47.9985 7.8290 within") }
        #expect(!running.output.contains("network service"))
    }

    @Test("gets its location from the portal where it is told to ask that")
    func portal() async throws {
        let receiver = try NetworkVoice()
        let desktop = try await GeoClueDesktop(receiver: receiver.url, bridgeUser: geteuid())
        try desktop.daemon.authorize("xdg-desktop-portal", .authorizedWhenInUse, accuracy: .full)
        let running = try firefox("portal", on: desktop)
        defer { running.kill() }
        try await waiting(until: "a place; \(running.errors)") {
            try receiver.tell("4759.91000")
            return running.output.contains("Place: 47.9985 7.8290")
        }
        #expect(!running.output.contains("network service"))
    }
}
