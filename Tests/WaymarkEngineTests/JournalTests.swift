import DecisionTexts
import LocationModel
import Testing
import WaymarkEngine

@Suite("The journal")
struct JournalTests {
    @Test("remembers the latest 4096 decisions, in order and without a gap")
    func bounded() throws {
        var (scenario, widget, _) = try Scenario.quiet()
        for _ in 0..<3000 {
            try scenario.show(widget)
            try scenario.hide(widget)
            scenario.forget()
        }
        let entries = scenario.engine.journal.all
        #expect(entries.count == Journal.capacity)
        #expect((entries.last?.number ?? 0) > 6000)
        #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.number + 1 == $1.number })
    }

    @Test("gives the latest entries about a widget and about everybody")
    func selection() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        let other = try scenario.place()
        scenario.travel(eastMeters: 2000)
        let journal = scenario.engine.journal
        let entries = journal.entries(about: widget, of: .weather, limit: 1000)
        #expect(entries.allSatisfy { $0.subject.widget != other })
        #expect(entries.contains { $0.decision.name == "significantChange" })
        #expect(journal.entries(about: widget, of: .weather, limit: 3) == Array(entries.suffix(3)))
    }

    @Test("tells the story of a change, from the move to the timeline, each with its reason")
    func story() throws {
        var (scenario, widget, _) = try Scenario.quiet()
        scenario.arrive()
        scenario.forget()
        scenario.travel(eastMeters: 2000)
        try scenario.show(widget)
        scenario.fix(eastMeters: 2000)
        try scenario.answer(scenario.onlyRequest())
        #expect(
            scenario.decisionNames == [
                "fixHeld", "significantChange", "pending", "viewed", "receiversOn", "reload", "timeline",
            ]
        )
    }

    @Test("names no position")
    func noPosition() throws {
        var (scenario, _, _) = try Scenario.viewed()
        scenario.travel(eastMeters: 2000)
        for entry in scenario.engine.journal.all {
            #expect(!entry.decision.text.contains("52.5"))
            #expect(!"\(entry.decision.evidence)".contains("52.5"))
        }
    }

    @Test("puts a lasting obstacle on record once")
    func once() throws {
        var (scenario, _, _) = try Scenario.quiet()
        scenario.arrive()
        scenario.travel(eastMeters: 2000)
        for _ in 0..<50 { scenario.fix(eastMeters: 2000) }
        #expect(scenario.decisionNames.count { $0 == "pending" } == 1)
    }

    @Test("tells of movement only to root and to who has authorized an app")
    func movement() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        scenario.travel(eastMeters: 2000)
        let engine = scenario.engine
        let change = try #require(engine.journal.all.last { $0.decision.name == "significantChange" })
        #expect(engine.mayRead(change, .owner))
        #expect(engine.mayRead(change, .root))
        #expect(!engine.mayRead(change, .neighbour))

        try scenario.authorize(.denied)
        #expect(!scenario.engine.mayRead(change, .owner))
        let checks = scenario.engine.explanation(
            of: widget,
            tellsOfMovement: scenario.engine.mayKnowOfMovement(.owner)
        ).checks
        #expect(
            checks.first { $0.condition == .movedFarEnough }?.text == "not told to who has authorized no app"
        )
        #expect(scenario.engine.explanation(of: widget).decisive?.condition == .appAuthorized)
    }
}
