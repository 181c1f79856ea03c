import Glibc
import LocationModel
import TestSupport
import Testing
import Waymark
import WaymarkInterfaces

@Suite("A service session with the real daemon", .ownThreads, .timeLimit(.minutes(10)))
struct ServiceSessionTests {
    private static let app = "org.example.app"

    @Test("held by the tool says what the app lacks, and is shown while it keeps the app in use")
    func tool() async throws {
        let daemon = try await DaemonProcess(receiver: StillRecording.url())
        let tool = Tool(daemon)
        let holding = try tool.start(["session", Self.app, "--background"])
        try await holding.says("lacks something: the person has not decided about the app yet")
        try await tool.succeed("authorize", Self.app, "when-in-use")
        try await waiting(until: "nothing") { holding.output.hasSuffix("\(Self.app) has what it needs\n") }
        #expect(try await tool.succeed("status").contains("\(Self.app) stays in use in the background"))
        #expect(try await holding.stop(by: SIGINT) == .status(0))
        #expect(try ScriptedClient(daemon).call(InspectInterface.GetStatus()).backgroundApps == [])
    }

    @Test("is required by a manifest: in Swift, updates begin with the session and end with it")
    func required() async throws {
        let daemon = try await DaemonProcess(receiver: StillRecording.url())
        let client = try ScriptedClient(daemon)
        let app = "[App]\nIdentifier=\(Self.app)\nName=A\nWhenInUsePurpose=B.\n"
        try client.register(app + "RequireServiceSession=yes\n")
        try client.authorize(Self.app, .authorizedAlways)
        try client.call(MonitorInterface.StartMonitoring(app: Self.app, service: .significantChanges))
        let service = WaymarkService(socketPath: daemon.socketPath)
        var updates = LocationUpdate.liveUpdates(for: Self.app, on: service).makeAsyncIterator()
        #expect(try await updates.next()?.diagnostics == [.serviceSessionRequired])
        let listed = MonitorInterface.ListMonitoring(app: Self.app)
        #expect(try client.call(listed).state.diagnostics.contains(.serviceSessionRequired))
        let session = ServiceSession(authorization: .whenInUse, for: Self.app, on: service)
        var diagnostics = session.diagnostics.makeAsyncIterator()
        #expect(try await diagnostics.next()?.diagnostics == [])
        while let update = try await updates.next(), update.location == nil {}
        #expect(!(try client.call(listed).state.diagnostics.contains(.serviceSessionRequired)))
        session.invalidate()
        #expect(try await diagnostics.next() == nil)
        while let update = try await updates.next(), update.diagnostics != [.serviceSessionRequired] {}
    }
}
