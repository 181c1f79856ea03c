import LocationModel
import WaymarkInterfaces

extension WaymarkService {
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

    /// Follows the beacons in range.
    ///
    /// The first element comes at once. Under reduced accuracy no beacons are told, because they tell a place. To be told
    /// when the machine comes near a beacon, also after the app did not run, use ``Monitor``.
    ///
    /// - Parameters:
    ///   - app: The identifier of the app that asks.
    ///   - condition: The beacons.
    /// - Returns: The updates. An iteration throws ``ClientError`` if the service is not there at the start, refuses the
    ///   app, or breaks the protocol.
    public func beaconUpdates(
        for app: String,
        matching condition: BeaconCondition
    ) -> ServiceEvents<BeaconUpdate> {
        updates(BeaconSource(service: self, app: app, condition: condition))
    }

    /// Does some work, and does it again whenever the service is away, until the task is cancelled or the service refuses it.
    ///
    /// - Parameters:
    ///   - tell: Is called with each refusal, and once with each absence of the service.
    ///   - work: The work.
    package func retrying(
        _ tell: (ClientError) async -> Void,
        _ work: () async throws(ClientError) -> Void
    ) async {
        var backOff = BackOff(first: .milliseconds(100))
        var isAway = false
        while true {
            do throws(ClientError) {
                return try await work()
            } catch {
                guard !Task.isCancelled else { return }
                if !isAway || !error.mayPass { await tell(error) }
                guard error.mayPass else { return }
                isAway = true
                guard (try? await Task.sleep(for: backOff.next())) != nil else { return }
            }
        }
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
