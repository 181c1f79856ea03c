import LocationModel
import Testing

@testable import Daemon
@testable import StateStore
@testable import WaymarkEngine

@Suite("A search for the latest decisions")
struct JournalPositionTests {
    /// The position after a piece, as text.
    private func found(_ decisions: [KeptDecision] = [], next: UInt64?) -> String {
        let piece = JournalPiece(decisions: decisions, next: next)
        let position = JournalPosition.searching(before: 100, missing: 5)
        return "\(position.found(piece, missing: 5, JournalFilter()))"
    }

    @Test("goes on before the numbers that were searched, and ends where the filter begins")
    func end() {
        #expect(found(next: 50) == "searching(before: 50, missing: 5)")
        #expect(found(next: 1) == "searching(before: 1, missing: 5)", "the first number is searched, too")
        #expect(found(next: 0) == "sending(after: 0)")
        #expect(found(next: nil) == "sending(after: 0)")
    }

    @Test("looks for fewer of them after a piece that had some")
    func fewer() {
        let moment = Moment(instant: .systemEpoch, utc: UTCInstant(secondsSince1970: 0))
        let subject = JournalSubject(app: nil, widget: nil)
        let decisions = [60, 61].map { number in
            KeptDecision(
                JournalEntry(
                    number: number,
                    moment: moment,
                    subject: subject,
                    decision: .widget(.zoneChanged)
                )
            )
        }
        #expect(found(decisions, next: 50) == "searching(before: 50, missing: 3)")
    }
}
