import LocationModel
import Testing
import WaymarkEngine

@Suite("The journal")
struct JournalTests {
    @Test("numbers decisions in their order, by the hour, also over restarts and while the clock is set back")
    func numbers() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        scenario.forget()
        try scenario.hide(widget)
        try scenario.show(widget)
        let entries = scenario.simulation.decisions
        #expect(entries.count > 1)
        #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.number + 1 == $1.number })
        for entry in entries {
            #expect(entry.number >= JournalNumbers.first(from: entry.moment.utc))
            #expect(JournalNumbers.endOfHour(of: entry.number) > entry.moment.utc)
        }

        let last = try #require(entries.last)
        func firstNumber(at start: Moment) throws -> UInt64 {
            var engine = Engine(journal: JournalNumbers(after: last.number), at: start)
            let denial = Command.authorize(.weather, SettingsChange(status: .denied))
            let effects = engine.handle(.called(denial, by: .owner, call: CallIdentifier(1)), at: start)
            let numbers = effects.compactMap { if case .record(let entry) = $0 { entry.number } else { nil } }
            return try #require(numbers.first)
        }
        var start = last.moment
        #expect(try firstNumber(at: start) == last.number + 1)
        start.utc = last.moment.utc.advanced(by: .seconds(-86_400))
        #expect(try firstNumber(at: start) == last.number + 1)
        start.utc = last.moment.utc.advanced(by: .seconds(3600))
        #expect(try firstNumber(at: start) == JournalNumbers.first(from: start.utc))
    }

    @Test("passes what a reader asks for, of a time or about an app")
    func filter() throws {
        var (scenario, _, _) = try Scenario.viewed()
        scenario.travel(eastMeters: 2000)
        try scenario.authorize(.denied, app: .app("org.example.Other"))
        let all = scenario.simulation.decisions
        func read(_ filter: JournalFilter) -> [JournalEntry] { all.filter { filter.accepts($0.heading) } }

        let middle = all[all.count / 2].moment.utc
        #expect(read(.init(since: middle)) == all.filter { $0.moment.utc >= middle })
        #expect(read(.init(until: middle)) == all.filter { $0.moment.utc < middle })
        let aboutApp = read(.init(app: AppIdentifier("org.example.Other")))
        #expect(aboutApp == all.filter { $0.subject.app != .weather })
        #expect(aboutApp.contains { $0.subject.app != nil })
    }

    @Test("gives with a widget what was decided about its app, its user and everybody, and about no other")
    func widgetSubjects() throws {
        let widget = WidgetIdentifier(1)
        let rows: [(JournalSubject, Bool)] = [
            (.everybody, true), (.init(user: Caller.owner.user), true),
            (.init(user: Caller.neighbour.user), false), (.init(app: .weather), true),
            (.init(app: .tides), false), (.init(app: .weather, widget: widget), true),
            (.init(app: .weather, widget: WidgetIdentifier(2)), false),
        ]
        let time = Moment.start.utc
        for (subject, isGiven) in rows {
            let entry = JournalHeading(number: 1, time: time, subject: subject, tellsOfMovement: false)
            #expect(JournalFilter(widget: widget, of: .weather).accepts(entry) == isGiven)
        }
    }

    @Test("tells of movement only to root and to who has authorized an app")
    func movement() throws {
        var (scenario, _, _) = try Scenario.viewed()
        scenario.travel(eastMeters: 2000)
        let changes = scenario.simulation.decisions.filter { $0.name == "significantChange" }
        let change = try #require(changes.last)
        let readers = [Caller.owner, .neighbour, .root].filter { scenario.engine.mayRead(change, $0) }
        #expect(readers == [.owner, .root])
        try scenario.authorize(.denied)
        #expect(!scenario.engine.mayRead(change, .owner))
    }

    @Test("tells nobody but their user of agents and launchers that come or go")
    func unseenStreams() {
        var scenario = Scenario()
        let streams = [scenario.connectAgent(), scenario.connectLauncher()]
        for session in streams { scenario.disconnect(session) }
        let entries = scenario.simulation.decisions
        #expect(entries.count == 4)
        #expect(entries.allSatisfy { $0.subject.isVisible(to: .owner) })
        #expect(!entries.contains { $0.subject.isVisible(to: .neighbour) })
    }
}

extension Engine {
    func mayRead(_ entry: JournalEntry, _ caller: Caller) -> Bool {
        entry.heading.isReadable(by: caller, mayKnowOfMovement: mayKnowOfMovement(caller))
    }
}
