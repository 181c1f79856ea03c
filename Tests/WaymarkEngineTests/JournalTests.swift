import DecisionTexts
import LocationModel
import Testing
import WaymarkEngine

@Suite("The journal")
struct JournalTests {
    @Test("remembers the latest 2048 decisions of a user, in order and without a gap")
    func bounded() throws {
        var (scenario, widget, _) = try Scenario.quiet()
        for _ in 0..<3000 {
            try scenario.show(widget)
            try scenario.hide(widget)
            scenario.forget()
        }
        let entries = scenario.engine.journal.all.filter { $0.subject.app == .weather }
        #expect(entries.count == Journal.capacity)
        #expect((entries.last?.number ?? 0) > 6000)
        #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.number + 1 == $1.number })
    }

    @Test("keeps everybody's reasons apart: a user with many calls pushes out no others")
    func own() throws {
        var (scenario, widget, _) = try Scenario.quiet()
        scenario.travel(eastMeters: 2000)
        let before = scenario.engine.journal.all
        let theirs = AppKey.app("org.example.Busy", of: Caller.neighbour.user)
        for number in 0..<6000 {
            try scenario.call(
                .authorize(theirs, SettingsChange(status: number % 2 == 0 ? .denied : .authorizedAlways)),
                by: .neighbour
            )
            scenario.forget()
        }
        let after = scenario.engine.journal.all
        #expect(after.count { $0.subject.app == theirs } == Journal.capacity)
        #expect(after.filter { $0.subject.app != theirs } == before)
        #expect(zip(after, after.dropFirst()).allSatisfy { $0.number < $1.number })
        #expect(!scenario.engine.journal.entries(about: widget, of: .weather, limit: 20).isEmpty)
    }

    @Test("is bounded in bytes, and forgets the quietest user where there are too many")
    func manyUsers() throws {
        var scenario = Scenario()
        try scenario.authorize(.denied)
        for number in 0..<UInt32(Journal.userCapacity - 1) {
            let caller = Caller(user: UserIdentifier(2000 + number))
            try scenario.call(
                .authorize(.app("a", of: caller.user), SettingsChange(status: .denied)),
                by: caller
            )
        }
        #expect(scenario.engine.journal.all.contains { $0.subject.app == .weather })
        try scenario.call(
            .authorize(.app("a", of: UserIdentifier(2000)), SettingsChange(status: .denied)),
            by: .root
        )
        try scenario.call(
            .authorize(.app("a", of: UserIdentifier(2000)), SettingsChange(status: .authorizedAlways)),
            by: .root
        )
        try scenario.call(
            .authorize(.app("a", of: UserIdentifier(5000)), SettingsChange(status: .denied)),
            by: .root
        )
        let users = Set(scenario.engine.journal.all.compactMap { $0.subject.app?.user.rawValue })
        #expect(users.count == Journal.userCapacity)
        #expect(!users.contains(1000) && users.contains(2000) && users.contains(5000))
    }

    @Test("gives what was remembered in bounded pieces, whole and only to who may read it")
    func pieces() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        for _ in 0..<200 {
            try scenario.show(widget)
            try scenario.hide(widget)
        }
        try scenario.authorize(.denied, app: .app("org.example.Other"))
        let engine = scenario.engine
        let all = engine.journal.all
        let last = try #require(all.last).number

        func read(_ caller: Caller, _ filter: JournalFilter = .init(), limit: Int? = nil) -> [JournalEntry] {
            var read: [JournalEntry] = []
            var start: UInt64? = min(engine.beginning(ofLatest: limit, for: caller, filter), last)
            while let from = start {
                let piece = engine.remembered(for: caller, filter, after: from, through: last)
                #expect(piece.entries.count <= Engine.pieceOfJournal)
                read += piece.entries
                start = piece.end
            }
            return read
        }
        #expect(all.count > 2 * Engine.pieceOfJournal)
        #expect(read(.owner) == all && read(.root) == all)
        #expect(read(.neighbour) == all.filter { engine.mayRead($0, .neighbour) })
        #expect(read(.neighbour).count < all.count)
        #expect(read(.owner, limit: 7) == all.suffix(7))
        #expect(read(.owner, limit: 0).isEmpty)
        let middle = all[all.count / 2].moment.utc
        #expect(read(.owner, .init(since: middle)) == all.filter { $0.moment.utc >= middle })
        #expect(read(.owner, .init(until: middle)) == all.filter { $0.moment.utc < middle })
        let about = read(.owner, .init(app: AppIdentifier("org.example.Other")))
        #expect(about == all.filter { $0.subject.app != .weather })
        #expect(about.contains { $0.subject.app != nil })
        // What is not published yet is left for later.
        #expect(engine.remembered(for: .root, .init(), after: last - 2, through: last - 1).entries.count == 1)
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

    @Test("gives what was decided from one time on, up to but not at another, and of one app")
    func filters() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        let entry = try #require(scenario.engine.journal.all.last { $0.subject.widget == widget })
        let at = entry.moment.utc
        #expect(JournalFilter(since: at).accepts(entry))
        #expect(!JournalFilter(since: at.advanced(by: .nanoseconds(1))).accepts(entry))
        #expect(JournalFilter(until: at.advanced(by: .nanoseconds(1))).accepts(entry))
        #expect(!JournalFilter(until: at).accepts(entry))
        #expect(JournalFilter(app: AppKey.weather.app).accepts(entry))
        #expect(!JournalFilter(app: AppKey.tides.app).accepts(entry))
        let other = try scenario.place()
        #expect(!JournalFilter(widget: other, of: .weather).accepts(entry))
        #expect(JournalFilter(widget: widget, of: .weather).accepts(entry))
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
            checks.first { $0.condition == .movedFarEnough }?.text
                == "told only to users who have authorized an app"
        )
        #expect(scenario.engine.explanation(of: widget).decisive?.condition == .appAuthorized)
    }
}
