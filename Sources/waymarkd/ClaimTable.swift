import LocationModel
import VarlinkSocket
import WaymarkEngine

/// The app that each connection said last to be, and what shows that it is.
struct ClaimTable {
    private var claims: [VarlinkServer.ConnectionID: (app: AppKey, verification: AppVerification)] = [:]
    private var byApp: [AppKey: Set<VarlinkServer.ConnectionID>] = [:]

    /// What shows that an app is that app, by its newest connection; `nil` if none is open.
    subscript(app: AppKey) -> AppVerification? {
        byApp[app]?.max().flatMap { claims[$0]?.verification }
    }

    /// Takes note of a claim that was accepted.
    mutating func note(
        _ verification: AppVerification,
        of app: AppKey,
        by connection: VarlinkServer.ConnectionID
    ) {
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
