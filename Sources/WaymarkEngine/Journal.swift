package import LocationModel

/// The journal of all decisions with their reasons, bounded in memory.
///
/// Each user has a ring of its own, and so have decisions about everybody. No user can push out the entries of others.
package struct Journal: Hashable, Sendable {
    /// The number of entries kept for one user.
    package static let capacity = 2048

    /// The approximate number of bytes kept for one user.
    package static let byteCapacity = 512 << 10

    /// The number of users with a ring.
    package static let userCapacity = 64

    /// The entries of each user, and under `nil` those about everybody.
    private var rings: [UserIdentifier?: JournalRing] = [:]
    private var count: UInt64 = 0

    /// Creates an empty journal.
    package init() {}

    /// Adds a decision and returns its entry.
    mutating func add(_ decision: Decision, about subject: JournalSubject, at now: Moment) -> JournalEntry {
        count += 1
        let entry = JournalEntry(number: count, moment: now, subject: subject, decision: decision)
        let owner = subject.app?.user ?? subject.user
        if owner != nil, rings[owner] == nil, rings.count - (rings[nil] == nil ? 0 : 1) >= Self.userCapacity {
            forgetQuietestUser()
        }
        rings[owner, default: JournalRing()].add(entry)
        return entry
    }

    /// Forgets the user whose latest decision is the oldest.
    private mutating func forgetQuietestUser() {
        let users = rings.lazy.filter { $0.key != nil }
        if let quietest = users.min(by: { $0.value.lastNumber < $1.value.lastNumber }) {
            rings[quietest.key] = nil
        }
    }

    /// The entries of all users, oldest first.
    package var all: [JournalEntry] { entries(in: Array(rings.values), after: 0, limit: .max) }

    /// Returns the latest readable entries about a widget of `app`, oldest first.
    package func entries(
        about widget: WidgetIdentifier,
        of app: AppKey?,
        limit: Int,
        where mayBeRead: (JournalEntry) -> Bool = { _ in true }
    ) -> [JournalEntry] {
        let rings = app.map { self.rings(of: $0.user) } ?? [self.rings[nil]].compactMap(\.self)
        let concerning = rings.flatMap {
            $0.latest(limit) { $0.subject.concerns(widget, of: app) && mayBeRead($0) }
        }
        return concerning.sorted { $0.number < $1.number }.suffix(limit)
    }

    /// Returns the first `limit` entries after `number` that a user may see, oldest first.
    ///
    /// A user sees its own entries and those about everybody; root sees all.
    func entries(visibleTo user: UserIdentifier, after number: UInt64, limit: Int) -> [JournalEntry] {
        entries(in: rings(of: user), after: number, limit: limit)
    }

    /// Returns the number of the oldest of the `limit` latest entries that a user may see and that satisfy a condition.
    func firstNumber(
        ofLatest limit: Int,
        visibleTo user: UserIdentifier,
        where isWanted: (JournalEntry) -> Bool
    ) -> UInt64? {
        rings(of: user).flatMap { $0.latest(limit, where: isWanted).map(\.number) }.sorted().suffix(limit)
            .first
    }

    private func rings(of user: UserIdentifier) -> [JournalRing] {
        user == .root ? Array(rings.values) : [rings[nil], rings[user]].compactMap(\.self)
    }

    private func entries(in rings: [JournalRing], after number: UInt64, limit: Int) -> [JournalEntry] {
        var rest = rings.map { $0.entries(after: number) }
        var merged: [JournalEntry] = []
        while merged.count < limit {
            var next: (ring: Int, number: UInt64)?
            for ring in rest.indices {
                guard let first = rest[ring].first, first.number < next?.number ?? .max else { continue }
                next = (ring, first.number)
            }
            guard let next else { break }
            merged.append(rest[next.ring].removeFirst())
        }
        return merged
    }
}
