import LocationModel
import TestSupport
import Testing
import Waymark
import WaymarkInterfaces

@Suite("An app in Swift with the real daemon", .ownThreads, .timeLimit(.minutes(10)))
struct LocationManagerTests {
    @Test("asks, receives the answer and each change once, and is recognized after a restart of the service")
    func session() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let settings = try ScriptedClient(daemon)
        let service = WaymarkService(socketPath: daemon.socketPath)
        let nameless = try await LocationManager(app: "org.example.none", on: service)
        await #expect(throws: ClientError.missingPurpose(app: "org.example.none", key: "WhenInUsePurpose=")) {
            try await nameless.requestWhenInUseAuthorization()
        }
        try settings.register()
        let session = try await LocationManager(app: "org.example.app", on: service)
        var changes = session.authorizations.makeAsyncIterator()
        #expect(try await changes.next()?.status == .notDetermined)
        #expect(try await session.requestWhenInUseAuthorization() == .noAgent)
        let agent = try await ScriptedAgent(daemon)
        let prompt = try #require(agent.waiting.first?.prompt)
        #expect(try await session.requestWhenInUseAuthorization() == .inProgress)
        try agent.calls.call(agent.answer(prompt, .allowWhileUsing))
        #expect(try await changes.next()?.status == .authorizedWhenInUse)
        #expect(try await session.requestWhenInUseAuthorization() == .notAsked(.alreadyDetermined))

        try settings.call(SettingsInterface.Authorize(app: "org.example.app", accuracy: .reduced))
        let reduced = try #require(try await changes.next())
        #expect(reduced.status == .authorizedWhenInUse && reduced.accuracy == .reduced)
        #expect(reduced.unavailableServices == [.regions, .heading, .beacons])
        #expect(
            try await session.requestTemporaryFullAccuracyAuthorization(purposeKey: "Route") == .inProgress
        )
        await #expect(
            throws: ClientError.missingPurpose(
                app: "org.example.app",
                key: "Purpose= in [TemporaryAccuracy None]"
            )
        ) {
            try await session.requestTemporaryFullAccuracyAuthorization(purposeKey: "None")
        }

        try await daemon.restart()
        try await waiting(until: "the session") {
            (try? await session.requestWhenInUseAuthorization()) == .notAsked(.alreadyDetermined)
        }
        try ScriptedClient(daemon).call(SettingsInterface.Authorize(app: "org.example.app", status: .denied))
        #expect(try await changes.next()?.status == .denied)
        session.close()
        #expect(try await changes.next() == nil)
    }

    @Test("built from the sample asks the person and prints the decision")
    func sample() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        try ScriptedClient(daemon).register(manifestText("org.waymark.sample", name: "Sample"))
        let sample = try RunningProgram(
            [BuiltPrograms.sampleProvider, "--socket", daemon.socketPath, "--request", "when-in-use"]
        )
        try await waiting(until: "the request") { sample.output.contains("request noAgent") }
        try await Tool(daemon).succeed("authorize", "org.waymark.sample", "always")
        try await waiting(until: "the answer") {
            sample.output.contains("app status=authorizedAlways accuracy=full")
        }
        #expect(try await sample.end() == .status(0))
    }
}
