/// The shares that users hold of a common resource, and the rule by which they may take more.
///
/// A user who holds `h` may take one more while more than `n · h` are free, where `n` counts the users who hold any, this
/// one included.
///
/// * A user's first one (`h = 0`) needs only one that is free.
/// * A further one leaves at least `n` free, since more than `n · h` were free and `h ≥ 1`. So only a first
///   one can take the last: a user who holds none is refused only after at least as many new users have
///   arrived as were there before.
/// * From `n · h < free ≤ all - h` it follows that a user gets at most the `n + 1`th part, rounded up. Users who all take
///   as many as they can end up with about the `2n`th part each.
package struct FairShares: Hashable, Codable, Sendable {
    private var held: [UInt32: Int] = [:]

    /// The number that all users hold together.
    package private(set) var total = 0

    package init() {}

    package func count(of user: UInt32) -> Int { held[user, default: 0] }

    /// Returns the number of users who hold any, counting `user` in any case.
    package func users(with user: UInt32) -> Int { held.count + (held[user] == nil ? 1 : 0) }

    /// Returns whether a user may take `amount` more, one after another, while `free` are free.
    package func allows(_ amount: Int = 1, for user: UInt32, free: Int) -> Bool {
        users(with: user) * (count(of: user) + amount - 1) < free - (amount - 1)
    }

    package mutating func change(_ user: UInt32, by difference: Int) {
        let count = count(of: user) + difference
        held[user] = count == 0 ? nil : count
        total += difference
    }
}
