import LocationModel
import VarlinkSocket
import WaymarkEngine

/// Who is at the other end of each connection.
struct CallerTable {
    private var callers: [VarlinkServer.ConnectionID: Caller] = [:]
    private var byUser: [UserIdentifier: Set<VarlinkServer.ConnectionID>] = [:]

    subscript(connection: VarlinkServer.ConnectionID) -> Caller? {
        get { callers[connection] }
        set {
            if let before = callers[connection]?.user {
                byUser[before]?.remove(connection)
                if byUser[before]?.isEmpty == true { byUser[before] = nil }
            }
            callers[connection] = newValue
            if let user = newValue?.user { byUser[user, default: []].insert(connection) }
        }
    }

    /// Returns the connections of a user, or with `nil` those of everybody.
    func connections(of user: UserIdentifier?) -> [VarlinkServer.ConnectionID] {
        user.map { Array(byUser[$0] ?? []) } ?? Array(callers.keys)
    }
}
