// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// The methods that a ``CLLocationManager`` calls.
///
/// All methods are optional. They are called on the main queue if the manager was created on the main thread, else by the
/// run loop of the thread that created it.
public protocol CLLocationManagerDelegate: AnyObject {
    /// The authorization or the accuracy has changed; also called once for each manager.
    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)

    /// The same for code of before iOS 14; called if the delegate has only this method.
    func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus)

    /// There are new locations, the newest last.
    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])

    /// A request failed, or updates have no location now; these go on by themselves.
    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)

    func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading)

    /// These beacons are in range now, the nearest first.
    func locationManager(
        _ manager: CLLocationManager,
        didRange beacons: [CLBeacon],
        satisfying beaconConstraint: CLBeaconIdentityConstraint
    )

    /// Beacons cannot be reported now; ranging goes on by itself.
    func locationManager(
        _ manager: CLLocationManager,
        didFailRangingFor beaconConstraint: CLBeaconIdentityConstraint,
        error: any Error
    )

    func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit)

    func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion)

    /// The state of a region was asked for, or has changed.
    func locationManager(
        _ manager: CLLocationManager,
        didDetermineState state: CLRegionState,
        for region: CLRegion
    )

    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion)

    func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion)

    /// A region cannot be monitored, or not now.
    func locationManager(
        _ manager: CLLocationManager,
        monitoringDidFailFor region: CLRegion?,
        withError error: any Error
    )
}

// All but the first do nothing.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension CLLocationManagerDelegate {
    /// Calls the method of before iOS 14.
    public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
        locationManager(manager, didChangeAuthorization: manager.authorizationStatus)
    }

    public func locationManager(
        _ manager: CLLocationManager,
        didChangeAuthorization status: CLAuthorizationStatus
    ) {}

    public func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {}

    public func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}

    public func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading) {}

    public func locationManager(
        _ manager: CLLocationManager,
        didRange beacons: [CLBeacon],
        satisfying beaconConstraint: CLBeaconIdentityConstraint
    ) {}

    public func locationManager(
        _ manager: CLLocationManager,
        didFailRangingFor beaconConstraint: CLBeaconIdentityConstraint,
        error: any Error
    ) {}

    public func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) {}

    public func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {}

    public func locationManager(
        _ manager: CLLocationManager,
        didDetermineState state: CLRegionState,
        for region: CLRegion
    ) {}

    public func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {}

    public func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {}

    public func locationManager(
        _ manager: CLLocationManager,
        monitoringDidFailFor region: CLRegion?,
        withError error: any Error
    ) {}
}
