import LinuxSystem
import LocationModel
import Waymark

// Regions, which the service keeps and watches for the app like the conditions of a CLMonitor.
extension CLLocationManager {
    /// Follows the events of regions, if there are any, also of those that an earlier run of the app started.
    func followRegions() {
        if !app.regions.isEmpty { app.listen(for: .regions, ObjectIdentifier(self)) }
    }

    /// Gives the delegate a change of a region; called where delegates are called.
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

    /// Gives the delegate one error for each region if the app is not authorized; called where delegates are
    /// called.
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

    func fail(_ region: CLRegion, _ error: CLError) {
        tell { $0.delegate?.locationManager($0, monitoringDidFailFor: region, withError: error) }
    }
}

extension RunningApp {
    func monitor(_ name: String) throws(ClientError) -> Monitor {
        try Monitor(name, of: identifier, on: service)
    }
}
