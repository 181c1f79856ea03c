import Testing

@testable import WaymarkSession

@Suite("The run of a unit")
struct UnitRunTests {
    private var run = UnitRun()

    @Test("begins after the end of an earlier one, which was being stopped, and has its own result")
    mutating func restart() {
        run.note("signal", status: 15)
        #expect(ends(with: ["deactivating", "failed", "inactive"]) == [false, false, false])
        #expect(!run.hasBegun)
        run.note("success", status: 0)
        let states = ["activating", "active", "deactivating", "inactive"]
        #expect(ends(with: states) == [false, false, false, true])
        #expect(run.result.isEmpty)
    }

    @Test("ends with what systemd says of its failure")
    mutating func failure() {
        #expect(ends(with: ["active"]) == [false])
        run.note("exit-code", status: 3)
        #expect(ends(with: ["failed"]) == [true])
        #expect(run.result == "exit-code 3")
    }

    private mutating func ends(with states: [String]) -> [Bool] { states.map { run.ends(with: $0) } }
}
