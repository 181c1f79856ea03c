import CoreLocation

/// Tells what happens to its regions, and on which thread.
final class Fences: NSObject, CLLocationManagerDelegate {
    let manager = CLLocationManager()

    private func tell(_ words: String) { say(Thread.isMainThread ? words : "elsewhere: \(words)") }

    func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
        tell("started \(region.identifier)")
    }

    func locationManager(
        _ manager: CLLocationManager,
        didDetermineState state: CLRegionState,
        for region: CLRegion
    ) {
        tell("state \(region.identifier) \(state)")
    }

    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
        tell("entered \(region.identifier)")
    }

    func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
        tell("left \(region.identifier)")
    }

    func locationManager(
        _ manager: CLLocationManager,
        monitoringDidFailFor region: CLRegion?,
        withError error: Error
    ) {
        switch error {
        case CLError.regionMonitoringDenied: tell("denied \(region?.identifier ?? "-")")
        case CLError.regionMonitoringFailure: tell("failed \(region?.identifier ?? "-")")
        default: tell("other \(error)")
        }
    }
}
