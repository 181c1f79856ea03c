public import LocationModel
import WaymarkInterfaces

// Monitoring, which outlives the app and restarts of the service.
extension WaymarkService {
    /// Monitors a service for an app from now on, also while the app does not run, until it is stopped.
    ///
    /// To monitor it already changes nothing. ``monitorUpdates(for:)`` tells what happens.
    ///
    /// - Returns: What the app monitors now, and what keeps events from it.
    /// - Throws: `ClientError`: `ServiceRefusal.quotaExceeded` if the user's apps monitor as much as they may,
    ///   `ClientError.cannotConnect` if the service does not run.
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
    ///
    /// - Returns: What the app monitors now, and what keeps events from it.
    /// - Throws: `ClientError`: `ClientError.cannotConnect` if the service does not run.
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
    ///
    /// - Returns: The updates.
    public func monitorUpdates(for app: String) -> ServiceEvents<MonitorUpdate> {
        monitorUpdates(for: app) { _ in true }
    }

    /// Returns the updates with the events that `concerns` accepts; the others are left to who handles them.
    package func monitorUpdates(
        for app: String,
        concerning concerns: @escaping @Sendable (MonitorEvent) -> Bool
    ) -> ServiceEvents<MonitorUpdate> {
        ServiceEvents {
            let iteration = MonitorIteration(app, at: self, concerns: concerns)
            return { () async throws(ClientError) in try await iteration.next() }
        }
    }
}
