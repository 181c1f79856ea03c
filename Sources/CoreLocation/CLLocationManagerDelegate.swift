/// What an app is told by its ``CLLocationManager``.
///
/// All methods are optional. They are called on the main queue if the manager was created on the main thread, else by the
/// run loop of the thread that created it.
public protocol CLLocationManagerDelegate: AnyObject {
    /// The authorization or the accuracy has changed; also called once for each manager.
    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)

    /// There are new locations, the newest last.
    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])

    /// A request failed, or updates have no location now; these go on by themselves.
    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)

    /// There is a new heading.
    func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading)

    /// A visit began or ended.
    func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit)
}

extension CLLocationManagerDelegate {
    /// Does nothing.
    public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {}

    /// Does nothing.
    public func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {}

    /// Does nothing.
    public func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}

    /// Does nothing.
    public func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading) {}

    /// Does nothing.
    public func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) {}
}
