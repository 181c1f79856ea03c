import LocationModel
import Testing
import WaymarkEngine

@Suite("A ticket for a reload")
struct ReloadTicketTests {
    @Test("is given again to all who ask while the reload waits, for a provider or the budget")
    func merged() throws {
        var (scenario, _, provider) = try Scenario.calendar()
        scenario.disconnect(provider)
        let first = try scenario.push()
        let second = try scenario.push()
        #expect(second.ticket == first.ticket && second.isMerged)
        #expect(try scenario.engine.ticket(first.ticket, for: .owner).asks == 2)
        let again = scenario.connectProvider(kinds: Scenario.calendarKind)
        #expect(try scenario.isRequested(first.ticket), "the request serves both")
        let third = try scenario.push()
        #expect(third.ticket != first.ticket, "the request was made before it")
        try scenario.answer(try #require(scenario.requests.last), on: again)
        #expect(try scenario.ticket(first).end != nil)
        #expect(try scenario.ticket(third).end == nil)
    }

    @Test("survives a restart, waits again if it was requested, and has a number that no later one has")
    func restart() throws {
        var (before, _, provider) = try Scenario.calendar()
        let done = try before.ask(provider)
        try before.answer(before.onlyRequest(), on: provider)
        let requested = try before.ask(provider)
        try before.fail(try #require(before.requests.last), on: provider)
        #expect(try before.isWaiting(requested.ticket))
        var scenario = Scenario(state: before.engine.savedState, at: before.now)
        #expect(try scenario.ticket(done).end == before.ticket(done).end)
        #expect(try scenario.isWaiting(requested.ticket))
        #expect(try scenario.engine.ticket(requested.ticket, for: .owner).failures == 1)
        let again = scenario.connectProvider(kinds: Scenario.calendarKind)
        #expect(try scenario.isRequested(requested.ticket), "the reload has survived too")
        #expect(try scenario.ask(again).ticket > requested.ticket)
        let restarted = Scenario(state: scenario.engine.savedState, at: scenario.now)
        #expect(try restarted.isWaiting(requested.ticket), "its request has ended with the service")
    }

    @Test("is not watched by another user, nor when it is unknown, and a stream of it counts for the quota")
    func watchRefused() throws {
        var (scenario, _, provider) = try Scenario.calendar(settings: .with { $0.quotas[.sessions] = 2 })
        let asked = try scenario.ask(provider)
        let unknown = TicketIdentifier(99)
        scenario.forget()
        _ = scenario.watch([asked.ticket], by: .neighbour)
        #expect(scenario.refusals == [.unknownTicket(asked.ticket)])
        scenario.forget()
        _ = scenario.watch([asked.ticket, unknown])
        #expect(scenario.refusals == [.unknownTicket(unknown)])
        scenario.forget()
        _ = scenario.watch([asked.ticket])
        _ = scenario.watch([asked.ticket])
        #expect(scenario.refusals == [.quotaExceeded(.sessions, limit: 2)])
    }

    @Test("that is over is forgotten when 256 newer ones of its user are, and nobody else may see it")
    func bounds() throws {
        var (scenario, _, provider) = try Scenario.calendar(settings: .withoutBudget)
        let other = scenario.connectProvider(kinds: [.here: .init(wantsLocation: false)])
        _ = try scenario.place()
        scenario.disconnect(other)
        let waiting = try scenario.asked(by: .push(.weather, kind: .here))
        scenario.forget()
        let first = try scenario.ask(provider)
        #expect(throws: Refusal.unknownTicket(first.ticket)) {
            try scenario.engine.ticket(first.ticket, for: .neighbour)
        }
        try scenario.answer(scenario.onlyRequest(), on: provider)
        var second: TicketIdentifier?
        for number in 1...256 {
            if number == 100 {
                // Those that are over count on after a restart.
                scenario = Scenario(
                    settings: .withoutBudget,
                    state: scenario.engine.savedState,
                    at: scenario.now.advanced(by: .seconds(60))
                )
                provider = scenario.connectProvider(kinds: Scenario.calendarKind)
            }
            #expect((try? scenario.engine.ticket(first.ticket, for: .owner)) != nil, "after \(number - 1)")
            scenario.forget()
            let asked = try scenario.ask(provider)
            second = second ?? asked.ticket
            try scenario.answer(scenario.onlyRequest(), on: provider)
        }
        for forgotten in [first.ticket, try #require(second)] {
            #expect(throws: Refusal.unknownTicket(forgotten)) {
                try scenario.engine.ticket(forgotten, for: .owner)
            }
            #expect(scenario.effects.contains(.commit(.ticket(forgotten, nil))))
            scenario.forget()
            _ = try scenario.ask(provider)
            try scenario.answer(scenario.onlyRequest(), on: provider)
        }
        #expect(try scenario.isWaiting(waiting.ticket))
    }
}

extension Scenario {
    fileprivate mutating func ask(_ provider: SessionIdentifier) throws -> AskedReload {
        try asked(by: .reloadTimelines(provider, kind: nil, widget: nil))
    }

    fileprivate mutating func push() throws -> AskedReload { try asked(by: .push(.weather, kind: nil)) }

    fileprivate mutating func asked(by command: Command) throws -> AskedReload {
        guard case .reloads(let asked) = try call(command) else {
            preconditionFailure("asking is answered with reloads")
        }
        return try #require(asked.first)
    }

    fileprivate mutating func watch(
        _ tickets: Set<TicketIdentifier>,
        by caller: Caller = .owner
    ) -> SessionIdentifier {
        openStream { .opened($0, .tickets(tickets), by: caller, call: $1) }
    }

    fileprivate func ticket(_ asked: AskedReload) throws -> ReloadTicket {
        try engine.ticket(asked.ticket, for: .owner)
    }

    fileprivate func isRequested(_ ticket: TicketIdentifier) throws -> Bool {
        try engine.ticket(ticket, for: .owner).request != nil
    }

    fileprivate func isWaiting(_ ticket: TicketIdentifier) throws -> Bool {
        let ticket = try engine.ticket(ticket, for: .owner)
        return ticket.end == nil && ticket.request == nil
    }
}
