import LocationModel

/// The latest values of each user, by a key, so that no user's values displace those of another.
struct LatestOfUsers<Key: Hashable & Sendable, Value: Equatable & Sendable>: Equatable, Sendable {
    private struct Kept: Equatable {
        let key: Key
        let value: Value
    }

    /// The most values of one user; more users than ``QuotaLimits/usersServed`` share what so many may have.
    private static var capacity: Int { 1024 }

    /// The values of each user, oldest first.
    private var users: [UserIdentifier: [Kept]] = [:]

    /// Returns a user's value; `nil` if there was none, or many newer ones have come since.
    subscript(key: Key, of user: UserIdentifier) -> Value? {
        users[user]?.last { $0.key == key }?.value
    }

    /// Returns a value under the key, from any user for whom `counts` is true.
    func first(at key: Key, where counts: (UserIdentifier) -> Bool) -> Value? {
        users.keys.filter(counts).compactMap { self[key, of: $0] }.first
    }

    mutating func add(_ value: Value, at key: Key, of user: UserIdentifier) {
        var kept = users.removeValue(forKey: user) ?? []
        let capacity = max(2, min(Self.capacity, QuotaLimits.usersServed * Self.capacity / (users.count + 1)))
        // Half at once, so that few additions move the rest.
        if kept.count >= capacity { kept.removeFirst(kept.count - capacity / 2) }
        kept.append(Kept(key: key, value: value))
        users[user] = kept
    }
}
