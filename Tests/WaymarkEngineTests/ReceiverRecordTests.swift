import LocationModel
import Testing
import WaymarkEngine

@Suite("Of each receiver is known")
struct ReceiverRecordTests {
    private let receiver = ReceiverIdentifier(0)

    @Test("its state, since when, how long it has been on, and when its last fix came")
    func record() throws {
        var (scenario, _, _) = try Scenario.viewed()
        let start = scenario.now.instant
        scenario.report(.connecting(.opening))
        scenario.advance(by: .seconds(1))
        scenario.report(.acquiring(.nothingHeard))
        scenario.advance(by: .seconds(2))
        scenario.report(.acquiring(.noPosition))
        scenario.advance(by: .seconds(30))
        scenario.report(.fixed)
        scenario.fix()
        scenario.advance(by: .seconds(60))
        var record = scenario.engine.receiver(receiver)
        #expect(record.state == .fixed)
        #expect(record.since == start + .seconds(33))
        #expect(record.lastFixAt == start + .seconds(33))
        #expect(record.onTime(at: scenario.now.instant) == .seconds(93))
        scenario.report(.off)
        scenario.advance(by: .seconds(1000))
        record = scenario.engine.receiver(receiver)
        #expect(record.onTime(at: scenario.now.instant) == .seconds(93))
        #expect(record.since == start + .seconds(93))
    }

    @Test("that a further reason for the same state does not begin it anew, but is on record")
    func reasons() throws {
        var (scenario, _, _) = try Scenario.viewed()
        let start = scenario.now.instant
        scenario.report(.acquiring(.nothingHeard))
        scenario.advance(by: .seconds(8))
        scenario.report(.acquiring(.unreadable))
        scenario.report(.acquiring(.unreadable))
        #expect(scenario.engine.receiver(receiver).since == start)
        #expect(
            scenario.decisions.map(\.text) == [
                "simulation: acquiring: nothing heard from it yet",
                "simulation: acquiring: nothing of what it sends can be understood",
            ]
        )
        #expect(scenario.decisions.last?.evidence["reason"] == .word("unreadable"))
    }

    @Test("when it is tried again, which is no news for the journal as long as the problem is the same")
    func retries() throws {
        var (scenario, _, _) = try Scenario.viewed()
        let refused = ReceiverProblem("tcp boat:10110: Connection refused")
        for _ in 0..<3 {
            scenario.report(.absent(refused, retryAt: scenario.now.instant + .seconds(4)))
            scenario.advance(by: .seconds(4))
        }
        #expect(scenario.decisions.map(\.text) == ["simulation: absent: tcp boat:10110: Connection refused"])
        let told = scenario.effects.count { if case .tellReceiver = $0 { true } else { false } }
        #expect(told == 3)
        let latest = ReceiverState.absent(refused, retryAt: scenario.now.instant)
        #expect(scenario.engine.receiver(receiver).state == latest)
        scenario.report(.absent(ReceiverProblem("tcp boat:10110: No route to host"), retryAt: nil))
        #expect(scenario.decisions.count == 2)
    }
}
