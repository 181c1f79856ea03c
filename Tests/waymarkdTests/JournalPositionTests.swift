import Testing
import WaymarkEngine

@testable import StateStore
@testable import waymarkd

@Suite("A search for the latest decisions")
struct JournalPositionTests {
    private func found(_ next: UInt64?, _ filter: JournalFilter) -> JournalPosition {
        JournalPosition.searching(before: 100, missing: 5)
            .found(JournalPiece(decisions: [], next: next), missing: 5, filter)
    }

    @Test("goes on before the numbers that were searched, and ends where the filter begins")
    func end() {
        let filter = JournalFilter()
        guard case .searching(before: 50, missing: 5) = found(50, filter) else {
            return #expect(Bool(false), "it does not go on")
        }
        guard case .searching(before: 1, missing: 5) = found(1, filter) else {
            return #expect(Bool(false), "the first number is left out")
        }
        for next in [nil, 0] as [UInt64?] {
            guard case .sending(after: 0) = found(next, filter) else {
                return #expect(Bool(false), "it goes on after the end")
            }
        }
    }
}
