import LocationModel
import WaymarkEngine

/// What has happened since the service started, as numbers for monitoring.
struct ServiceCounts {
    /// What became of a request to a provider.
    enum Outcome: String, CaseIterable {
        case accepted, failed, late, abandoned
    }

    /// What has happened to the widgets and clients of one user, or of all.
    struct Share {
        /// The requests to providers, by the reason of the reload.
        fileprivate(set) var reloads: [String: Int] = [:]

        /// What became of them.
        fileprivate(set) var outcomes: [Outcome: Int] = [:]

        /// The times at which a widget had used up its budget.
        fileprivate(set) var usedUpBudgets = 0

        /// The events that newer ones replaced before a slow client could take them, of streams that have ended.
        fileprivate(set) var droppedEvents = 0

        fileprivate mutating func add(_ other: Share) {
            reloads.merge(other.reloads, uniquingKeysWith: +)
            outcomes.merge(other.outcomes, uniquingKeysWith: +)
            usedUpBudgets += other.usedUpBudgets
            droppedEvents += other.droppedEvents
        }
    }

    /// The decisions of each name.
    private(set) var decisions: [String: Int] = [:]

    private var shares: [UserIdentifier: Share] = [:]

    /// The connections above the limits.
    var refusedConnections = 0

    /// The connections that were closed because of a fault of the client.
    var faultyConnections = 0

    /// The commits that failed.
    var failedCommits = 0

    /// Returns the share of a user, or the sum of all shares for `nil`.
    func share(of user: UserIdentifier?) -> Share {
        if let user { return shares[user] ?? Share() }
        return shares.values.reduce(into: Share()) { $0.add($1) }
    }

    /// Counts a decision.
    mutating func record(_ entry: JournalEntry) {
        decisions[entry.decision.name, default: 0] += 1
        guard let user = entry.subject.app?.user else { return }
        switch entry.decision {
        case .reload(_, let reason, _, _, _):
            shares[user, default: Share()].reloads[reason.rawValue, default: 0] += 1
        case .timeline: record(.accepted, of: user)
        case .timelineFailed: record(.failed, of: user)
        case .timelineLate: record(.late, of: user)
        case .requestAbandoned: record(.abandoned, of: user)
        case .budgetUsedUp: shares[user, default: Share()].usedUpBudgets += 1
        default: break
        }
    }

    private mutating func record(_ outcome: Outcome, of user: UserIdentifier) {
        shares[user, default: Share()].outcomes[outcome, default: 0] += 1
    }

    /// Counts events that a user's client did not take, when their stream ends.
    mutating func recordDroppedEvents(_ count: Int, of user: UserIdentifier) {
        if count > 0 { shares[user, default: Share()].droppedEvents += count }
    }
}
