import LocationModel
import Testing

@testable import Daemon
@testable import WaymarkEngine

@Suite("What has happened since the start is counted")
struct ServiceCountsTests {
    private let start = Moment(instant: .systemEpoch, utc: UTCInstant(secondsSince1970: 1_800_000_000))
    private let users = [UserIdentifier(1000), UserIdentifier(1001)]

    private func count(_ decision: Decision, of user: UserIdentifier?, in counts: inout ServiceCounts) throws
    {
        let name = try #require(AppIdentifier("org.example.app"))
        let subject = JournalSubject(app: user.map { AppKey(user: $0, app: name) })
        counts.record(JournalEntry(number: 1, moment: start, subject: subject, decision: decision))
    }

    @Test("for each user apart, and for all together")
    func shares() throws {
        var counts = ServiceCounts()
        let (request, later) = (RequestIdentifier(1), Duration.seconds(30))
        let outcomes: [(WidgetDecision, ServiceCounts.Outcome)] = [
            (.timeline(request, entries: 1, policy: .never), .accepted),
            (.timelineFailed(request, message: "", retry: later), .failed),
            (.timelineLate(request, retry: later), .late), (.requestAbandoned(request), .abandoned),
        ]
        for (decision, outcome) in outcomes {
            for user in [users[0], users[0], users[1]] {
                try count(.widget(decision), of: user, in: &counts)
            }
            #expect(users.map { counts.share(of: $0).outcomes[outcome] } == [2, 1])
            #expect(counts.share(of: nil).outcomes[outcome] == 3)
        }
        for reason in [ReloadReason.placed, .pushed, .pushed] {
            let charge = ReloadCharge.free(exemption: .reason)
            let reload = WidgetDecision.reload(
                request,
                reason: reason,
                location: nil,
                deadline: later,
                charge: charge
            )
            try count(.widget(reload), of: users[0], in: &counts)
        }
        #expect(users.map { counts.share(of: $0).reloads } == [["placed": 1, "pushed": 2], [:]])
        #expect(counts.share(of: nil).reloads == ["placed": 1, "pushed": 2])
        let used = WidgetDecision.budgetUsedUp(
            dailyReloads: 70,
            ReloadBudget.Uses(),
            next: .seconds(60)
        )
        for user in [users[0], users[0], users[1]] {
            try count(.widget(used), of: user, in: &counts)
            counts.recordDroppedEvents(5, of: user)
        }
        #expect(users.map { counts.share(of: $0).usedUpBudgets } == [2, 1])
        #expect(users.map { counts.share(of: $0).droppedEvents } == [10, 5])
        #expect(counts.share(of: nil).usedUpBudgets == 3 && counts.share(of: nil).droppedEvents == 15)
        try count(.widget(.zoneChanged), of: nil, in: &counts)
        #expect(counts.decisions.values.reduce(0, +) == 19)
    }
}
