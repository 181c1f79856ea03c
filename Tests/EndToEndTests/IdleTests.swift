import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("An idle daemon", .ownThreads, .timeLimit(.minutes(10)))
struct IdleTests {
    private static let app = "org.example.app"

    /// Starts a daemon with one placed widget that is not in view, whose provider has gone.
    private func idleDaemon() async throws -> DaemonProcess {
        let daemon = try await DaemonProcess(receiver: "file://\(MainJobTests.recording)")
        let provider = try await ScriptedProvider(daemon)
        let client = try ScriptedClient(daemon)
        try client.authorize(Self.app, .authorizedWhenInUse, widgets: .granted)
        _ = try client.call(HostInterface.Place(app: Self.app, kind: "where"))
        try provider.answer(try await provider.nextReload())
        return daemon
    }

    /// Counts how often the daemon is scheduled while nothing happens.
    private func contextSwitches(of daemon: DaemonProcess, during span: Duration) async throws -> Int {
        // The daemon may still be handling the last event, writes the journal a second after it, and gives back memory
        // after ten.
        try await Task.sleep(for: .seconds(10))
        var before = try daemon.contextSwitches
        try await waiting(until: "the daemon to rest") {
            try await Task.sleep(for: .milliseconds(1500))
            defer { before = (try? daemon.contextSwitches) ?? 0 }
            return try daemon.contextSwitches == before
        }
        try await Task.sleep(for: span)
        return try daemon.contextSwitches - before
    }

    // It takes three quarters of a minute: that nothing of the real process wakes it needs a real half minute.
    @Test("with a registered widget out of view is not woken once in half a minute")
    func registered() async throws {
        let daemon = try await idleDaemon()
        let tool = Tool(daemon)
        try await waiting(until: "the provider's end") { try await tool.json("status")["sessions"].int == 0 }
        let working = try daemon.residentKibibytes
        #expect(try await contextSwitches(of: daemon, during: .seconds(30)) == 0)
        // It has given back the code that its clients needed.
        #expect(try daemon.residentKibibytes < working * 3 / 4)
        let status = try await tool.json("status")
        #expect(status["receiversWanted"].bool == false)
        #expect(status["receivers"][0]["state"].string == "off")
        #expect(!daemon.log.contains("receivers on"))
    }
}
