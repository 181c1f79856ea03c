import TestSupport
import Testing
import Varlink
import Waymark
import WaymarkInterfaces

@Suite("A widget's budget in the running service", .ownThreads, .timeLimit(.minutes(10)))
struct BudgetTests {
    private static let app = "org.example.app"

    @Test("holds the twelfth reload in a row, and the tool tells why")
    func usedUp() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let provider = try await ScriptedProvider(daemon, wantsLocation: false)
        let tool = Tool(daemon)
        let widget = try await tool.succeed("place", Self.app, "where").trimmingNewline
        try await provider.answer(provider.nextReload())
        #expect(try await tool.succeed("budget").contains("11 of 11  70"))
        let ask = WidgetsInterface.ReloadTimelines(session: provider.session)
        for _ in 0..<11 {
            try provider.calls.call(ask)
            try await provider.answer(provider.nextReload())
        }
        let held = try #require(try provider.calls.call(ask).reloads.first)
        #expect(try #require(try provider.calls.call(ask).reloads.first).merged)
        let ticket = try provider.calls.call(WidgetsInterface.GetTicket(ticket: held.ticket)).ticket
        #expect(ticket.state == .deferred && ticket.asks == 2)
        #expect(try #require(ticket.remainingSeconds) > 60)
        let explained = try await tool.succeed("explain", held.ticket)
        #expect(explained.hasPrefix("\(held.ticket): waiting: it follows in "))
        #expect(explained.contains("its budget is used up, and allows the next in"))
        let ledger = try await tool.succeed("budget", widget)
        #expect(ledger.contains("left: 0 of 11"))
        #expect(ledger.contains("the last 24 hours: 12 reloads, 11 charged"))
        #expect(ledger.contains("requestedByProvider  charged, 0 left"))
        let day = try await tool.succeed("explain", widget, "--day")
        #expect(day.contains("held back: overBudget "))
    }
}
