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
        // Another reason does not begin the state anew.
        #expect(scenario.engine.receiver(receiver).since == start + .seconds(1))
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
