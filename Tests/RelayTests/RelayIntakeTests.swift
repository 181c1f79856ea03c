import LocationModel
import Testing

@testable import Relay

@Suite("What comes from the broker")
struct RelayIntakeTests {
    @Test("changes regions again only once the broker has heard of the last change, and then to the newest")
    func unheard() {
        var intake = RelayIntake(FormatSamples.settings { $0.regionsTopic = "regions" })
        func regions(_ text: String) -> RelayMessage { RelayMessage("regions", text, isRetained: true) }
        var now = MonotonicInstant.systemEpoch + .seconds(100)
        #expect(intake.receive(regions("a"), at: now) == .monitor(Array("a".utf8)))
        intake.unheard = 1
        for text in ["b", "c"] {
            now = now + .seconds(60)
            #expect(intake.receive(regions(text), at: now) == nil && intake.deadline == nil)
        }
        intake.unheard = nil
        #expect(intake.next(at: now) == .monitor(Array("c".utf8)) && intake.next(at: now) == nil)
        // The service could not be asked.
        intake.putBack(Array("c".utf8))
        now = now + .seconds(60)
        #expect(intake.next(at: now) == .monitor(Array("c".utf8)))
        #expect(intake.receive(regions("d"), at: now) == nil)
        intake.putBack(Array("c".utf8))
        #expect(intake.next(at: now + .seconds(60)) == .monitor(Array("d".utf8)))
    }

    @Test("changes regions once in ten seconds, however many messages come, and takes the newest at last")
    func flood() {
        var intake = RelayIntake(FormatSamples.settings { $0.regionsTopic = "regions" })
        var now = MonotonicInstant.systemEpoch + .seconds(100)
        var actions: [RelayIntake.Action] = []
        for number in 0..<25_000 {
            let message = RelayMessage("regions", "\(number)")
            if let action = intake.receive(message, at: now) { actions.append(action) }
            now = now + .milliseconds(1)
        }
        let end = MonotonicInstant.systemEpoch + .seconds(130)
        #expect(intake.deadline == end)
        if let action = intake.next(at: end) { actions.append(action) }
        let taken = ["0", "10000", "20000", "24999"].map { RelayIntake.Action.monitor(Array($0.utf8)) }
        #expect(actions == taken)
    }
}
