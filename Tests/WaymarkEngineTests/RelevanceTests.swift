import LocationModel
import Testing
import WaymarkEngine

@Suite("The most relevant of several widgets")
struct RelevanceTests {
    /// An entry so many seconds from the start, with its score and for how many seconds that counts.
    private typealias Row = (seconds: Int, score: Double?, duration: Int)

    private func timeline(_ rows: [Row], from start: UTCInstant) throws -> Timeline {
        try Timeline(
            entries: rows.map { row in
                TimelineEntry(
                    date: start.advanced(by: .seconds(row.seconds)),
                    content: "{}",
                    relevance: row.score.flatMap { Relevance(score: $0, duration: .seconds(row.duration)) }
                )
            },
            policy: .never
        )
    }

    /// A machine with one widget for each list of entries.
    private func scenario(_ timelines: [[Row]]) throws -> (Scenario, [WidgetIdentifier]) {
        var scenario = Scenario()
        _ = scenario.connectProvider(kinds: [.here: .init(wantsLocation: false)])
        var widgets: [WidgetIdentifier] = []
        for rows in timelines {
            scenario.forget()
            widgets.append(try scenario.place())
            let request = try scenario.onlyRequest()
            try scenario.answer(request, with: try timeline(rows, from: scenario.now.utc))
        }
        return (scenario, widgets)
    }

    @Test("has the score of the entry that is shown, also before the date of its first one")
    func shown() throws {
        var (scenario, widgets) = try scenario([[(60, 1, 0), (120, 5, 0)]])
        var scores: [Double?] = []
        for _ in 0..<3 {
            scores.append(try scenario.engine.mostRelevant(of: widgets, for: .owner).score)
            scenario.advance(by: .seconds(60))
        }
        #expect(scores == [1, 1, 5])
    }

