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

    @Test("is none that may not be shown, because its app may no longer know where it was made")
    func withheld() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        scenario.arrive()
        try scenario.call(.reloadTimelines(SessionIdentifier(1), kind: nil, widget: nil))
        let relevant = try timeline([(0, 5, 0)], from: scenario.now.utc)
        try scenario.answer(try #require(scenario.requests.last), with: relevant)
        #expect(try scenario.engine.mostRelevant(of: [widget], for: .owner).widget == widget)
        try scenario.authorize(.denied)
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

    @Test("is valid only with a finite score and a duration from zero to a hundred years")
    func validated() {
        #expect(Relevance(score: .nan, duration: .zero) == nil)
        #expect(Relevance(score: .infinity, duration: .zero) == nil)
        #expect(Relevance(score: 1, duration: .seconds(-1)) == nil)
        #expect(Relevance(score: 1, duration: Relevance.longestDuration + .seconds(1)) == nil)
        #expect(Relevance(score: -1e300, duration: Relevance.longestDuration) != nil)
    }
}
