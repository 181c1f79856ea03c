import LocationModel

/// The latest values of each user, by a key, so that no user's values displace those of another.
struct LatestOfUsers<Key: Hashable & Sendable, Value: Hashable & Sendable>: Hashable, Sendable {
    private struct Kept: Hashable {
        var values: [Key: Value] = [:]
        var order: [Key] = []
    }

    /// The most values of one user; more users than ``QuotaLimits/usersServed`` share what so many may have.
    private static var capacity: Int { 1024 }

    private var users: [UserIdentifier: Kept] = [:]

    /// Returns a user's value; `nil` if there was none, or many newer ones have come since.
    subscript(key: Key, of user: UserIdentifier) -> Value? { users[user]?.values[key] }

    /// Returns the value under a key, of those users that count.
    func first(at key: Key, where counts: (UserIdentifier) -> Bool) -> Value? {
        for (user, kept) in users where counts(user) {
            if let value = kept.values[key] { return value }
        }
        return nil
    }

    mutating func add(_ value: Value, at key: Key, of user: UserIdentifier) {
        var kept = users.removeValue(forKey: user) ?? Kept()
        let capacity = max(2, min(Self.capacity, QuotaLimits.usersServed * Self.capacity / (users.count + 1)))
        if kept.order.count >= capacity {
            // Half at once, so that few additions move the rest.
            let old = kept.order.count - capacity / 2
            for key in kept.order.prefix(old) { kept.values[key] = nil }
            kept.order.removeFirst(old)
        }
        kept.values[key] = value
        kept.order.append(key)
        users[user] = kept
    }
}
