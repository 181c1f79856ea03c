import LocationModel
import Testing
import WaymarkEngine

// What holds after every event, by the engine alone.
extension ContractChecker {
    func checkReplies(to event: Event, _ effects: [Effect]) {
        guard case .called(_, _, let call) = event else { return }
        let answers = effects.count {
            switch $0 {
            case .reply(call, _), .refuse(call, _): true
            default: false
            }
        }
        #expect(answers == 1, "every call has one answer")
    }

    func checkDeadline(at now: Moment) {
        #expect(engine.nextDeadline.map { $0 > now.instant } ?? true, "what is due has been done")
    }

    func checkRepetition(at now: Moment) {
        var copy = engine
        let effects = copy.handle(.deadlineReached, at: now)
        #expect(effects.isEmpty, "a second look at the same moment finds nothing to do")
        #expect(copy == engine)
    }
}
