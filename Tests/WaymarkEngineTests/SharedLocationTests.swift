import LocationModel
import Testing
import WaymarkEngine

@Suite("A click of the person on a widget in view")
struct SharedLocationTests {
    private struct Machine {
        var scenario: Scenario
        let widget: WidgetIdentifier
        let host: SessionIdentifier
        let provider: SessionIdentifier

        /// A host shows a widget whose app the person has not decided about, and the latest fix is too old to be given.
        init(_ kind: KindDeclaration = .init(wantsLocation: true)) throws {
            scenario = Scenario()
            provider = scenario.connectProvider(kinds: [.here: kind])
            scenario.arrive()
            widget = try scenario.place()
            try scenario.answer(try scenario.onlyRequest())
            host = scenario.connectHost()
            try scenario.show(widget, on: host)
            scenario.advance(by: .seconds(60))
            scenario.forget()
        }

        mutating func click(exactly: Bool = false, on session: SessionIdentifier? = nil) throws(Refusal) {
            try scenario.call(.shareOnce(widget, exactly: exactly, session: session ?? host))
        }

        /// Returns the one request that comes with a click and a fix, which is answered.
        mutating func reload() throws -> ReloadRequest {
            scenario.forget()
            scenario.arrive()
            let request = try scenario.onlyRequest()
            try scenario.answer(request, on: provider)
            return request
        }

        var view: WidgetView? { scenario.engine.view(of: widget) }
        var accesses: [AccessRecord] { scenario.engine.accesses(visibleTo: .owner).records }
        var shareEnds: [ShareObstacle?] {
            scenario.decisions.compactMap {
                if case .widget(.shareEnded(let why)) = $0 { .some(why) } else { nil }
            }
        }
    }

    @Test("says so, and gives the location and no permission, also with a fix after the first reload")
    func lateFix() throws {
        var machine = try Machine()
        try machine.click()
        let words = "the person shared the location by a click, with a reload in the next 1 min"
        let explanation = machine.scenario.engine.explanation(of: machine.widget)
        #expect(explanation.checks.count { $0.text == words } == 4)
        machine.scenario.advance(by: .seconds(20))
        try machine.scenario.answer(try machine.scenario.onlyRequest(), on: machine.provider)
        let request = try machine.reload()
        #expect(request.location.isLocation && !request.isAuthorizedForWidgetUpdates)
        #expect(machine.accesses.map(\.ground) == [.sharedOnce])
    }

    enum Withdrawal: CaseIterable {
        case denied, widgetsRefused, servicesOff, paused, policy

        var obstacle: ShareObstacle {
            switch self {
            case .denied, .widgetsRefused: .refused
            case .servicesOff: .servicesOff
            case .paused: .paused
            case .policy: .policy
            }
        }

        func happen(in scenario: inout Scenario) throws {
            switch self {
            case .denied: try scenario.authorize(.denied)
            case .widgetsRefused: try scenario.authorize(.notDetermined, widgets: .refused)
            case .servicesOff: try scenario.call(.switchServices(isOn: false, user: Caller.owner.user))
            case .paused: try scenario.call(.pause(user: Caller.owner.user, .seconds(3600)))
            case .policy:
                scenario.send(.settingsChanged(.with { $0.policy.add(.forbidden) }))
            }
        }
    }

    @Test("is withdrawn by whatever refuses it before a reload has taken it", arguments: Withdrawal.allCases)
    func withdrawn(_ withdrawal: Withdrawal) throws {
        var machine = try Machine()
        try machine.click()
        try withdrawal.happen(in: &machine.scenario)
        #expect(machine.shareEnds == [withdrawal.obstacle])
        #expect(machine.view?.status == .denied)
        if withdrawal == .paused { try machine.scenario.call(.resume(user: Caller.owner.user)) }
        machine.scenario.arrive()
        #expect(machine.scenario.requests.allSatisfy { !$0.location.isLocation } && machine.accesses.isEmpty)
        #expect(machine.shareEnds.count == 1)
    }

