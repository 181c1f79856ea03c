import LocationModel
import Testing
import WaymarkEngine

@Suite("A timeline")
struct TimelineTests {
    private static let noon = UTCInstant(secondsSince1970: 1_714_305_600)

    @Test(
        "shows the last entry that is not later, or the first while all lie ahead",
        arguments: [(-5, 0), (0, 0), (59, 0), (60, 1), (119, 1), (120, 2), (86_400, 2)]
    )
    func shown(_ seconds: Int, _ entry: Int) {
        let timeline = Timeline.entries(at: [0, 60, 120].map { Self.noon.advanced(by: .seconds($0)) })
        #expect(timeline.entry(at: Self.noon.advanced(by: .seconds(seconds))) == timeline.entries[entry])
    }

    @Test("shows its first entry also before the date of it, so that the next is the second")
    func beforeFirst() {
        let dates = [60, 120].map { Moment.start.utc.advanced(by: .seconds($0)) }
        let timeline = Timeline.entries(at: dates)
        #expect(timeline.entry(at: Moment.start.utc).date == dates[0])
        #expect(timeline.nextEntryDate(after: Moment.start.utc) == dates[1])
        #expect(timeline.nextEntryDate(after: dates[1]) == nil)
    }

    @Test("has at least one entry and at most 256", arguments: [0, 1, 256, 257])
    func count(_ count: Int) {
        let entries = (0..<count).map { TimelineEntry(date: Self.noon, content: "\($0)") }
        switch count {
        case 0:
            #expect(throws: TimelineProblem.noEntries) { try Timeline(entries: entries, policy: .never) }
        case 257:
            #expect(throws: TimelineProblem.tooManyEntries(257)) {
                try Timeline(entries: entries, policy: .never)
            }
        default: #expect(throws: Never.self) { try Timeline(entries: entries, policy: .never) }
        }
    }
}

@Suite("An answer to a request")
struct AnswerTests {
    @Test("is refused when the deadline has passed, at the deadline and after", arguments: [30, 31])
    func late(_ seconds: Int) throws {
        var (scenario, widget, provider) = try Scenario.viewed()
        let good = scenario.engine.savedState.widgets[widget]?.timeline
        let request = try asked(&scenario, provider)
        #expect(request.deadline == scenario.now.utc.advanced(by: .seconds(30)))
        scenario.advance(by: .seconds(seconds))
        #expect(throws: Refusal.requestOver(request.request, .late)) { try scenario.answer(request) }
        #expect(scenario.engine.savedState.widgets[widget]?.timeline == good)
        #expect(scenario.decisions.contains(.timelineLate(request.request, retryIn: .seconds(30))))
    }

    @Test("is refused from a session that does not have the request, and the right one may still answer")
    func otherSession() throws {
        var (scenario, _, provider) = try Scenario.viewed()
        let request = try asked(&scenario, provider)
        let other = scenario.connectProvider(kinds: [.calendar: .init(wantsLocation: false)])
        #expect(throws: Refusal.requestOver(request.request, .unknown)) {
            try scenario.answer(request, on: other)
        }
        #expect(throws: Never.self) { try scenario.answer(request) }
    }

    @Test("is refused to another user and from a session that never was")
    func foreignSession() throws {
        var (scenario, _, provider) = try Scenario.viewed()
        let request = try asked(&scenario, provider)
        let deliver = Command.deliverTimeline(
            provider,
            request.request,
            .entries(at: [scenario.now.utc])
        )
        #expect(throws: Refusal.unknownSession(provider)) { try scenario.call(deliver, by: .neighbour) }
        #expect(throws: Refusal.unknownSession(SessionIdentifier(77))) {
            try scenario.answer(request, on: SessionIdentifier(77))
        }
        #expect(throws: Never.self) { try scenario.call(deliver, by: .root) }
    }

    private func asked(_ scenario: inout Scenario, _ provider: SessionIdentifier) throws -> ReloadRequest {
        scenario.fix()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        return try scenario.onlyRequest()
    }
}
