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
        return session?.value.authorization
    }

    /// Returns the latest location that the service knows, and blocks its caller until it answers.
    ///
    /// - Parameters:
    ///   - app: The app's identifier.
    ///   - limit: How long to wait.
    /// - Returns: The location; `nil` if the app may not know it, or nobody knows it.
    package func latestLocation(for app: String, within limit: Duration) -> Location? {
        guard AppIdentifier(app) != nil, let connection = try? ServiceConnection(to: socketPath) else {
            return nil
        }
        defer { connection.close() }
        // Any age will do, and nobody searches for it.
        let request = LocationInterface.GetLocation(
            app: app,
            maximumAgeSeconds: 86_400,
            deadlineSeconds: 0.001
        )
        let reply = try? connection.call(request, within: limit)
        return reply?.value.location
    }
}
