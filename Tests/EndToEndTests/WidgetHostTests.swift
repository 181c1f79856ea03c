import LocationModel
import TestSupport
import Testing
import Waymark
import WaymarkInterfaces

@Suite("A host in Swift", .ownThreads, .timeLimit(.minutes(10)))
struct WidgetHostTests {
    private static let app = "org.example.host"

    private struct Contents: Decodable { let `class`: String }

    /// Starts a daemon, and a provider whose kind it knows.
    private func scene() async throws -> (DaemonProcess, Tool, RunningProgram) {
        let daemon = try await DaemonProcess(receiver: StillRecording.url())
        let tool = Tool(daemon)
        let options = ["--socket", daemon.socketPath, "--app", Self.app, "--kind", "where"]
        let provider = try RunningProgram([BuiltPrograms.sampleProvider] + options)
        try await tool.lists(Self.app, of: provider)
        return (daemon, tool, provider)
    }

    @Test("places a widget, shows what it should, and keeps it in view over a restart of the service")
    func host() async throws {
        let (daemon, tool, provider) = try await scene()
        defer { provider.kill() }
        let host = WidgetHost(on: WaymarkService(socketPath: daemon.socketPath), isAlwaysInView: true)
        let error = await #expect(throws: ClientError.self) { try await host.place("none", of: Self.app) }
        #expect(error?.refusal == .unknownKind(app: Self.app, kind: "none"))
        let widget = try await host.place("where", of: Self.app, key: "dock")
        #expect(try await host.place("where", of: Self.app, key: "dock") == widget)
        try await tool.succeed("authorize", Self.app, "when-in-use", "--widgets", "yes")
        await host.setVisible(true, for: widget)

        var steps: [String] = []
        for try await update in host.updates(of: [widget]) {
            switch update {
            case .widgets(let widgets):
                #expect(widgets.map(\.id) == [widget] && widgets.first?.kind == "where")
                steps.append("widgets")
                if steps.contains("disconnected") {
                    // The visibility is told before the widgets are.
                    #expect(try await tool.succeed("widgets").contains("always in view"))
                    try await tool.succeed("remove", widget.description)
                }
            case .changed(let shown):
                guard shown.status == .fix, !steps.contains("changed") else { continue }
                steps.append("changed")
                #expect(shown.entry?.text?.contains("52.52") ?? false)
                #expect(try shown.entry?.contents(as: Contents.self).class == "fix")
                try await daemon.restart()
            case .withdrawn: Issue.record("nobody took the permission away")
            case .disconnected: steps.append("disconnected")
            case .removed(let removed):
                #expect(removed == widget)
                steps.append("removed")
            @unknown default: break
            }
            if steps.last == "removed" { break }
        }
        #expect(steps == ["widgets", "changed", "disconnected", "widgets", "removed"])
    }

    @Test("gives a widget the location once for a click, as a command of a bar does")
    func click() async throws {
        let (daemon, tool, provider) = try await scene()
        defer { provider.kill() }
        let host = WidgetHost(on: WaymarkService(socketPath: daemon.socketPath))
        let widget = try await host.place("where", of: Self.app, key: "dock")
        let command = ["share-once", "\(Self.app)/where", "--key", "dock"]
        #expect(try await tool.run(command).ending == .status(4), "it is not in view")
        await host.setVisible(true, for: widget)
        for try await update in host.updates(of: [widget]) {
            switch update {
            case .widgets(let widgets):
                #expect(widgets.first?.isShareable == true)
                try await host.shareOnce(widget)
            case .changed(let shown) where shown.status == .fix:
                // The second of two clicks in a moment counts for nothing.
                return try await waiting(until: "the click") {
                    try await tool.run(command).ending == .status(0)
                }
            default: continue
            }
        }
    }

    @Test("is a dashboard in a terminal, with the widgets in view and no escapes of others")
    func dashboard() async throws {
        let daemon = try await DaemonProcess(receiver: StillRecording.url())
        let tool = Tool(daemon)
        let dashboard = try RunningProgram(
            [BuiltPrograms.terminalDashboard],
            environment: ["WAYMARK_SOCKET": daemon.socketPath]
        )
        try await waiting(until: "the empty screen") { dashboard.output.contains("No widgets yet") }
        let provider = try await ScriptedProvider(daemon)
        try await tool.succeed("place", "org.example.app", "where")
        let reload = try await provider.nextReload()
        try provider.answer(reload, "\u{1B}[2Jhere")
        try await waiting(until: "the words") { dashboard.output.contains(": [2Jhere") }
        #expect(!dashboard.output.contains("\u{1B}"))
        try await waiting(until: "the view") { try await tool.succeed("widgets").contains("in view") }
    }
}
