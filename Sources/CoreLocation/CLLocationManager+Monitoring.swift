import LinuxSystem
import Waymark

// What the service also watches while the app does not run, until it is told to stop.
extension CLLocationManager {
    /// Tells the delegate each significant change of the location, also those while the app did not run.
    public func startMonitoringSignificantLocationChanges() { start(.significantChanges) }

    /// Ends what ``startMonitoringSignificantLocationChanges()`` began.
    public func stopMonitoringSignificantLocationChanges() { stop(.significantChanges) }

    /// Tells the delegate each arrival and departure, also those while the app did not run.
    public func startMonitoringVisits() { start(.visits) }

    /// Ends what ``startMonitoringVisits()`` began.
    public func stopMonitoringVisits() { stop(.visits) }

    private func start(_ service: MonitoredService) {
        state.withLock { state in
            state.monitored.insert(service)
            let before = state.monitoring
            state.monitoring = Task { [weak self, app, queue] in
                before?.cancel()
                await before?.value
                do throws(ClientError) {
                    try await app.service.startMonitoring(service, for: app.identifier)
                    for try await update in app.service.monitorUpdates(for: app.identifier) {
                        // The service counts an event as handled when the next is asked for.
                        await queue.callAndWait { self?.tell(update) }
                    }
                } catch {
                    guard !Task.isCancelled else { return }
                    queue.call {
                        guard let self else { return }
                        self.delegate?.locationManager(self, didFailWithError: CLError(error))
                    }
                }
            }
        }
    }

    private func stop(_ service: MonitoredService) {
        state.withLock { state in
            state.monitored.remove(service)
            if state.monitored.isEmpty {
                state.monitoring?.cancel()
                state.monitoring = nil
            }
        }
        Task { [app] in
            do throws(ClientError) {
                try await app.service.stopMonitoring(service, for: app.identifier)
            } catch { complain("\(error)") }
        }
    }

    private func tell(_ update: MonitorUpdate) {
        let monitored = state.withLock { $0.monitored }
        switch update {
        case .state(let monitoring):
            // The last known place comes first.
            guard monitored.contains(.significantChanges), let place = monitoring.place else { return }
            told(CLLocation(place))
        case .event(let event):
            switch event.content {
            case .significantChange(let place) where monitored.contains(.significantChanges):
                told(CLLocation(place))
            case .arrival(let visit) where monitored.contains(.visits),
                .departure(let visit) where monitored.contains(.visits):
                delegate?.locationManager(self, didVisit: CLVisit(visit))
            case .significantChange, .arrival, .departure, .region: break
            @unknown default: break
            }
        @unknown default: break
        }
    }

    private func told(_ location: CLLocation) {
        state.withLock { $0.location = location }
        delegate?.locationManager(self, didUpdateLocations: [location])
    }
}
