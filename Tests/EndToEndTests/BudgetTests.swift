import TestSupport
import Testing
import Varlink
import Waymark
import WaymarkInterfaces

@Suite("A widget's budget in the running service", .ownThreads, .timeLimit(.minutes(10)))
struct BudgetTests {
    private static let app = "org.example.app"

    @Test("holds the twelfth reload in a row, tells so everywhere, and survives a kill")
    func usedUp() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        var provider = try await ScriptedProvider(daemon, wantsLocation: false)
        let tool = Tool(daemon)
        let widget = try await tool.succeed("place", Self.app, "where").trimmingNewline
        try await provider.answer(provider.nextReload())
        #expect(try await tool.succeed("budget").contains("11 of 11  70"))
        let ask = WidgetsInterface.ReloadTimelines(session: provider.session)
        for _ in 0..<11 {
            let asked = try #require(try provider.calls.call(ask).reloads.first)
            #expect(asked.widget == widget && !asked.merged)
            try await provider.answer(provider.nextReload())
            let get = WidgetsInterface.GetTicket(ticket: asked.ticket)
            #expect(try provider.calls.call(get).ticket.state == .done)
        }
        let held = try #require(try provider.calls.call(ask).reloads.first)
        #expect(try #require(try provider.calls.call(ask).reloads.first).merged)
        let ticket = try provider.calls.call(WidgetsInterface.GetTicket(ticket: held.ticket)).ticket
        #expect(ticket.state == .deferred && ticket.asks == 2)
        #expect(try #require(ticket.remainingSeconds) > 60)
        let explained = try await tool.succeed("explain", held.ticket)
        #expect(explained.hasPrefix("\(held.ticket): waiting: it follows in "))
        #expect(explained.contains("its budget is used up, and allows the next in"))
        #expect(
            explained.contains(
                "charged since it was half full: 6 asked for by its provider; 6 of them brought"
            )
        )
        let ledger = try await tool.succeed("budget", widget)
        #expect(ledger.contains("left: 0 of 11"))
        #expect(ledger.contains("the last 24 hours: 12 reloads, 11 charged"))
        #expect(ledger.contains("requestedByProvider  charged, 0 left"))
        let day = try await tool.succeed("explain", widget, "--day")
        #expect(day.contains("the last 24 hours: 12 reloads, 11 charged"))
        #expect(day.contains("held back: overBudget "))
        let check = try await tool.json("explain", widget)["checks"].array
            .first { $0["check"].string == "budgetAllows" }
        #expect(check?["holds"].bool == false)

        daemon.kill()
        try await daemon.restart()
        provider = try await ScriptedProvider(elsewhere: daemon, wantsLocation: false)
        let budget = try provider.calls.call(InspectInterface.ListBudgets()).budgets.first
        #expect(budget?.left == 0)
        #expect(budget?.uses.requested == 6)
        let widgets = try await tool.json("widgets")["widgets"].array
        #expect(widgets.first?["nextReload"]["waitsFor"].string == "budget")
        #expect(try await tool.json("explain", held.ticket)["ticket"]["state"].string == "deferred")

        // The app in use makes what the provider asks for free.
        let app = try ScriptedClient(daemon).stream(LocationInterface.Open(app: Self.app))
        let reload = try await provider.nextReload()
        #expect(reload.reason == .requestedByProvider)
        withExtendedLifetime(app) {}
    }
}
