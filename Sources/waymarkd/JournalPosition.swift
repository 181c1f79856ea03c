import StateStore
import WaymarkEngine

/// The position of a reader who has not reached the end of the journal.
enum JournalPosition {
    /// The latest decisions are wanted, and some are still to be found among those with smaller numbers.
    case searching(before: UInt64, missing: Int)

    /// The decisions with greater numbers are to be sent.
    case sending(after: UInt64)

    /// Returns the position after a piece in which the latest decisions were searched.
    func found(_ piece: JournalPiece, missing: Int, _ filter: JournalFilter) -> JournalPosition {
        if piece.decisions.count >= missing {
            return .sending(after: piece.decisions[missing - 1].heading.number - 1)
        }
        guard let next = piece.next, next > filter.firstNumber else {
            return .sending(after: filter.firstNumber)
        }
        return .searching(before: next, missing: missing - piece.decisions.count)
    }
}

extension JournalFilter {
    /// The number after which the decisions are that may pass.
    var firstNumber: UInt64 { max(since.map { JournalNumbers.first(from: $0) } ?? 1, 1) - 1 }
}
