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

    /// The bytes of the decisions of one piece, about; the last decision may exceed them.
    static let pieceBytes = 32 << 10

    /// The greatest number, before which everything is.
    package static let end = UInt64(Int64.max)

    package enum Direction: Hashable, Sendable {
        /// Oldest first, the decisions with greater numbers.
        case after(UInt64)

        /// Newest first, the decisions with smaller numbers.
        case before(UInt64)
    }

    /// Reads a piece that is small enough for one turn of the loop.
    ///
    /// A user sees the own decisions and those about everybody; root sees all.
    package func piece(
        _ direction: Direction,
        for user: UserIdentifier,
        where isWanted: @escaping (JournalHeading) -> Bool
    ) -> JournalPiece {
        var piece = UnfinishedPiece(user: user, isWanted: isWanted)
        switch direction {
        case .after(let number):
            readWritten(direction, into: &piece)
            piece.add(waiting.lazy.drop { $0.number <= number })
        case .before(let number):
            piece.add(waiting.reversed().lazy.drop { $0.number >= number })
            readWritten(direction, into: &piece)
        }
        if !piece.isFull { tellUnreadable() }
        return JournalPiece(decisions: piece.decisions, next: piece.isFull ? piece.last : nil)
    }

    private func readWritten(_ direction: Direction, into piece: inout UnfinishedPiece) {
        for row in written(direction, for: piece.user, limit: Self.pieceLength - piece.examined)
        where !piece.isFull {
            if row.decision == nil { noteUnreadable(row.number) }
            piece.add(row.number, row.decision?.heading) { row.decision }
        }
    }

    private struct UnfinishedPiece {
        let user: UserIdentifier
        let isWanted: (JournalHeading) -> Bool
        var decisions: [KeptDecision] = []

        /// The number of decisions read, wanted or not, and the number of the latest.
        var (examined, last) = (0, UInt64(0))
        private var bytes = 0

        init(user: UserIdentifier, isWanted: @escaping (JournalHeading) -> Bool) {
            self.user = user
            self.isWanted = isWanted
        }

        var isFull: Bool { examined >= Journal.pieceLength || bytes >= Journal.pieceBytes }

        mutating func add(_ entries: some Sequence<JournalEntry>) {
            for entry in entries {
                if isFull { return }
                let owner = entry.subject.owner
                guard user == .root || owner == nil || owner == user else { continue }
                add(entry.number, entry.heading) { KeptDecision(entry) }
            }
        }

        mutating func add(_ number: UInt64, _ heading: JournalHeading?, _ decision: () -> KeptDecision?) {
            (examined, last) = (examined + 1, number)
            guard let heading, isWanted(heading), let decision = decision() else { return }
            decisions.append(decision)
            bytes += decision.byteCount
        }
    }

    /// Returns the latest wanted decisions among so many pieces, oldest first.
    package func latest(
        _ limit: Int,
        amongPieces pieces: Int,
        for user: UserIdentifier,
        where isWanted: @escaping (JournalHeading) -> Bool
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

    private func written(
        _ direction: Direction,
        for user: UserIdentifier,
        limit: Int
    ) -> [(number: UInt64, decision: KeptDecision?)] {
        guard limit > 0 else { return [] }
        do throws(DatabaseError) {
            guard user != .root else { return try rows(direction, limit: limit) }
            let own = try rows(direction, of: .some(user), limit: limit)
            let common = try rows(direction, of: .some(nil), limit: limit)
            let isRising = if case .after = direction { true } else { false }
            return Array(
                (own + common).sorted { isRising == ($0.number < $1.number) }.prefix(limit)
            )
        } catch {
            note(error)
            return []
        }
    }

    private func rows(
        _ direction: Direction,
        of owner: UserIdentifier?? = .none,
        limit: Int
    ) throws(DatabaseError) -> [(number: UInt64, decision: KeptDecision?)] {
        let (bound, comparison, order) =
            switch direction {
            case .after(let number): (number, ">", "ASC")
            case .before(let number): (number, "<", "DESC")
            }
        let statement = try Statement(
            database,
            """
            SELECT uid, number, sealed FROM decisions
            WHERE \(owner == nil ? "" : "uid = ? AND") number \(comparison) ? ORDER BY number \(order) LIMIT ?
            """
        )
        let values =
            (owner.map { [BoundValue(JournalKey.column(of: $0))] } ?? [])
            + [BoundValue(bound), BoundValue(Int64(limit))]
        return try statement.rows(values).map { row in
            let number = UInt64(max(row[1].integer ?? 0, 0))
            guard let owner = JournalKey.owner(inColumn: row[0]), let sealed = row[2].blob else {
                return (number, nil)
            }
            let rowKey = JournalKey(owner: owner, number: number)
            let form = key.open(sealed, at: rowKey.place)
            return (number, form.flatMap { try? KeptDecision(sealedForm: $0, of: rowKey) })
        }
    }
}
