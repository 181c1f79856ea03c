import LocationModel
import Testing
import WaymarkEngine

/// The rows of the table of reasons in `docs/behaviour.md` that the journals of the sample scenarios do not show.
@Suite("A reload")
struct ReloadCauseTests {
    @Test("is charged when another program pushes, also while its app is in use")
    func pushed() throws {
        var (scenario, widget, provider) = try Scenario.calendar()
        for _ in 0..<2 {
            scenario.forget()
            try scenario.call(.push(.weather, kind: .calendar))
            #expect(try scenario.onlyRequest().reason == .pushed)
            #expect(try scenario.onlyCharge().isCharged)
            let uses = try #require(scenario.engine.budget(of: widget)?.uses)
            #expect(uses.pushed == 1 && uses.requested == 0, "it was at least half full before")
            try scenario.answer(scenario.onlyRequest(), on: provider)
            _ = scenario.connectApp()
        }
    }

    @Test("that its provider asks for is free while its app follows, or is held in the background")
    func following() throws {
        for isBackground in [false, true] {
            var (scenario, _, provider) = try Scenario.calendar()
            try scenario.authorize(.authorizedWhenInUse)
            if isBackground {
                let host = scenario.connectHost()
                let session = ServiceSessionRequest(level: .none, isBackground: true)
                _ = scenario.hold(session)
                try scenario.call(.setAppVisibility(.weather, visible: false, session: host))
            } else {
                _ = scenario.follow()
            }
            scenario.advance(by: .seconds(60))
            scenario.forget()
            try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
            #expect(try scenario.onlyCharge() == .free(exemption: .appInUse))
        }
    }

    @Test("is free when it repeats one that was free, also where its provider asks meanwhile")
    func retryOfFree() throws {
        var (scenario, widget, provider) = try Scenario.calendar()
        try scenario.useUpBudget(on: provider)
        scenario.forget()
        try scenario.call(.configure(widget, family: .medium, configuration: nil))
        let delay = try scenario.fail(scenario.onlyRequest(), on: provider)
        scenario.forget()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        #expect(scenario.requests.isEmpty)
        scenario.advance(by: delay)
        #expect(try scenario.onlyCharge() == .free(exemption: .reason))
    }

    @Test("is free for a widget that comes into view with a timeline an hour old")
    func stale() throws {
        // At night, nothing is added to the budget for hours.
        var (scenario, widget, provider) = try Scenario.sleeper()
        try scenario.useUpBudget(on: provider)
        scenario.advance(by: .seconds(3599))
        var early = scenario
        try early.show(widget)
        #expect(early.requests.isEmpty, "its timeline is not old enough")
        scenario.advance(by: .seconds(1))
        #expect(scenario.engine.reloadWait(of: widget)?.isForBudget == true)
        try scenario.show(widget)
        #expect(try scenario.onlyRequest().reason == .stale)
        #expect(try scenario.onlyCharge() == .free(exemption: .reason))
    }
}

extension Scenario {
    static let calendarKind: [WidgetKind: KindDeclaration] = [.calendar: .init(wantsLocation: false)]

    /// A machine with one widget that wants no location and has a timeline.
    static func calendar(
        settings: EngineSettings = EngineSettings(),
        state: SavedState = SavedState()
    ) throws -> (scenario: Scenario, widget: WidgetIdentifier, provider: SessionIdentifier) {
        var scenario = Scenario(settings: settings, state: state)
        let provider = scenario.connectProvider(kinds: calendarKind)
        let widget = try scenario.place(.calendar)
        try scenario.answer(scenario.onlyRequest(), on: provider)
        scenario.forget()
        return (scenario, widget, provider)
    }

    /// The same, of a person who is known to sleep from 21 to 7 o'clock UTC, at the beginning of the night.
    static func sleeper() throws -> (
        scenario: Scenario, widget: WidgetIdentifier, provider: SessionIdentifier
    ) {
        var (scenario, widget, provider) = try calendar()
        // The scenario begins at 14 o'clock.
        scenario.advance(by: .seconds(17 * 3600))
        for _ in 0..<10 {
            for _ in 0..<14 {
                try scenario.show(widget)
                scenario.advance(by: .seconds(60))
                try scenario.hide(widget)
                scenario.advance(by: .seconds(3540))
            }
            scenario.advance(by: .seconds(10 * 3600))
        }
        scenario.advance(by: .seconds(14 * 3600))
        scenario.forget()
        return (scenario, widget, provider)
    }

    /// Lets the provider ask until the budget is used up, and one reload waits for it.
    mutating func useUpBudget(on provider: SessionIdentifier) throws {
        while true {
            forget()
            try call(.reloadTimelines(provider, kind: nil, widget: nil))
            guard let request = requests.first else { return }
            try answer(request, on: provider)
        }
    }

    mutating func reload(with timeline: Timeline, on provider: SessionIdentifier) throws {
        forget()
        try call(.reloadTimelines(provider, kind: nil, widget: nil))
        try answer(onlyRequest(), with: timeline, on: provider)
    }

    /// Returns the charges of all reloads since outcomes were last forgotten.
    var charges: [ReloadCharge] {
        decisions.compactMap { if case .widget(.reload(_, _, _, _, let charge)) = $0 { charge } else { nil } }
    }

    func onlyCharge(_ location: SourceLocation = #_sourceLocation) throws -> ReloadCharge {
        #expect(charges.count == 1, sourceLocation: location)
        return try #require(charges.first, sourceLocation: location)
    }
}
