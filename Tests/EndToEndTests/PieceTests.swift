import LinuxSystem
import LocationModel
import TestSupport
import Testing
import Varlink
import WaymarkInterfaces

@Suite("What is long is sent in pieces", .ownThreads, .timeLimit(.minutes(10)))
struct PieceTests {
    private static let app = "org.example.app"

    @Test("and the tool shows all of it")
    func lists() async throws {
        let daemon = try await DaemonProcess(
            receiver: "gpsd://localhost:1",
            configuration: "[Quotas]\nWidgets=1000\nApps=1000\n"
        )
        let provider = try await ScriptedProvider(daemon, wantsLocation: false)
        let client = try ScriptedClient(daemon)
        // In the order of lists: of two that are placed within a millisecond, either may have the lower number.
        let placed = try (0..<210).map { number in
            try client.call(SettingsInterface.Authorize(app: "org.example.a\(number)", status: .denied))
            let widget = try client.call(HostInterface.Place(app: Self.app, kind: "where")).widget
            return try #require(WidgetIdentifier(widget))
        }.sorted().map(\.description)

        let tool = Tool(daemon)
        #expect(try await tool.json("widgets")["widgets"].array.compactMap { $0["widget"].string } == placed)
        #expect(try await tool.succeed("widgets").split(separator: "\n").count == 211)
        #expect(try await tool.json("apps")["apps"].array.count == 211)

        withExtendedLifetime(provider) {}
    }

    @Test("to sixty hosts that do not read, without memory or time for any of them")
    func slowHosts() async throws {
        let daemon = try await DaemonProcess(
            receiver: "gpsd://localhost:1",
            configuration: "[Quotas]\nWidgets=1000\nTimelineBytes=64M\nSessions=100\n"
        )
        let provider = try await ScriptedProvider(daemon, wantsLocation: false)
        let client = try ScriptedClient(daemon)
        let content = String(repeating: "x", count: 60_000)
        let count = 150
        for number in 0..<count {
            _ = try client.call(HostInterface.Place(app: Self.app, kind: "where"))
            try provider.answer(try await provider.nextReload(), "\(number) \(content)")
        }
        let hosts = try (0..<60).map { _ in try ScriptedClient(daemon).stream(HostInterface.Watch()) }
        try await waiting(until: "all streams are open") {
            try client.call(InspectInterface.GetStatus()).sessions == 61
        }
        // All of it for each of them would be 540 MB.
        let status = String(
            decoding: try contentsOfFile("/proc/\(daemon.identifier)/status", atMost: 65_536),
            as: UTF8.self
        )
        let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
            .flatMap { $0.split(whereSeparator: \.isWhitespace).dropFirst().first }.flatMap { Int($0) }
        #expect(try #require(peak) < 150_000, "\(status)")
        // One of them catches up, and has every widget once.
        var told: [String] = []
        var isComplete = false
        while !isComplete {
            let event = try await hosts[30].next()
            told += event.widgets?.map(\.widget) ?? []
            isComplete = event.more != true
        }
        #expect(told.count == count)
        #expect(Set(told).count == count)
        #expect(daemon.isRunning)
    }
}
