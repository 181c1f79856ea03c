import LocationModel
import TestSupport
import Testing
import Varlink
import VarlinkSocket
import WaymarkInterfaces

@Suite("A user who takes all that there is", .ownThreads, .timeLimit(.minutes(10)))
struct QuotaTests {
    private static let configuration = """
        [Quotas]
        Widgets=3
        TimelineBytes=4K
        Kinds=3
        Apps=4
        Manifests=2
        Sessions=5
        [Socket]
        MaxConnections=48

        """

    @Test("is told of what and what to do, in each interface, and can free it")
    func refused() async throws {
        let daemon = try await DaemonProcess(
            receiver: "gpsd://localhost:1",
            configuration: Self.configuration
        )
        let provider = try await ScriptedProvider(daemon, wantsLocation: false)
        let client = try ScriptedClient(daemon)
        func expect(_ quota: String, _ limit: Int, in interface: String, _ call: some MethodParameters) throws
        {
            let failure = try client.failure(of: call)
            #expect(failure.name == "\(interface).QuotaExceeded")
            #expect(failure.parameters["quota"].string == quota)
            #expect(failure.parameters["limit"].int == limit)
            #expect(failure.parameters["reason"].string?.contains("\(limit)") ?? false)
        }
        let place = HostInterface.Place(app: "org.example.app", kind: "where")
        let widget = try client.call(place).widget
        let reload = try await provider.nextReload()
        #expect(throws: ClientFailure.self) {
            try provider.answer(reload, String(repeating: "x", count: 5000))
        }
        try provider.answer(reload, "short")
        _ = try (2...3).map { _ in try client.call(place) }
        try expect("widgets", 3, in: HostInterface.name, place)
        for number in 1...3 {
            try client.call(SettingsInterface.Authorize(app: "org.example.a\(number)", status: .denied))
        }
        try expect(
            "apps",
            4,
            in: SettingsInterface.name,
            SettingsInterface.Authorize(app: "org.example.a4", status: .denied)
        )
        func manifest(_ number: Int) -> SettingsInterface.RegisterManifest {
            .init(text: manifestText("org.example.m\(number)"))
        }
        for number in 1...2 { try client.call(manifest(number)) }
        try expect("manifests", 2, in: SettingsInterface.name, manifest(3))

        let tool = Tool(daemon)
        let refused = try await tool.run("place", "org.example.app", "where")
        #expect(refused.ending == .status(1))
        #expect(refused.errors.contains("a user may have 3 widgets: remove some with 'waymarkctl remove'"))
        try client.call(HostInterface.Remove(widget: widget))
        try client.call(place)
        try client.call(SettingsInterface.Reset(app: "org.example.a1"))
        try client.call(SettingsInterface.Authorize(app: "org.example.a4", status: .denied))
    }
}