    @Test(
        "is refused under what refuses it, and what it gave is taken from hosts",
        arguments: Withdrawal.allCases
    )
    func refused(_ withdrawal: Withdrawal) throws {
        var machine = try Machine()
        try machine.click()
        #expect(try machine.reload().location.isLocation)
        machine.scenario.forget()
        try withdrawal.happen(in: &machine.scenario)
        let isWithdrawn = machine.scenario.hostEvents(to: machine.host).contains {
            if case .withdrawn = $0 { true } else { false }
        }
        // A pause leaves what is shown.
        #expect(isWithdrawn == (withdrawal != .paused))
        #expect((machine.view?.entry == nil) == isWithdrawn)
        if isWithdrawn {
            #expect(try machine.scenario.onlyRequest().location.absence == .unauthorized, "in its place")
        }
        #expect(throws: Refusal.notShared(machine.widget, .full, withdrawal.obstacle)) { try machine.click() }
    }

    @Test("counts once, and only on a surface of the same person that shows the widget")
    func surface() throws {
        var machine = try Machine()
        let widget = machine.widget
        let notInView = Refusal.notShared(widget, .full, .notInView)
        let kiosk = Caller(user: Caller.neighbour.user, isKiosk: true)
        let other = machine.scenario.connectHost()
        let foreign = machine.scenario.connectHost(by: kiosk)
        #expect(throws: notInView) { try machine.click(on: other) }
        #expect(throws: Refusal.unknownSession(foreign)) { try machine.click(on: foreign) }
        #expect(throws: Refusal.unknownSession(machine.provider)) { try machine.click(on: machine.provider) }
        try machine.scenario.hide(widget, on: machine.host)
        try machine.scenario.show(widget)
        try machine.scenario.call(.setVisibility(widget, visible: true, session: foreign), by: kiosk)
        #expect(throws: notInView) {
            try machine.scenario.call(.shareOnce(widget, exactly: false, session: nil))
        }
        try machine.scenario.show(widget, on: other)
        try machine.scenario.call(.shareOnce(widget, exactly: false, session: nil))
        #expect(throws: Refusal.notShared(widget, .full, .tooSoon)) { try machine.click(on: other) }
        machine.scenario.advance(by: .seconds(1))
        try machine.click(on: other)
    }

    @Test("gives nothing to a kind that wants no location")
    func unwanted() throws {
        var machine = try Machine(.init(wantsLocation: false))
        #expect(throws: Refusal.notShared(machine.widget, .full, .notWanted)) { try machine.click() }
    }

    @Test("leaves reduced accuracy reduced, unless it says exactly and the policy lets it")
    func accuracy() throws {
        var machine = try Machine()
        try machine.scenario.authorize(.authorizedWhenInUse, accuracy: .reduced)
        try machine.click()
        #expect(try machine.reload().location.isLocation)
        machine.scenario.advance(by: .seconds(60))
        try machine.click(exactly: true)
        let request = try machine.reload()
        #expect(try #require(request.location.fix).accuracy?.source != .area)
        #expect(machine.accesses.map(\.accuracy) == [.full, .reduced])
        machine.scenario.send(.settingsChanged(.with { $0.policy.add(.reducedAccuracy) }))
        machine.scenario.advance(by: .seconds(60))
        #expect(throws: Refusal.notShared(machine.widget, .full, .policy)) {
            try machine.click(exactly: true)
        }
    }

    @Test("is forgotten in a restart, while what was made with it stays")
    func restart() throws {
        var machine = try Machine()
        try machine.click()
        #expect(try machine.reload().location.isLocation)
        try machine.click()
        let restarted = Scenario(state: machine.scenario.engine.savedState, at: machine.scenario.now)
        #expect(restarted.engine.view(of: machine.widget)?.status == .fix)
        #expect(restarted.engine.entitlement(of: .widget(machine.widget)) == nil)
    }
}
