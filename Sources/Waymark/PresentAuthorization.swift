import LocationModel
import WaymarkInterfaces

extension WaymarkService {
    /// Returns an app's authorization now, and blocks its caller until the service tells it.
    ///
    /// - Parameters:
    ///   - app: The app's identifier.
    ///   - limit: How long to wait.
    /// - Returns: The authorization; `nil` if the service does not tell it in time.
    package func presentAuthorization(of app: String, within limit: Duration) -> Authorization? {
        guard AppIdentifier(app) != nil, let connection = try? ServiceConnection(to: socketPath) else {
            return nil
        }
        defer { connection.close() }
        let session = try? connection.stream(LocationInterface.Open(app: app)).next(timeout: limit)
        return session?.value.authorization.map { Authorization($0) }
    }
}
