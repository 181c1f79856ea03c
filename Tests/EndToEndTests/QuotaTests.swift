import LocationModel
import TestSupport
import Testing
import VarlinkSocket
import WaymarkInterfaces

@Suite("A user who takes all that there is", .ownThreads, .timeLimit(.minutes(10)))
struct QuotaTests {
    @Test("is told of what and what to do, by the service and by the tool, and can free it")
    func refused() async throws {
        let daemon = try await DaemonProcess(
            receiver: "gpsd://localhost:1",
            configuration: "[Quotas]\nWidgets=3\nTimelineBytes=4K\nManifests=2\n"
        )
        let provider = try await ScriptedProvider(daemon, wantsLocation: false)
        let client = try ScriptedClient(daemon)
        func expect(_ quota: String, _ limit: Int, _ call: some MethodParameters) throws {
            let failure = try client.failure(of: call)
            #expect(failure.name.hasSuffix(".QuotaExceeded"))
            #expect(failure.parameters["quota"].string == quota && failure.parameters["limit"].int == limit)
        }
        let place = HostInterface.Place(app: "org.example.app", kind: "where")
        let widget = try client.call(place).widget
        let reload = try await provider.nextReload()
        let long = String(repeating: "x", count: 5000)
        #expect(throws: ClientFailure.self) { try provider.answer(reload, long) }
        try provider.answer(reload, "short")
        for _ in 2...3 { try client.call(place) }
        try expect("widgets", 3, place)
        for number in 1...2 { try client.register(manifestText("org.example.m\(number)")) }
        let third = SettingsInterface.RegisterManifest(text: manifestText("org.example.m3"))
        try expect("manifests", 2, third)

        let refused = try await Tool(daemon).run("place", "org.example.app", "where")
        #expect(refused.ending == .status(1))
        #expect(refused.errors.contains("a user may have 3 widgets: remove some with 'waymarkctl remove'"))
        try client.call(HostInterface.Remove(widget: widget))
        try client.call(place)
    }
}
