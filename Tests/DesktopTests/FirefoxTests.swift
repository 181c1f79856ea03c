import Glibc
import TestSupport
import Testing
import Waymark
import WaymarkInterfaces

/// A page in Debian's Firefox, which asks GeoClue itself.
@Suite("A page in Firefox", .ownThreads, .timeLimit(.minutes(10)))
struct FirefoxTests: ~Copyable {
    private let folder: TemporaryFolder

    init() throws { folder = try WrittenForGeoClue.home() }

    @Test("waits while the person is asked, and its watch goes on when waymark-geoclue is restarted")
    func geoClue() async throws {
        let receiver = try NetworkVoice()
        let desktop = try await GeoClueDesktop(
            receiver: receiver.url,
            bridgeUser: geteuid(),
            isSupervised: true
        )
        let agent = try AnsweringAgent(desktop.daemon.socketPath)
        let script = "\(Checkout.root)/Tests/DesktopTests/geoclue-firefox.py"
        let running = try desktop.start(
            ["dbus-run-session", "--", "/usr/bin/python3", script, folder.path],
            environment: WrittenForGeoClue.environment(folder.path)
        )
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
}
