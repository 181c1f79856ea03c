import LocationModel
import Testing
import WaymarkEngine

@testable import waymarkd

@Suite("What is to be done after a turn")
struct OutboxTests {
    @Test("leaves before the disk has it only if nobody waits for an answer, and the disk works")
    func hurried() throws {
        let app = AppKey(user: .root, app: try #require(AppIdentifier("org.example.app")))
        let event = Effect.tellProvider(SessionIdentifier(1), .stop)
        var outbox = Outbox()
        outbox.add([event])
        #expect(outbox.removeHurried() == [event] && outbox.effects.isEmpty)
        for answer in [Effect.reply(CallIdentifier(1), .done), .refuse(CallIdentifier(1), .notPermitted)] {
            outbox = Outbox()
            outbox.add([event, answer])
            #expect(outbox.removeHurried().isEmpty && outbox.effects == [event, answer])
        }
        // An app was promised an event that it has missed.
        outbox = Outbox()
        outbox.add([event, .commit(.monitorEvent(app, .arrival, nil))])
        #expect(outbox.removeHurried().isEmpty)
        outbox = Outbox()
        outbox.add([event])
        #expect(outbox.hold(at: .systemEpoch).isEmpty)
        #expect(outbox.removeHurried().isEmpty)
    }

    @Test("switches receivers on and off though the disk is full, and holds what reveals a change")
    func silent() {
        let event = Effect.tellProvider(SessionIdentifier(1), .stop)
        var outbox = Outbox()
        outbox.add([.stopReceivers, event, .startReceivers])
        #expect(outbox.hold(at: .systemEpoch).isEmpty)
        #expect(outbox.removeSilent() == [.stopReceivers, .startReceivers])
        #expect(outbox.effects == [event] && outbox.removeSilent().isEmpty)
    }
}
