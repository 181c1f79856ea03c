package import LocationModel
import SealedDatabase
package import WaymarkEngine

package struct JournalPiece: Hashable, Sendable {
    /// The decisions that were wanted, in the order of reading.
    package let decisions: [KeptDecision]

    /// The number from which the next piece is read; `nil` when this is the last.
    package let next: UInt64?
}

extension Journal {
    /// The number of decisions examined for one piece.
    package static let pieceLength = 100

    /// The approximate most bytes of the decisions of one piece; the last decision may exceed them.
    static let pieceBytes = 32 << 10

    /// A number greater than that of any decision.
    package static let end = UInt64(Int64.max)

    package enum Direction: Hashable, Sendable {
        /// Oldest first, the decisions with greater numbers.
        case after(UInt64)

        /// Newest first, the decisions with smaller numbers.
        case before(UInt64)
    }

    /// A decision with its number; `nil` if it cannot be read.
    private typealias Numbered = (number: UInt64, decision: KeptDecision?)

    /// Reads a piece that is small enough for one turn of the loop.
    ///
    /// A user sees the decisions about that user and about everybody; root sees all.
    package func piece(
        _ direction: Direction,
        for user: UserIdentifier,
        where isWanted: (JournalHeading) -> Bool
    ) -> JournalPiece {
        func isVisible(_ entry: JournalEntry) -> Bool {
            user == .root || entry.subject.owner == nil || entry.subject.owner == user
        }
        // One more than a piece has at most, so that it is known whether more follow.
        let limit = Self.pieceLength + 1
        func numbered(_ entries: some Sequence<JournalEntry>) -> [Numbered] {
            entries.prefix(limit).map { ($0.number, KeptDecision($0)) }
        }
        let written = written(direction, for: user, limit)
        // All that wait have greater numbers than the written ones.
        let found =
            switch direction {
            case .after(let number):
                written + numbered(waiting.lazy.filter { $0.number > number && isVisible($0) })
            case .before(let number):
                numbered(waiting.reversed().lazy.filter { $0.number < number && isVisible($0) }) + written
            }
        var decisions: [KeptDecision] = []
        var bytes = 0
        for (examined, (_, decision)) in found.enumerated() {
            if examined == Self.pieceLength || bytes >= Self.pieceBytes {
                return JournalPiece(decisions: decisions, next: found[examined - 1].number)
            }
            guard let decision else {
                tellOfUnreadable()
                continue
            }
            guard isWanted(decision.heading) else { continue }
            decisions.append(decision)
            bytes += decision.byteCount
        }
        return JournalPiece(decisions: decisions, next: nil)
    }

    /// Returns the latest wanted decisions in at most `pieces` pieces, oldest first.
    package func latest(
        _ limit: Int,
        amongPieces pieces: Int,
        for user: UserIdentifier,
        where isWanted: (JournalHeading) -> Bool
    ) -> [KeptDecision] {
        var found: [KeptDecision] = []
        var before: UInt64? = Self.end
        for _ in 0..<pieces where found.count < limit {
            guard let number = before else { break }
            let piece = piece(.before(number), for: user, where: isWanted)
            found += piece.decisions
            before = piece.next
        }
        return found.prefix(limit).reversed()
    }

    private func written(_ direction: Direction, for user: UserIdentifier, _ limit: Int) -> [Numbered] {
        let (bound, comparison, order) =
            switch direction {
            case .after(let number): (number, ">", "ASC")
            case .before(let number): (number, "<", "DESC")
            }
        func query(_ condition: String) -> String {
            "SELECT uid, number, sealed FROM decisions WHERE \(condition) number \(comparison) ?1"
        }
        let (everybody, own) = (JournalKey.column(of: nil), JournalKey.column(of: user))
        let isAll = user == .root
        let rows = isAll ? query("") : query("uid = \(everybody) AND") + " UNION ALL " + query("uid = ?2 AND")
        do throws(DatabaseError) {
            return try database.rows(
                rows + " ORDER BY number \(order) LIMIT \(limit)",
                [BoundValue(bound)] + (isAll ? [] : [BoundValue(own)])
            ).map { row in
                let number = UInt64(max(row[1].integer ?? 0, 0))
                guard let owner = JournalKey.owner(inColumn: row[0]), let sealed = row[2].blob else {
                    return (number, nil)
                }
                let rowKey = JournalKey(owner: owner, number: number)
                let form = key.open(sealed, at: rowKey.place)
                return (number, form.flatMap { try? KeptDecision(sealedForm: $0, of: rowKey) })
            }
        } catch {
            note(error)
            return []
        }
    }
}
