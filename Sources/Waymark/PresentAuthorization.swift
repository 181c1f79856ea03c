import LocationModel
import WaymarkInterfaces

/// The longest time for which a call blocks code that cannot wait asynchronously.
private let patience = Duration.seconds(2)

// The questions of such code: each call blocks its caller until the service answers, or the time is up.
extension WaymarkService {
    /// Returns an app's authorization now; `nil` if the service does not answer in time.
    package func presentAuthorization(of app: String) -> Authorization? {
        asking(for: app) { connection in
            try connection.stream(LocationInterface.Open(app: app)).next(timeout: patience)
        }?.value.authorization
    }

    /// Returns the latest location that the service knows; `nil` if the app is not authorized, or there is
    /// none.
    package func latestLocation(for app: String) -> Location? {
        // Any age will do, and nobody searches for it.
        let request = LocationInterface.GetLocation(
            app: app,
            maximumAgeSeconds: 86_400,
            deadlineSeconds: 0.001
        )
        return asking(for: app) { try $0.call(request, within: patience) }?.value.location
    }

    /// Returns whether the machine can give a feature; `nil` if the service does not answer in time.
    package func presentAvailability(of feature: LocationFeature) -> Availability? {
        asking { try $0.call(LocationInterface.GetAvailability(), within: patience) }?
            .value.features.first { $0.feature == feature }?.availability
    }

    /// Returns the conditions that limit the events of an app; `nil` if the service does not answer in time.
    package func presentDiagnostics(of app: String) -> Set<MonitoringDiagnostic>? {
        asking(for: app) { try $0.call(MonitorInterface.ListMonitoring(app: app), within: patience) }
            .map { Set($0.value.state.diagnostics) }
    }

    /// Returns the regions that an app monitors, with their monitors and identifiers; `nil` if the service
    /// does not answer in time.
    package func presentRegions(of app: String) -> [NamedRegion]? {
        asking(for: app) { connection in
            let list = MonitorInterface.ListRegions(app: app)
            return try connection.callForAllPages(list, within: patience).value.regions.map { region in
                (monitor: region.monitor, identifier: region.identifier, record: try Monitor.Record(region))
            }
        }
    }

    /// A region with the names of its monitor and its own.
    package typealias NamedRegion = (monitor: String, identifier: String, record: Monitor.Record)

    private func asking<Answer>(
        for app: String? = nil,
        _ ask: (ServiceConnection) throws -> Answer?
    ) -> Answer? {
        guard app.map({ AppIdentifier($0) != nil }) ?? true,
            let connection = try? ServiceConnection(to: socketPath)
        else { return nil }
        defer { connection.close() }
        return try? ask(connection)
    }
}
