import LocationModel
import Testing
import WaymarkEngine

@Suite("A provider")
struct ProviderTests {
    @Test("that goes away with a request unanswered is asked again when it returns")
    func vanishes() throws {
        var (scenario, widget, provider) = try Scenario.viewed()
        scenario.fix()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        let request = try scenario.onlyRequest()
        scenario.forget()
        scenario.disconnect(provider)
        #expect(scenario.pending(widget) == .requestedByProvider)
        scenario.advance(by: .seconds(3600))
        #expect(scenario.requests.isEmpty)
        scenario.fix()
        let returned = scenario.connectProvider()
        let again = try scenario.onlyRequest()
        #expect(again.request != request.request)
        #expect(again.widget == widget)
        #expect(throws: Refusal.requestOver(request.request, .unknown)) {
            try scenario.answer(request, on: returned)
        }
        try scenario.answer(again, on: returned)
        #expect(scenario.pending(widget) == nil)
    }

    @Test("that connects is asked for the first timeline of every widget of its kinds")
    func firstTimelines() throws {
        var scenario = Scenario()
        let first = scenario.connectProvider(kinds: [
            .here: .init(wantsLocation: true), .calendar: .init(wantsLocation: false),
        ])
        scenario.disconnect(first)
        let here = try scenario.place(.here)
        let calendar = try scenario.place(.calendar)
        #expect(scenario.requests.isEmpty)
        _ = scenario.connectProvider(kinds: [.calendar: .init(wantsLocation: false)])
        #expect(scenario.requests.map(\.widget) == [calendar])
        scenario.forget()
        _ = scenario.connectProvider()
        #expect(scenario.requests.map(\.widget) == [here])
        #expect(scenario.requests.map(\.reason) == [.placed])
    }

    @Test("that connected last of two for a kind is asked, and the other after it has gone")
    func twoProviders() throws {
        var (scenario, _, older) = try Scenario.viewed()
        let newer = scenario.connectProvider()
        try scenario.call(.reloadTimelines(older, kind: nil, widget: nil))
        scenario.fix()
        #expect(scenario.providerEvents(to: newer).count { $0.isReload } == 1)
        #expect(!scenario.providerEvents(to: older).contains { $0.isReload })
        scenario.forget()
        scenario.disconnect(newer)
        #expect(scenario.providerEvents(to: older).count { $0.isReload } == 1)
        try scenario.answer(scenario.onlyRequest(), on: older)
    }

    @Test("asks for the reload of one widget, of one kind or of all it serves, and of no other")
    func reloadTimelines() throws {
        var scenario = Scenario()
        let provider = scenario.connectProvider(kinds: [
            .here: .init(wantsLocation: true), .calendar: .init(wantsLocation: false),
        ])
        let here = try scenario.place(.here)
        let calendar = try scenario.place(.calendar)
        let second = try scenario.place(.calendar)
        for request in scenario.requests { try scenario.answer(request) }
        func reloaded(_ kind: WidgetKind?, _ widget: WidgetIdentifier?) throws -> [WidgetIdentifier] {
            scenario.forget()
            let answer = try scenario.call(.reloadTimelines(provider, kind: kind, widget: widget))
            let requests = scenario.requests
            for request in requests { try scenario.answer(request) }
            guard case .reloads(let asked) = answer else { preconditionFailure("they are the answer") }
            #expect(asked.map(\.widget) == requests.map(\.widget))
            #expect(requests.allSatisfy { $0.reason == .requestedByProvider })
            return requests.map(\.widget)
        }
        #expect(try reloaded(nil, nil) == [here, calendar, second])
        #expect(try reloaded(.calendar, nil) == [calendar, second])
        #expect(try reloaded(nil, second) == [second])
        #expect(try reloaded(.calendar, calendar) == [calendar])
        let stranger = scenario.connectProvider(.tides, kinds: Scenario.calendarKind)
        for (session, kind) in [(provider, WidgetKind.here), (stranger, .calendar)] {
            #expect(throws: Refusal.unknownWidget(calendar)) {
                try scenario.call(.reloadTimelines(session, kind: kind, widget: calendar))
            }
        }
    }

    @Test("that went away has a first timeline asked of it though the machine moved meanwhile, unseen")
    func firstTimelineAfterChange() throws {
        var (scenario, _, provider) = try Scenario.quiet()
        scenario.disconnect(provider)
        let widget = try scenario.place()
        scenario.arrive()
        scenario.travel(eastMeters: 2000)
        #expect(scenario.pending(widget) == .placed)
        scenario.forget()
        _ = scenario.connectProvider()
        #expect(scenario.requests.map(\.widget) == [widget])
        #expect(scenario.requests.first?.location.absence == .insufficientlyInUse)
    }
}

extension ProviderEvent {
    fileprivate var isReload: Bool { if case .reload = self { true } else { false } }
}
