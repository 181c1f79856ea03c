/// The distribution of connections among users.
///
/// Some places are reserved for root and the server's own user. All users share the rest. A user who holds `h`
/// connections may take one more while more than `n · h` places are free, where `n` counts the users who hold any, this
/// one included.
///
/// * A user's first connection (`h = 0`) needs only one free place.
/// * A further connection leaves at least `n` places free, since more than `n · h` were free and `h ≥ 1`. So only first
///   connections can take the last places: a user without a connection is refused only after at least as many new users
///   have arrived as were there before.
/// * From `n · h < free ≤ shared - h` it follows that a user gets at most the `n + 1`th part of the shared places,
///   rounded up. Users who all take as many as they can end up with about the `2n`th part each.
struct ConnectionShares {
    private let limits: VarlinkServer.Limits
    private let ownUserID: UInt32
    private var held: [UInt32: Int] = [:]
    private var total = 0
    private var heldByPrivileged = 0

    init(_ limits: VarlinkServer.Limits, ownUserID: UInt32) {
        self.limits = limits
        self.ownUserID = ownUserID
    }

    /// Returns the limit that denies a user another connection, or `nil` if there is none.
    func obstacle(for user: UInt32) -> VarlinkServer.ConnectionLimit? {
        guard total < limits.connections else { return .ofAll(limits.connections) }
        let count = held[user, default: 0]
        let limit = limits.connections(of: user, ownUserID: ownUserID)
        guard count < limit else { return .ofUser(limit) }
        if isPrivileged(user) { return nil }
        let reserved = limits.reservedConnections
        let free =
            limits.connections - reserved - (total - heldByPrivileged) - max(0, heldByPrivileged - reserved)
        guard free > 0 else { return .ofAll(limits.connections - reserved) }
        let privileged = Set([0, ownUserID]).count { held[$0] != nil }
        let users = held.count - privileged + (count == 0 ? 1 : 0)
        return count * users < free ? nil : .share(count, users: users)
    }

    /// Records that a user gained a connection.
    mutating func add(_ user: UInt32) { change(user, by: 1) }

    /// Records that a user lost a connection.
    mutating func remove(_ user: UInt32) { change(user, by: -1) }

    private mutating func change(_ user: UInt32, by difference: Int) {
        let count = held[user, default: 0] + difference
        held[user] = count == 0 ? nil : count
        total += difference
        if isPrivileged(user) { heldByPrivileged += difference }
    }

    private func isPrivileged(_ user: UInt32) -> Bool { user == 0 || user == ownUserID }
}

extension VarlinkServer {
    /// A limit on connections.
    package enum ConnectionLimit: Hashable, Sendable {
        /// The limit for all connections that the user may share.
        case ofAll(Int)

        /// The limit for one user.
        case ofUser(Int)

        /// The user's share: the number it holds, while so many users hold connections and few places are free.
        case share(Int, users: Int)
    }

    /// Connections that the server refused.
    package struct Refused: Hashable, Sendable {
        /// The user who connected; `nil` for several users, or if the system does not say.
        package let userID: UInt32?

        /// The limit that refused the first of them.
        package let limit: ConnectionLimit?

        /// The number of refused connections.
        package internal(set) var count: Int
    }
}
