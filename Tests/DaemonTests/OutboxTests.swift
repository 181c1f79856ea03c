import LocationModel
import Testing
import WaymarkEngine

@testable import Daemon

@Suite("What is to be done after a turn")
struct OutboxTests {
    @Test("leaves before the disk has it only if nobody waits for an answer, and the disk works")
    func urgent() throws {
        let app = AppKey(user: .root, app: try #require(AppIdentifier("org.example.app")))
        let event = Effect.tellProvider(SessionIdentifier(1), .stop)
        var outbox = Outbox()
        outbox.add([event])
        #expect(outbox.removeUrgent() == [event] && outbox.effects.isEmpty)
        for answer in [Effect.reply(CallIdentifier(1), .done), .refuse(CallIdentifier(1), .notPermitted)] {
            outbox = Outbox()
            outbox.add([event, answer])
            #expect(outbox.removeUrgent().isEmpty && outbox.effects == [event, answer])
        }
        // An app was promised an event that it has missed.
        outbox = Outbox()
        outbox.add([event, .commit(.monitorEvent(app, .arrival, nil))])
        #expect(outbox.removeUrgent().isEmpty)
        outbox = Outbox()
        outbox.add([event])
        #expect(outbox.hold(at: .systemEpoch).isEmpty)
        #expect(outbox.removeUrgent().isEmpty)
    }

    @Test("waits five seconds after the disk failed, unless somebody waits for an answer")
    func held() throws {
        let start = MonotonicInstant.systemEpoch
        let event = Effect.tellProvider(SessionIdentifier(1), .stop)
        let change = Effect.commit(.services(isOn: false, user: nil))
        var outbox = Outbox()
        #expect(!outbox.isReady(at: start))
        outbox.add([change])
        #expect(outbox.isReady(at: start))
        outbox.add([event, .reply(CallIdentifier(4), .done), .refuse(CallIdentifier(5), .notPermitted)])
        #expect(outbox.hold(at: start) == [CallIdentifier(4), CallIdentifier(5)])
        #expect(outbox.effects == [event] && outbox.changes.count == 1)
        #expect(outbox.retryAt == start + .seconds(5))
        #expect(!outbox.isReady(at: start + .milliseconds(4999)))
        #expect(outbox.isReady(at: start + .seconds(5)))
        // Whoever waits is told at once that it cannot be saved.
        outbox.add([.reply(CallIdentifier(6), .done)])
        #expect(outbox.isReady(at: start))
        #expect(outbox.hold(at: start + .seconds(1)) == [CallIdentifier(6)])
        #expect(outbox.retryAt == start + .seconds(6))
        // Once it is saved, nothing is left of the failure.
        #expect(outbox.removeAllEffects() == [event])
        #expect(outbox.retryAt == nil && outbox.changes.isEmpty && outbox.effects.isEmpty)
    }

    @Test("opens and closes receivers without waiting, and only once")
    func silent() {
        let event = Effect.tellProvider(SessionIdentifier(1), .stop)
        var outbox = Outbox()
        outbox.add([.startReceivers, event, .stopReceivers])
        #expect(outbox.removeSilent() == [.startReceivers, .stopReceivers])
        #expect(outbox.effects == [event])
        #expect(outbox.removeSilent().isEmpty)
        outbox = Outbox()
        outbox.add([.stopReceivers])
        #expect(outbox.isReady(at: .systemEpoch))
    }
}
