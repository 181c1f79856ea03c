import LocationModel
import WaymarkInterfaces

extension WaymarkService {
    /// Follows the location.
    ///
    /// The first element comes at once: the present location, or the reason why there is none. The app is in use while an
    /// iteration lasts. If the person has not decided about the app yet, the service asks. Updates go on by themselves when
    /// the person agrees, a receiver comes back or the service restarts.
    ///
    /// ```swift
    /// for try await update in WaymarkService().liveUpdates(for: "org.example.Weather") {
    ///     if let location = update.location {
    ///         print(location.coordinate.latitudeDegrees, location.coordinate.longitudeDegrees)
    ///     } else {
    ///         print("No location:", update.text ?? "")
    ///     }
    /// }
    /// ```
    ///
    /// Each iteration has a connection of its own, and ends when its task is cancelled. An app that is slow gets the newest
    /// location and is told how many it missed.
    ///
    /// - Parameters:
    ///   - app: The identifier of the app that asks.
    ///   - configuration: What the app wants.
    /// - Returns: The updates. An iteration throws ``ClientError`` if the service is not there at the start, refuses the
    ///   app, or breaks the protocol.
    public func liveUpdates(
        for app: String,
        _ configuration: LiveConfiguration = LiveConfiguration()
    ) -> ServiceEvents<LocationUpdate> {
        updates(UpdateSource(service: self, app: app, configuration: configuration))
    }

    /// Follows the heading of the vehicle that the machine is in.
    ///
    /// A heading is where a compass points, not the direction of movement. The first element comes at once. Under reduced
    /// accuracy there is no heading.
    ///
    /// - Parameters:
    ///   - app: The identifier of the app that asks.
    ///   - filterDegrees: The turn after which the next heading is told, from 0 to 180.
    /// - Returns: The updates. An iteration throws ``ClientError`` if the service is not there at the start, refuses the
    ///   app, or breaks the protocol.
    public func headingUpdates(for app: String, filterDegrees: Double = 1) -> ServiceEvents<HeadingUpdate> {
        updates(HeadingSource(service: self, app: app, filterDegrees: filterDegrees))
    }

    /// Returns the elements of a stream whose first reply is an element too, through restarts of the service.
    func updates<Source: EventSource>(_ source: Source) -> ServiceEvents<Source.Event>
    where Source.Event == Source.Session {
        ServiceEvents {
            let stream = ReconnectingStream(source)
            return { () async throws(ClientError) in
                while let step = try await stream.next() {
                    switch step {
                    case .connected(let element), .event(let element): return element
                    case .disconnected: continue
                    }
                }
                return nil
            }
        }
    }

    /// Opens a stream of an app, whose first reply is an element.
    func openStream<Method: MethodParameters, Element: Sendable>(
        of app: String,
        _ method: Method,
        named threadName: String,
        _ element: (Method.Reply) throws(ClientError) -> Element
    ) async throws(ClientError) -> OpenStream<Element> {
        guard AppIdentifier(app) != nil else { throw .invalidName(app) }
        _ = try await registerManifest(of: app)
        let connection = try BackgroundConnection(to: self, threadName: threadName)
        return OpenStream(
            connection: connection,
            session: try element(try await connection.nextReply(to: method))
        )
    }
}
