public import LocationModel
import WaymarkInterfaces

// Monitoring, which outlives the app and restarts of the service.
extension WaymarkService {
    /// Monitors a service for an app from now on, also while the app does not run, until it is stopped.
    ///
    /// Nothing changes if the app monitors it already. ``monitorUpdates(for:)`` reports the events.
    ///
    /// - Returns: The state of the app's monitoring.
    /// - Throws: `ClientError`: `ServiceRefusal.quotaExceeded` if the user's apps monitor as much as they may.
    @discardableResult
    public func startMonitoring(
        _ service: MonitoredService,
        for app: String
    ) async throws(ClientError) -> MonitoringState {
        guard AppIdentifier(app) != nil else { throw .invalidName(app) }
        let call = MonitorInterface.StartMonitoring(app: app, service: service)
        return try MonitoringState(try await self.call(call).state)
    }

    /// Stops monitoring a service for an app, and deletes its events that wait.
    @discardableResult
    public func stopMonitoring(
        _ service: MonitoredService,
        for app: String
    ) async throws(ClientError) -> MonitoringState {
        guard AppIdentifier(app) != nil else { throw .invalidName(app) }
        let call = MonitorInterface.StopMonitoring(app: app, service: service)
        return try MonitoringState(try await self.call(call).state)
    }

    /// Returns the updates of what an app monitors: first the state, then the events that waited, then each new one.
    ///
    /// The service keeps the newest event of each kind until the app has handled it. The library tells the service that an
    /// event was handled when the next update is asked for. So an app that ends in the middle of an event gets it again,
    /// and no other twice. The app is in use while it iterates. The iteration goes on through restarts of the service.
    ///
    /// ```swift
    /// let service = WaymarkService()
    /// try await service.startMonitoring(.visits, for: "org.example.Diary")
    /// for try await update in service.monitorUpdates(for: "org.example.Diary") {
    ///     guard case .event(let event) = update, case .departure(let visit) = event.content else { continue }
    ///     print(visit.coordinate.latitudeDegrees, visit.arrival as Any, visit.departure as Any)
    /// }
    /// ```
    public func monitorUpdates(for app: String) -> ServiceEvents<MonitorUpdate> {
        monitorUpdates(for: app) { _ in true }
    }

    /// Returns the updates with the events that `concerns` accepts; other events are left to other handlers.
    package func monitorUpdates(
        for app: String,
        concerning concerns: @escaping @Sendable (MonitorEvent) -> Bool
    ) -> ServiceEvents<MonitorUpdate> {
        ServiceEvents {
            var isSimulated = false
            // The latest event that the caller was given.
            var latest: String?
            // The events that the caller was given and that the service does not know to be handled, oldest
            // first.
            var unacknowledged: [String] = []
            // The unhandled events at the end of the stream, which the next one repeats.
            var toldAgain: Set<String> = []
            func acknowledge() async throws(ClientError) {
                while let event = unacknowledged.first {
                    guard try await self.acknowledge(event, of: app) else { return }
                    unacknowledged.removeFirst()
                }
            }
            let stream = ReconnectingStream(
                MonitorInterface.FollowEvents(app: app),
                of: self,
                prepare: { () throws(ClientError) in
                    guard AppIdentifier(app) != nil else { throw .invalidName(app) }
                },
                lost: { (_, _) -> MonitorUpdate? in
                    toldAgain = Set(unacknowledged)
                    return nil
                },
                decode: { (reply) async throws(ClientError) -> MonitorUpdate? in
                    switch (reply.event, reply.state, reply.occurrence) {
                    case (.keepAlive, _, _): return nil
                    case (.state, let told?, _):
                        let state = try MonitoringState(told)
                        isSimulated = state.isSimulated
                        return .state(state)
                    case (.occurrence, _, let occurrence?):
                        let event = try MonitorEvent(occurrence, isSimulated: isSimulated)
                        guard concerns(event) else { return nil }
                        if event.id == latest || toldAgain.contains(event.id) {
                            try await acknowledge()
                            return nil
                        }
                        latest = event.id
                        unacknowledged.append(event.id)
                        return .event(event)
                    default:
                        throw .protocolViolation("an event of monitoring lacks its state or what happened")
                    }
                }
            )
            return { () async throws(ClientError) in
                try await acknowledge()
                return try await stream.next()
            }
        }
    }

    /// Acknowledges an event; returns `false` if the service is away, which repeats the event when it is
    /// back.
    private func acknowledge(_ event: String, of app: String) async throws(ClientError) -> Bool {
        do throws(ClientError) {
            _ = try await call(MonitorInterface.Acknowledge(app: app, event: event))
            return true
        } catch {
            if error.mayPass { return false }
            // A service whose disk is full knows that the event is handled, and keeps trying to save that.
            guard error.isOfFullDisk else { throw error }
            return true
        }
    }
}
