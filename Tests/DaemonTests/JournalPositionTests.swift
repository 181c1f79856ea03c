import LocationModel
import Testing
import WaymarkEngine

@testable import Daemon
@testable import StateStore

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

    @Test("looks for fewer of them after a piece that had some")
    func fewer() {
        let decisions = (60...61).map { number in
            KeptDecision(
                JournalEntry(
                    number: number,
                    moment: Moment(instant: .systemEpoch, utc: UTCInstant(secondsSince1970: 0)),
                    subject: JournalSubject(app: nil, widget: nil),
                    decision: .significantChange(distanceMeters: 500, after: .seconds(300))
                )
            )
        }
        let position = JournalPosition.searching(before: 100, missing: 5)
            .found(JournalPiece(decisions: decisions, next: 50), missing: 5, JournalFilter())
        guard case .searching(before: 50, missing: 3) = position else {
            return #expect(Bool(false), "\(position)")
        }
    }
}
