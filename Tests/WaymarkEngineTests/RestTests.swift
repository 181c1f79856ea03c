import CTestSupport
import LocationModel
import Testing
import WaymarkEngine

/// Counts work instead of time: what a fix asks the allocator for does not depend on the machine.
@Suite("A fix at rest", .enabled(if: allocations_are_counted(), "a sanitizer brings an allocator of its own"))
struct RestTests {
    /// As the tests are built, without optimization.
    private static let most: UInt = 52

    @Test(
        "asks for as little memory with two thousand widgets as with ten: in view, out of view, or not authorized",
        .timeLimit(.minutes(10)),
        arguments: [AuthorizationChoice.authorizedWhenInUse, .authorizedAlways, .denied]
    )
    func fix(_ status: AuthorizationChoice) throws {
        let few = try allocations(count: 10, status)
        #expect(few <= Self.most)
        #expect(try allocations(count: 2000, status) == few)
    }

    @Test(
        "and one widget that comes into view costs as much among ten as among two thousand",
        .timeLimit(.minutes(10))
    )
    func oneWidget() throws {
        #expect(try allocationsOfView(count: 2000) == allocationsOfView(count: 10))
    }

    /// Returns how many blocks the engine asks for when a widget comes into view, where the apps of all may always know.
    private func allocationsOfView(count: Int) throws -> UInt {
        let state = ManyApps.state(count: count, .authorizedAlways)
        var scenario = Scenario(settings: .with { $0.dutyCycle = nil }, state: state)
        scenario.arrive()
        var engine = scenario.engine
        var last: UInt = 0
        for step in 0..<8 {
            let change = Command.setVisibility(WidgetIdentifier(2), visible: step % 2 == 0, session: nil)
            let event = Event.called(change, by: .owner, call: CallIdentifier(UInt64(step)))
            let before = allocation_count()
            _ = engine.handle(event, at: scenario.now)
            // The first few make room for what they have to remember.
            if step == 6 { last = allocation_count() - before }
        }
        return last
    }

    /// Returns how many blocks the engine asks for at each fix, at the most.
    private func allocations(count: Int, _ status: AuthorizationChoice) throws -> UInt {
        let state = ManyApps.state(count: count, status, knewLocation: status != .denied)
        // Else receivers pause and resume, which is no rest.
        var scenario = Scenario(settings: .with { $0.dutyCycle = nil }, state: state)
        if status != .denied {
            for number in 1...count { try scenario.show(WidgetIdentifier(UInt64(number))) }
        }
        if status == .authorizedAlways {
            for number in 1...count { try scenario.hide(WidgetIdentifier(UInt64(number))) }
            scenario.advance(by: .seconds(3600))
            #expect(scenario.engine.receiverNeed?.ground == .always)
        }
        scenario.arrive()
        var engine = scenario.engine
        var now = scenario.now
        var most: UInt = 0
        for step in 0..<60 {
            now = now.advanced(by: .seconds(1))
            let event = Event.fix(eastMeters: Double(step % 3), at: now)
            let before = allocation_count()
            let effects = engine.handle(event, at: now).count
            // The first few make room for what they have to remember.
            if step >= 30 { most = max(most, allocation_count() - before) }
            #expect(effects == 0)
        }
        return most
    }
}
