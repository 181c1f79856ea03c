import LinuxSystem
import LocationModel
import Waymark

// Regions, which the service keeps and watches for the app like the conditions of a CLMonitor.
extension CLLocationManager {
    func watch(_ region: CLRegion) {
        if let refusal = app.refusalAsWidgets(of: "startMonitoring(for:)") {
            return fail(region, CLError(.regionMonitoringDenied, refusal.localizedDescription))
        }
        let watched = region.value
        guard let condition = watched.condition else {
            return fail(region, CLError(.regionMonitoringFailure, "the region is not on the globe"))
        }
        let earlier = app.setRegion(watched.identifier, to: watched)
        if earlier != watched { state.withLock { $0.regionStates[watched.identifier] = nil } }
        followRegions()
        app.enqueue { [weak self, app] in
            await app.service.retrying { (error) in
                guard !error.mayPass else { return }
                let kept = earlier?.monitor == watched.monitor ? earlier : nil
                _ = app.setRegion(watched.identifier, to: kept)
                let code: CLError.Code =
                    error.isRefusal ? .regionMonitoringDenied : .regionMonitoringFailure
                self?.fail(region, CLError(code, error.description))
            } _: { () throws(ClientError) in
                // The same region goes on, with the event that may wait.
                if earlier != watched {
                    if let earlier, earlier.monitor != watched.monitor {
                        try await app.monitor(earlier.monitor).remove(earlier.identifier)
                    }
                    try await app.monitor(watched.monitor).add(condition, identifier: watched.identifier)
                }
                self?.tell { $0.delegate?.locationManager($0, didStartMonitoringFor: region) }
            }
        }
    }

    func unwatch(_ region: CLRegion) {
        guard let watched = app.setRegion(region.identifier, to: nil) else { return }
        state.withLock { $0.regionStates[watched.identifier] = nil }
        app.enqueue { [app] in
            do throws(ClientError) {
                try await app.monitor(watched.monitor).remove(watched.identifier)
            } catch { complain("\(error)") }
        }
    }

    func tellState(of region: CLRegion) {
        // After a start of the region that is under way.
        app.enqueue { [weak self, app] in
            do throws(ClientError) {
                let name = app.regions[region.identifier]?.monitor ?? region.value.monitor
                let known = try await app.monitor(name).records()[region.identifier]?.state
                self?.tell { manager in
                    let state = CLRegionState(known ?? .unknown)
                    manager.delegate?.locationManager(manager, didDetermineState: state, for: region)
                }
            } catch { self?.fail(region, CLError(.regionMonitoringFailure, error.description)) }
        }
    }

    /// Follows what happens to regions, if there are any: also those that an earlier run of the app started.
    func followRegions() {
        if !app.regions.isEmpty { app.listen(for: .regions, ObjectIdentifier(self)) }
    }

    /// Tells a change of a region; called where delegates are.
    func tell(_ change: RegionChange) {
        guard let region = app.regions[change.identifier]?.region else { return }
        let earlier = state.withLock { state in
            defer { state.regionStates[change.identifier] = change.state }
            return state.regionStates[change.identifier]
        }
        let before = earlier ?? app.earlierState(of: change.identifier)
        guard before != change.state else { return }
        delegate?.locationManager(self, didDetermineState: CLRegionState(change.state), for: region)
        // The first state that is known is no crossing.
        switch (before, change.state) {
        case (_?, .satisfied) where region.notifyOnEntry:
            delegate?.locationManager(self, didEnterRegion: region)
        case (_?, .unsatisfied) where region.notifyOnExit:
            delegate?.locationManager(self, didExitRegion: region)
        default: break
        }
    }

    /// Tells once of each region that the app may not know of it; called where delegates are.
    func tellRefusals(_ diagnostics: Set<MonitoringDiagnostic>) {
        let refusals: Set<MonitoringDiagnostic> = [
            .authorizationDenied, .authorizationRestricted, .accuracyLimited,
        ]
        let regions = diagnostics.isDisjoint(with: refusals) ? [:] : app.regions
        let new = state.withLock { state in
            defer { state.refusedRegions = Set(regions.keys) }
            return regions.filter { !state.refusedRegions.contains($0.key) }
        }
        for region in new.values.compactMap(\.region) {
            let error = CLError(.regionMonitoringDenied, "the app may not know the exact location")
            delegate?.locationManager(self, monitoringDidFailFor: region, withError: error)
        }
    }

    private func fail(_ region: CLRegion, _ error: CLError) {
        tell { $0.delegate?.locationManager($0, monitoringDidFailFor: region, withError: error) }
    }
}

extension RunningApp {
    func monitor(_ name: String) throws(ClientError) -> Monitor {
        try Monitor(name, of: identifier, on: service)
    }
}
