import LocationModel
import TestSupport
import Testing

@testable import SealedDatabase
@testable import StateStore
@testable import WaymarkEngine

/// Decisions with the numbers and times that an engine would give them, one a second.
struct Decisions {
    /// The user whom they are about unless another is given.
    static let user = UserIdentifier(1000)

    /// Half past an hour.
    private(set) var now = Moment(
        instant: .systemEpoch + .seconds(1_000_000),
        utc: UTCInstant(secondsSince1970: 1_790_001_000)
    )
    private var number: UInt64 = 0
    private var count = 0

    mutating func advance(by duration: Duration) { now = now.advanced(by: duration) }

    /// Returns the moment at which a decision is too old under the default limits.
    func expiry(of entry: JournalEntry) -> MonotonicInstant {
        let expiry = JournalNumbers.endOfHour(of: entry.number).advanced(by: JournalLimits().keep)
        return now.instant + now.utc.duration(to: expiry)
    }

    /// Returns a decision about an app of a user, or about everybody.
    mutating func next(of user: UInt32? = Self.user.rawValue) throws -> JournalEntry {
        count += 1
        let (request, message) = (RequestIdentifier(UInt64(count)), "Bahnhofbrücke")
        let decision: Decision =
            count % 2 == 0
            ? .position(.significantChange(distanceMeters: 512.5 + Double(count), elapsed: .seconds(300)))
            : .widget(.timelineFailed(request, message: message, retry: .seconds(30)))
        return try next(decision, of: user)
    }

    mutating func next(_ decision: Decision, of user: UInt32? = Self.user.rawValue) throws -> JournalEntry {
        number = max(number + 1, JournalNumbers.first(from: now.utc))
        let app = try user.map { try Sample.app(7, user: $0) }
        return JournalEntry(
            number: number,
            moment: now,
            subject: JournalSubject(app: app, widget: app == nil ? nil : WidgetIdentifier(3)),
            decision: decision
        )
    }
}

func kept(_ entries: some Sequence<JournalEntry>) -> [KeptDecision] { entries.map { KeptDecision($0) } }

extension TemporaryFolder {
    /// Opens the store, hands over its journal, and closes both again.
    func withJournal(_ limits: JournalLimits = JournalLimits(), _ body: (Journal) throws -> Void) throws {
        try withStore(journal: limits) { try body($0.store.journal) }
    }
}

extension Journal {
    func add(_ entries: [JournalEntry]) {
        for entry in entries { add(entry, at: entry.moment.instant) }
    }

    func write(_ entries: [JournalEntry], at now: Moment) {
        add(entries)
        flush(at: now)
    }

    /// Reads everything that a user sees, piece by piece.
    func read(_ user: UserIdentifier) -> [KeptDecision] {
        var (read, next) = ([KeptDecision](), UInt64(0) as UInt64?)
        while let number = next {
            let piece = piece(.after(number), for: user) { _ in true }
            read += piece.decisions
            next = piece.next
        }
        return read
    }

    /// The bytes of each user's written decisions, as they are kept.
    func sizes() throws -> [UserIdentifier?: Int] { try bytes("SELECT uid, bytes FROM sizes") }

    func countedBytes() throws -> [UserIdentifier?: Int] {
        try bytes("SELECT uid, sum(length(sealed) + 64) FROM decisions GROUP BY uid")
    }

    private func bytes(_ query: String) throws -> [UserIdentifier?: Int] {
        Dictionary(
            uniqueKeysWithValues: try database.rows(query).map {
                (JournalKey.owner(inColumn: $0[0]) ?? nil, Int($0[1].integer ?? 0))
            }
        )
    }
}
