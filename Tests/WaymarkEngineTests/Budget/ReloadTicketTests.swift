import LocationModel
import Testing
import WaymarkEngine

@Suite("A ticket for a reload")
struct ReloadTicketTests {
    @Test("tells of the request, and of the timeline")
    func done() throws {
        var (scenario, widget, provider) = try Scenario.calendar()
        let asked = try scenario.ask(provider)
        #expect(asked.widget == widget && !asked.isMerged)
        let request = try scenario.onlyRequest()
        #expect(try scenario.state(of: asked.ticket) == .requested(request.request))
        scenario.advance(by: .seconds(3))
        try scenario.answer(request, on: provider)
        #expect(try scenario.state(of: asked.ticket) == .done(request.request, at: scenario.now.utc))
        scenario.advance(by: .seconds(86_400))
        #expect(try scenario.state(of: asked.ticket).isFinal)
    }

    @Test("is given again to all who ask while the reload waits, for a provider or the budget")
    func merged() throws {
        var (scenario, _, provider) = try Scenario.calendar()
        scenario.disconnect(provider)
        let first = try scenario.push()
        let second = try scenario.push()
        #expect(second.ticket == first.ticket && second.isMerged)
        #expect(try scenario.engine.ticket(first.ticket, for: .owner).asks == 2)
        let again = scenario.connectProvider(kinds: Scenario.calendarKind)
        guard case .requested = try scenario.state(of: first.ticket) else {
            Issue.record("the request serves both")
            return
        }
        let third = try scenario.push()
        #expect(third.ticket != first.ticket, "the request was made before it")
        try scenario.answer(try #require(scenario.requests.last), on: again)
        #expect(try scenario.state(of: first.ticket).isFinal)
        #expect(try !scenario.state(of: third.ticket).isFinal)
    }

    @Test("waits while the budget does not allow the reload, and says how long")
    func deferred() throws {
        var (scenario, widget, provider) = try Scenario.calendar()
        try scenario.useUpBudget(on: provider)
        let asked = try scenario.ask(provider)
        #expect(try scenario.state(of: asked.ticket) == .waiting)
        let wait = try #require(scenario.engine.reloadWait(of: widget))
        #expect(wait.isForBudget)
        scenario.advance(by: try #require(wait.remaining))
        guard case .requested = try scenario.state(of: asked.ticket) else {
            Issue.record("the budget allows it now")
            return
        }
    }

    @Test("counts failures, and is done when a retry succeeds")
    func failures() throws {
        var (scenario, _, provider) = try Scenario.calendar()
        let asked = try scenario.ask(provider)
        let delay = try scenario.fail(scenario.onlyRequest(), on: provider)
        #expect(try scenario.state(of: asked.ticket) == .waiting)
        #expect(try scenario.engine.ticket(asked.ticket, for: .owner).failures == 1)
        scenario.forget()
        scenario.advance(by: delay)
        try scenario.answer(scenario.onlyRequest(), on: provider)
        #expect(try scenario.state(of: asked.ticket).isFinal)
    }

    @Test("waits again when the provider goes away, and ends with its widget")
    func ends() throws {
        var (scenario, widget, provider) = try Scenario.calendar()
        let asked = try scenario.ask(provider)
        scenario.disconnect(provider)
        #expect(try scenario.state(of: asked.ticket) == .waiting)
        try scenario.call(.remove(widget))
        #expect(try scenario.state(of: asked.ticket) == .removed(at: scenario.now.utc))
    }

    @Test("is forgotten when its user has 256 newer ones, and nobody else may see it")
    func bounds() throws {
        var (scenario, _, provider) = try Scenario.calendar(settings: .withoutBudget)
        let first = try scenario.ask(provider)
        #expect(throws: Refusal.unknownTicket(first.ticket)) {
            try scenario.engine.ticket(first.ticket, for: .neighbour)
        }
        try scenario.answer(scenario.onlyRequest(), on: provider)
        for number in 1...256 {
            #expect((try? scenario.engine.ticket(first.ticket, for: .owner)) != nil, "after \(number - 1)")
            scenario.forget()
            _ = try scenario.ask(provider)
            try scenario.answer(scenario.onlyRequest(), on: provider)
        }
        #expect(throws: Refusal.unknownTicket(first.ticket)) {
            try scenario.engine.ticket(first.ticket, for: .owner)
        }
    }

    @Test("of a push is refused to another user and to another app's sandbox, and given to the kiosk")
    func push() throws {
        var (scenario, _, _) = try Scenario.calendar()
        let stranger = Caller(user: Caller.owner.user, isSandboxed: true, sandboxedApps: [AppKey.tides.app])
        for caller in [Caller.neighbour, stranger] {
            #expect(throws: Refusal.notPermitted) {
                try scenario.call(.push(.weather, kind: nil), by: caller)
            }
        }
        #expect(throws: Refusal.unknownKind(AppKey.weather.app, .here)) {
            try scenario.call(.push(.weather, kind: .here))
        }
        let kiosk = Caller(user: Caller.neighbour.user, isKiosk: true)
        try scenario.call(.push(.weather, kind: .calendar), by: kiosk)
        #expect(try scenario.onlyRequest().reason == .pushed)
    }
}

extension Scenario {
    /// Lets the provider ask for the reload of its one widget.
    fileprivate mutating func ask(_ provider: SessionIdentifier) throws -> AskedReload {
        try asked(by: .reloadTimelines(provider, kind: nil, widget: nil))
    }

    fileprivate mutating func push() throws -> AskedReload { try asked(by: .push(.weather, kind: nil)) }

    private mutating func asked(by command: Command) throws -> AskedReload {
        guard case .reloads(let asked) = try call(command) else {
            preconditionFailure("asking is answered with reloads")
        }
        return try #require(asked.first)
    }

    fileprivate func state(of ticket: TicketIdentifier) throws -> ReloadTicket.State {
        try engine.ticket(ticket, for: .owner).state
    }
}