    @Test("has the highest score above zero, and of equals is the first")
    func highest() throws {
        let (scenario, widgets) = try scenario([
            [(0, 1, 0)], [(0, 5, 0)], [(0, 5, 0)], [(0, 0, 0)], [(0, -3, 0)], [(0, nil, 0)],
        ])
        let engine = scenario.engine
        #expect(try engine.mostRelevant(of: widgets, for: .owner).widget == widgets[1])
        let none = try engine.mostRelevant(of: Array(widgets[3...]), for: .owner)
        #expect(none.widget == nil && none.score == nil && none.until == nil)
        #expect(throws: Refusal.unknownWidget(widgets[0])) {
            try engine.mostRelevant(of: widgets, for: .neighbour)
        }
    }

    @Test("is none that was made with a location that is refused now, also where the next timeline keeps it")
    func withheld() throws {
        var (scenario, widget, provider) = try Scenario.viewed()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        let relevant = try timeline([(0, 5, 0)], from: scenario.now.utc)
        try scenario.answer(try scenario.onlyRequest(), with: relevant)
        scenario.forget()
        #expect(try scenario.engine.mostRelevant(of: [widget], for: .owner).widget == widget)
        try scenario.authorize(.denied)
        #expect(try scenario.engine.mostRelevant(of: [widget], for: .owner).widget == nil)
        let keeping = try timeline([(0, nil, 0)], from: scenario.now.utc)
        try scenario.answer(try scenario.onlyRequest(), with: keeping)
        #expect(scenario.engine.view(of: widget)?.entry != nil)
        #expect(try scenario.engine.mostRelevant(of: [widget], for: .owner).widget == nil)
    }

    @Test("loses its relevance when the duration is over, and says when to ask again")
    func expires() throws {
        var (scenario, widgets) = try scenario([[(0, 2, 60), (300, nil, 0)], [(0, 1, 0)]])
        let first = try scenario.engine.mostRelevant(of: widgets, for: .owner)
        #expect(first.widget == widgets[0] && first.score == 2)
        #expect(first.until == scenario.now.utc.advanced(by: .seconds(60)))
        scenario.advance(by: .seconds(60))
        let second = try scenario.engine.mostRelevant(of: widgets, for: .owner)
        #expect(second.widget == widgets[1])
        #expect(second.until == scenario.now.utc.advanced(by: .seconds(240)))
    }

    // MARK: By place

    /// A machine at home with a host, and a widget that is in view and matters with a score of 5 a kilometre to the east.
    private func placed() throws -> (Scenario, WidgetIdentifier, host: SessionIdentifier) {
        var (scenario, widget, provider) = try Scenario.viewed()
        let host = scenario.connectHost()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        let east = Coordinate.home.offset(eastMeters: 1000, northMeters: 0)
        let region = try #require(RelevantRegion(center: east, radiusMeters: 200))
        let relevance = Relevance(score: 5, duration: .seconds(7200), regions: [region])
        let entry = TimelineEntry(date: scenario.now.utc, content: "{}", relevance: relevance)
        try scenario.answer(
            try #require(scenario.requests.last),
            with: try Timeline(entries: [entry], policy: .never)
        )
        scenario.forget()
        return (scenario, widget, host)
    }

    private func toldRelevances(_ scenario: Scenario, _ host: SessionIdentifier) -> [Double?] {
        scenario.hostEvents(to: host).flatMap { event -> [Double?] in
            if case .widget(let view) = event { [view.relevance] } else { [] }
        }
    }

    @Test("by place has its score in its region, and hosts are told once when that begins and ends")
    func region() throws {
        var (scenario, widget, host) = try placed()
        #expect(try scenario.engine.mostRelevant(of: [widget], for: .owner).widget == nil)
        scenario.travel(eastMeters: 1000)
        let most = try scenario.engine.mostRelevant(of: [widget], for: .owner)
        #expect(most.widget == widget && most.score == 5)
        #expect(toldRelevances(scenario, host) == [5])
        scenario.forget()
        // Just outside it still counts, so that noise at the edge does not tell hosts of it again and again.
        scenario.arrive(eastMeters: 1215)
        #expect(toldRelevances(scenario, host).isEmpty)
        scenario.travel(eastMeters: 0)
        #expect(toldRelevances(scenario, host) == [nil])
    }

    @Test("by place has none once the person takes the location away from widgets, or pauses it")
    func withdrawn() throws {
        var (scenario, widget, host) = try placed()
        scenario.travel(eastMeters: 1000)
        scenario.forget()
        try scenario.call(.pause(user: Caller.owner.user, .seconds(600)))
        #expect(toldRelevances(scenario, host).last == .some(nil))
        #expect(try scenario.engine.mostRelevant(of: [widget], for: .owner).widget == nil)
        try scenario.call(.resume(user: Caller.owner.user))
        #expect(try scenario.engine.mostRelevant(of: [widget], for: .owner).widget == widget)
        try scenario.authorize(.authorizedWhenInUse, widgets: .refused)
        #expect(try scenario.engine.mostRelevant(of: [widget], for: .owner).widget == nil)
    }

    @Test("by place goes by the area alone where the app may know only that")
    func area() throws {
        var (scenario, widget, _) = try placed()
        try scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
        let most = try scenario.engine.mostRelevant(of: [widget], for: .owner)
        // The region touches the area, wherever in it the machine is.
        #expect(most.widget == widget)
    }

    @Test("by place keeps no receiver on")
    func receivers() throws {
        var (scenario, widget, _) = try placed()
        try scenario.hide(widget)
        let settings = scenario.engine.settings
        scenario.advance(by: settings.inUseWindow + settings.receiversIdleAfter)
        #expect(!scenario.engine.receiversAreOn)
    }

    @Test("is valid only with a score that is a number, and few regions of some size")
    func validated() {
        #expect(Relevance(score: .nan, duration: .zero) == nil)
        #expect(RelevantRegion(center: .home, radiusMeters: .nan) == nil)
        #expect(RelevantRegion(center: .home, radiusMeters: 1_000_001) == nil)
        let region = RelevantRegion(center: .home, radiusMeters: 100)
        let regions = Array(repeating: region, count: 9).compactMap(\.self)
        #expect(Relevance(score: 1, duration: .zero, regions: regions) == nil)
    }
}
