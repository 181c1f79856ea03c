import LocationModel
import Testing
import WaymarkEngine

@Suite("Receivers are on")
struct ReceiverDemandTests {
    @Test("from the view of a widget that may use a fix until 30 seconds after its window")
    func window() throws {
        var (scenario, widget, _) = try Scenario.quiet()
        #expect(!scenario.engine.receiversAreOn)
        try scenario.show(widget)
        #expect(scenario.effects.contains(.startReceivers))
        #expect(scenario.engine.receiverNeed == .entitled(widget, .inView))
        scenario.advance(by: .seconds(3600))
        #expect(scenario.engine.receiversAreOn)
        try scenario.hide(widget)
        #expect(scenario.engine.receiverNeed == .entitled(widget, .inUseWindow))
        scenario.advance(by: .seconds(930) - .nanoseconds(1))
        #expect(scenario.engine.receiversAreOn)
        #expect(scenario.engine.receiverNeed == nil)
        scenario.advance(by: .nanoseconds(1))
        #expect(!scenario.engine.receiversAreOn)
        #expect(switches(scenario) == [.startReceivers, .stopReceivers])
        #expect(scenario.decisions.last == .receiversOff(unusedFor: .seconds(30)))
    }

    @Test("without a break when the need returns within 30 seconds")
    func needReturns() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        try scenario.hide(widget)
        scenario.advance(by: .seconds(925))
        try scenario.show(widget)
        scenario.advance(by: .seconds(3600))
        #expect(switches(scenario).isEmpty)
        #expect(scenario.engine.receiversAreOn)
    }

    @Test("for as long as one of several widgets may use a fix")
    func several() throws {
        var (scenario, first, _) = try Scenario.viewed()
        let second = try scenario.place()
        try scenario.show(second)
        scenario.forget()
        try scenario.hide(first)
        scenario.advance(by: .seconds(86_400))
        #expect(switches(scenario).isEmpty)
        #expect(scenario.engine.receiverNeed == .entitled(second, .inView))
        try scenario.call(.remove(second))
        scenario.advance(by: .seconds(30))
        #expect(switches(scenario) == [.stopReceivers])
    }

    private func switches(_ scenario: Scenario) -> [Effect] {
        scenario.effects.filter { $0 == .startReceivers || $0 == .stopReceivers }
    }
}
