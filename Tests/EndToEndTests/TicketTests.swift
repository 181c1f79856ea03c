import TestSupport
import Testing
import Varlink
import Waymark
import WaymarkInterfaces

@Suite("A ticket in the running service", .ownThreads, .timeLimit(.minutes(10)))
struct TicketTests: ~Copyable {
    private static let app = "org.example.app"

    private let daemon: DaemonProcess
    private let tool: Tool

    init() async throws {
        daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        tool = Tool(daemon)
    }

    /// Connects a provider, and places a widget that has its timeline.
    private func placed() async throws -> ScriptedProvider {
        let provider = try await ScriptedProvider(daemon, wantsLocation: false)
        try await tool.succeed("place", Self.app, "where")
        try await provider.answer(provider.nextReload())
        return provider
    }

    @Test("is followed from the push to the timeline, over a kill of the service")
    func followed() async throws {
        var provider: ScriptedProvider? = try await placed()
        let asked = try #require(try provider?.calls.call(WidgetsInterface.Push(app: Self.app)).reloads.first)
        let follower = try tool.start(["ticket", asked.ticket])
        let line = "\(asked.ticket) \(asked.widget): "
        try await follower.says("\(line)r", "asks the provider")
        let reload = try #require(try await provider?.nextReload())
        let failed = WidgetsInterface.FailTimeline(
            session: provider?.session ?? "",
            request: reload.request,
            message: "no network"
        )
        try provider?.calls.call(failed)
        try await waiting(until: "the failure") { follower.output.contains("waiting, after 1 failure: ") }

        provider = nil
        daemon.kill()
        try await daemon.restart()
        try await follower.says("after 1 failure: no provider of its kind is connected")
        provider = try await ScriptedProvider(daemon, wantsLocation: false)
        let again = try #require(try await provider?.nextReload())
        try provider?.answer(again)
        #expect(try await follower.end() == .status(0))
        #expect(follower.output.hasSuffix(" with \(again.request), after 1 failure\n"))
        #expect(follower.errors.contains("waiting for the service"))
        let ledger = try await tool.succeed("budget", asked.widget)
        #expect(ledger.contains("the last 24 hours: "), "\(ledger)")
        // All times are told in one zone.
        for command in [["explain", asked.ticket], ["ticket", asked.ticket], ["journal"]] {
            #expect(try await tool.run(command).output.firstMatch(of: /T\d\d:\d\d:\d\d/) == nil)
        }
    }

    @Test("of a push is printed until the reload is done, or exits with 4 if the widget is removed")
    func pushed() async throws {
        let provider = try await placed()
        #expect(try await tool.succeed("budget").contains("11 of 11  70"))
        let push = try tool.start(["push", Self.app, "--follow"])
        try await provider.answer(provider.nextReload())
        #expect(try await push.end() == .status(0))
        let widget = try #require(try await tool.onlyWidget()["widget"].string)
        #expect(push.output.contains(" \(widget): done at "))
        let removed = try tool.start(["push", Self.app, "where", "--follow"])
        _ = try await provider.nextReload()
        try await tool.succeed("remove", widget)
        #expect(try await removed.end() == .status(4))
        #expect(removed.errors.contains("the widget \(widget) was removed before its reload"))
    }

    @Test("is followed by programs that use the library, until it is over")
    func library() async throws {
        let provider = try await placed()
        let service = WaymarkService(socketPath: daemon.socketPath)
        let center = WidgetCenter(app: Self.app, on: service)
        let placed = try #require(try await center.currentConfigurations().first)
        #expect(placed.kind == "where" && placed.family == .small)
        let asked = try #require(try await center.reloadAllTimelines().first)
        #expect(asked.widget == placed.id)
        var states: [ReloadTicket.State] = []
        for try await ticket in service.updates(of: asked) {
            states.append(ticket.state)
            if ticket.state == .requested { try await provider.answer(provider.nextReload()) }
        }
        #expect(states == [.requested, .done])
    }
}
