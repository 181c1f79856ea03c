import LocationModel
import Testing
import WaymarkEngine

@testable import Daemon

@Suite("What has happened since the start is counted")
struct ServiceCountsTests {
    private let start = Moment(instant: .systemEpoch, utc: UTCInstant(secondsSince1970: 1_800_000_000))
    private let users = [UserIdentifier(1000), UserIdentifier(1001)]

    private func count(_ decision: Decision, of user: UserIdentifier?, in counts: inout ServiceCounts) throws
    {
        let name = try #require(AppIdentifier("org.example.app"))
        counts.record(
            JournalEntry(
                number: 1,
                moment: start,
                subject: JournalSubject(app: user.map { AppKey(user: $0, app: name) }),
                decision: decision
            )
        )
    }

    @Test("for each user apart, for all together, and by what became of each request")
    func shares() throws {
        var counts = ServiceCounts()
        let (request, later) = (RequestIdentifier(1), Duration.seconds(30))
        let outcomes: [(Decision, ServiceCounts.Outcome)] = [
            (.timeline(request, entries: 1, .never), .accepted),
            (.timelineFailed(request, message: "", retryIn: later), .failed),
            (.timelineLate(request, retryIn: later), .late), (.requestAbandoned(request), .abandoned),
        ]
        for (index, outcome) in outcomes.enumerated() {
            for _ in 0...index { try count(outcome.0, of: users[0], in: &counts) }
            try count(outcome.0, of: users[1], in: &counts)
            #expect(counts.share(of: users[0]).outcomes[outcome.1] == index + 1)
            #expect(counts.share(of: users[1]).outcomes[outcome.1] == 1)
            #expect(counts.share(of: nil).outcomes[outcome.1] == index + 2)
        }
        for reason in [ReloadReason.placed, .pushed, .pushed] {
            let reload = Decision.reload(
                request,
                reason,
                absence: nil,
                deadline: later,
                charge: .free(.reason)
            )
            try count(reload, of: users[0], in: &counts)
        }
        #expect(counts.share(of: users[0]).reloads == ["placed": 1, "pushed": 2])
        #expect(counts.share(of: users[1]).reloads.isEmpty)
        #expect(counts.share(of: nil).reloads == ["placed": 1, "pushed": 2])
        try count(.zoneChanged, of: nil, in: &counts)
        #expect(counts.decisions.values.reduce(0) { $0 + $1 } == 18)
    }

    @Test("with the budgets that were used up, and the events of streams that have ended")
    func budgetsAndEvents() throws {
        var counts = ServiceCounts()
        let used = Decision.budgetUsedUp(dailyReloads: 70, ReloadBudget.Uses(), next: .seconds(60))
        for _ in 0..<3 { try count(used, of: users[0], in: &counts) }
        try count(used, of: users[1], in: &counts)
        counts.recordDroppedEvents(5, of: users[0])
        counts.recordDroppedEvents(2, of: users[1])
        counts.recordDroppedEvents(4, of: users[0])
        #expect(users.map { counts.share(of: $0).usedUpBudgets } == [3, 1])
        #expect(users.map { counts.share(of: $0).droppedEvents } == [9, 2])
        #expect(counts.share(of: nil).usedUpBudgets == 4 && counts.share(of: nil).droppedEvents == 11)
        #expect(counts.share(of: UserIdentifier(1002)).droppedEvents == 0)
    }
}
