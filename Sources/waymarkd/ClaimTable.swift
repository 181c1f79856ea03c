import LocationModel
import VarlinkSocket
import WaymarkEngine

/// The app that each connection said last to be, and what shows that it is.
struct ClaimTable {
    private var claims: [VarlinkServer.ConnectionID: (app: AppKey, verification: AppVerification)] = [:]
    private var byApp: [AppKey: Set<VarlinkServer.ConnectionID>] = [:]

    /// What shows that an app is that app; `nil` if it has no open connection.
    ///
    /// Of several connections the newest counts. One that the system does not confirm counts before all that it does,
    /// because its program may be the one that asks.
    subscript(app: AppKey) -> AppVerification? {
        let verifications = (byApp[app] ?? []).sorted(by: >).compactMap { claims[$0]?.verification }
        return verifications.first { !$0.isVerified } ?? verifications.first
    }

    /// Takes note of a claim that was accepted.
    mutating func note(
        _ verification: AppVerification,
        of app: AppKey,
        by connection: VarlinkServer.ConnectionID
    ) {
        // Most connections say the same each time.
        if let claim = claims[connection], claim == (app, verification) { return }
        remove(connection)
        claims[connection] = (app, verification)
        byApp[app, default: []].insert(connection)
    }

    /// Forgets a connection that has ended.
    mutating func remove(_ connection: VarlinkServer.ConnectionID) {
        guard let app = claims.removeValue(forKey: connection)?.app else { return }
        byApp[app]?.remove(connection)
        if byApp[app]?.isEmpty == true { byApp[app] = nil }
    }
}
