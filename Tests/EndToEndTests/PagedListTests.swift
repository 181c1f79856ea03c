import LocationModel
import TestSupport
import Testing
import Varlink
import WaymarkInterfaces

@Suite("Lists that are sent in pages", .ownThreads, .timeLimit(.minutes(10)))
struct PagedListTests {
    private static let app = "org.example.app"

    @Test("are shown by the tool from the first page to the last")
    func lists() async throws {
        let daemon = try await DaemonProcess(
            receiver: "gpsd://localhost:1",
            configuration: "[Quotas]\nWidgets=1000\nApps=1000\n"
        )
        let provider = try await ScriptedProvider(daemon, wantsLocation: false)
        let client = try ScriptedClient(daemon)
        // In the order of lists: of two that are placed within a millisecond, either may have the lower number.
        let placed = try (0..<210).map { number in
            try client.authorize("org.example.a\(number)", .denied)
            let widget = try client.call(HostInterface.Place(app: Self.app, kind: "where")).widget
            return try #require(WidgetIdentifier(widget))
        }.sorted().map(\.description)

        let tool = Tool(daemon)
        #expect(try await tool.json("widgets")["widgets"].array.compactMap { $0["widget"].string } == placed)
        #expect(try await tool.succeed("widgets").split(separator: "\n").count == 211)
        #expect(try await tool.json("apps")["apps"].array.count == 211)
        withExtendedLifetime(provider) {}
    }
}
