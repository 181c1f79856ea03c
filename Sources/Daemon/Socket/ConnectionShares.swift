import LocationModel

/// The distribution of connections among users.
///
/// Some places are reserved for root and the server's own user. All users share the rest, as ``FairShares`` says.
struct ConnectionShares {
    private let limits: VarlinkServer.Limits
    private let ownUserID: UInt32

    /// The connections of root and the server's own user.
    private var privileged = FairShares()

    /// The connections of all others.
    private var shared = FairShares()

    init(_ limits: VarlinkServer.Limits, ownUserID: UInt32) {
        self.limits = limits
        self.ownUserID = ownUserID
    }

    /// Returns the limit that denies a user another connection, or `nil` if there is none.
    func obstacle(for user: UInt32) -> VarlinkServer.ConnectionLimit? {
        guard privileged.total + shared.total < limits.connections else { return .ofAll(limits.connections) }
        let isPrivileged = isPrivileged(user)
        let count = (isPrivileged ? privileged : shared).count(of: user)
        let limit = isPrivileged ? limits.connectionsPerPrivilegedUser : limits.connectionsPerUser
        guard count < limit else { return .ofUser(limit) }
        if isPrivileged { return nil }
        let reserved = limits.reservedConnections
        let free = limits.connections - reserved - shared.total - max(0, privileged.total - reserved)
        guard free > 0 else { return .ofAll(limits.connections - reserved) }
        return shared.allows(for: user, free: free)
            ? nil : .share(count, users: shared.users(with: user))
    }

    mutating func add(_ user: UInt32) { change(user, by: 1) }

    mutating func remove(_ user: UInt32) { change(user, by: -1) }

    private mutating func change(_ user: UInt32, by difference: Int) {
        if isPrivileged(user) {
            privileged.change(user, by: difference)
        } else {
            shared.change(user, by: difference)
        }
    }

    private func isPrivileged(_ user: UInt32) -> Bool { user == 0 || user == ownUserID }
}

extension VarlinkServer {
    package enum ConnectionLimit: Hashable, Sendable {
        case ofAll(Int)
        case ofUser(Int)

        /// The user's share: the number it holds, while this many users hold connections and few places are
        /// free.
        case share(Int, users: Int)
    }

    package struct Refused: Hashable, Sendable {
        /// The user who connected last; `nil` if the system does not say.
        package let userID: UInt32?
        package let limit: ConnectionLimit?

        package let count: Int
    }
}
