import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("An idle daemon", .ownThreads, .timeLimit(.minutes(10)))
struct IdleTests {
    private static let app = "org.example.app"

    /// Starts a daemon with one placed widget that is not in view.
    private func idleDaemon() async throws -> (DaemonProcess, ScriptedProvider) {
        let recording = "file://\(MainJobTests.recording)"
        let daemon = try await DaemonProcess(receiver: recording)
        let provider = try await ScriptedProvider(daemon, app: Self.app)
        let client = try ScriptedClient(daemon)
        try client.call(
            SettingsInterface.Authorize(app: Self.app, status: .authorizedWhenInUse, widgets: .granted)
        )
        _ = try client.call(HostInterface.Place(app: Self.app, kind: "where"))
        try provider.answer(try await provider.nextReload())
        return (daemon, provider)
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

    private func expectReceiversOff(_ daemon: DaemonProcess) async throws {
        let status = try await Tool(daemon).json("status")
        #expect(status["receiversWanted"].bool == false)
        #expect(status["receivers"][0]["state"].string == "off")
        #expect(!daemon.log.contains("receivers on"))
    }

    @Test("with a registered widget out of view is not woken once in half a minute")
    func registered() async throws {
        let daemon: DaemonProcess
        do {
            let (idle, provider) = try await idleDaemon()
            daemon = idle
            withExtendedLifetime(provider) {}
        }
        try await waiting(until: "the provider to be away") {
            try await Tool(daemon).json("status")["sessions"].int == 0
        }
        try await expectReceiversOff(daemon)
        let working = try daemon.residentKibibytes
        #expect(try await contextSwitches(of: daemon, during: .seconds(30)) == 0)
        // It has given back the code that its clients needed.
        #expect(try daemon.residentKibibytes < working * 3 / 4)
        try await expectReceiversOff(daemon)
    }

    @Test("with a connected provider and its widget out of view is woken only to send keep-alive events")
    func connected() async throws {
        let (daemon, provider) = try await idleDaemon()
        // Two at most: one event falls into any 30 s, and waking may cost a second switch.
        #expect(try await contextSwitches(of: daemon, during: .seconds(30)) <= 4)
        var signs = 0
        while let event = try provider.stream.poll() {
            #expect(event.event == .keepAlive)
            signs += 1
        }
        #expect(signs >= 1)
        try await expectReceiversOff(daemon)
    }
}
