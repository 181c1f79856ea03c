import LocationModel
import Testing
import WaymarkEngine

@Suite("Receivers are on")
struct ReceiverDemandTests {
    @Test("without a break when the need returns within 30 seconds")
    func needReturns() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        try scenario.hide(widget)
        scenario.advance(by: .seconds(925))
        try scenario.show(widget)
        scenario.advance(by: .seconds(3600))
        #expect(!scenario.effects.contains(.startReceivers) && !scenario.effects.contains(.stopReceivers))
        #expect(scenario.engine.receiversAreOn)
    }
}
