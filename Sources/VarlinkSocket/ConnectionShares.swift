/// Who holds how many connections, and who may have another.
///
/// Some places are kept for root and the server's own user. Of the others, which all users share, a user who holds `h` may
/// take one more while more than `n · h` are free, where `n` counts the users who hold some, this one included.
///
/// * A user's first connection (`h = 0`) needs one free place only.
/// * Whoever takes a further one leaves at least `n` places free (more than `n · h` were, and `h ≥ 1`). So only first
///   connections can take the last places: those who have none are refused only if at least as many users as were there
///   before have come since.
/// * It follows from `n · h < free ≤ shared - h` that a user gets at most the `n + 1`th part of the shared places, rounded
///   up. Users who all take what they can get end up with about the `2n`th part each.
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

    /// Returns why a user may have no other connection, or `nil` if it may.
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
        let users = held.keys.count { $0 != user && !isPrivileged($0) } + 1
        return count * users < free ? nil : .share(count, users: users)
    }

    /// Records that a user has got a connection.
    mutating func add(_ user: UInt32) { change(user, by: 1) }

    /// Records that a user has lost one.
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
    /// What keeps a user from another connection.
    package enum ConnectionLimit: Hashable, Sendable {
        /// As many are there as may be, of all who may have them.
        case ofAll(Int)

        /// The user has as many as one user may have.
        case ofUser(Int)

        /// The user has so many, which is its share while so many users hold some and few are free.
        case share(Int, users: Int)
    }

    /// Connections that were closed at once.
    package struct Refused: Hashable, Sendable {
        /// Who wanted them; `nil` for several users, or where the system does not say.
        package let userID: UInt32?

        /// What kept the user from the first of them.
        package let limit: ConnectionLimit?

        /// How many they were.
        package internal(set) var count: Int
    }
}
