// Written as for Apple's platforms: nothing here knows that it runs elsewhere.
import Combine
import CoreLocation

final class LocationProvider: NSObject, CLLocationManagerDelegate {
    let locations = PassthroughSubject<CLLocation, Never>()
    let failures = PassthroughSubject<CLError, Never>()
    let beacons = PassthroughSubject<[CLBeacon], Never>()
    let authorizations = PassthroughSubject<CLAuthorizationStatus, Never>()
    let manager = CLLocationManager()

    override init() {
        super.init()
        manager.delegate = self
        manager.desiredAccuracy = kCLLocationAccuracyHundredMeters
        manager.distanceFilter = 100
    }

    func start() {
        switch manager.authorizationStatus {
        case .notDetermined: manager.requestWhenInUseAuthorization()
        case .authorizedWhenInUse, .authorizedAlways: manager.startUpdatingLocation()
        case .restricted, .denied: failures.send(CLError(.denied))
        @unknown default: break
        }
    }

    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
        authorizations.send(manager.authorizationStatus)
        if manager.authorizationStatus == .authorizedWhenInUse { manager.startUpdatingLocation() }
    }

    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        guard let location = locations.last, location.horizontalAccuracy >= 0 else { return }
        self.locations.send(location)
        // As apps do that adapt it to the speed: mostly it is what it was.
        manager.desiredAccuracy = kCLLocationAccuracyHundredMeters
    }

    func locationManager(
        _ manager: CLLocationManager,
        didRange beacons: [CLBeacon],
        satisfying beaconConstraint: CLBeaconIdentityConstraint
    ) {
        self.beacons.send(beacons)
    }

    func locationManager(
        _ manager: CLLocationManager,
        didFailRangingFor beaconConstraint: CLBeaconIdentityConstraint,
        error: Error
    ) {
        guard let error = error as? CLError else { return }
        failures.send(error)
    }

    func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
        guard let error = error as? CLError else { return }
        failures.send(error)
    }
}

/// As code of before iOS 14 learns of its authorization.
final class OlderDelegate: NSObject, CLLocationManagerDelegate {
    func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus) {
        say("older authorization \(status)")
    }
}
