import LocationModel
import WaymarkInterfaces

// The location of a service that was started with `--simulated`, for tests of apps.
extension WaymarkService {
    /// Sets the location that the service has from now on, for all its apps and users.
    ///
    /// Apps get it with `Location.source` `simulated`. Only a service that was started with `waymarkd --simulated`
    /// accepts it, from the user who runs it and from root.
    ///
    /// ```swift
    /// let service = WaymarkService(socketPath: "/tmp/test/socket")
    /// try await service.simulate(Location(coordinate: marketplace, horizontalAccuracyMeters: 10))
    /// ```
    ///
    /// - Parameter location: The location; `nil` for none, as in a tunnel. Its age, time and origin do not matter.
    /// - Throws: `ClientError`: `ServiceRefusal.notSimulated` if the service has receivers.
    public func simulate(_ location: Location?) async throws(ClientError) {
        _ = try await call(SimulationInterface.Simulate(location: location.map { .init($0) }))
    }

    /// Returns the location that the service simulates, with the time since it was set as its age.
    ///
    /// It throws `ServiceRefusal.notSimulated` if the service has receivers.
    public func simulatedLocation() async throws(ClientError) -> Location? {
        let reply = try await call(SimulationInterface.GetSimulation())
        guard let location = reply.location else { return nil }
        return Location(
            coordinate: try location.coordinate.orViolation("a location that is not on the globe"),
            age: Duration(clamping: reply.ageSeconds ?? 0),
            horizontalAccuracyMeters: location.horizontalAccuracyMeters,
            altitudeMeters: location.altitudeMeters,
            speedMetersPerSecond: location.speedMetersPerSecond,
            courseDegrees: location.courseDegrees,
            source: .simulated
        )
    }
}

extension SimulationInterface.SimulatedLocation {
    fileprivate init(_ location: Location) {
        self.init(
            latitudeDegrees: location.coordinate.latitudeDegrees,
            longitudeDegrees: location.coordinate.longitudeDegrees,
            horizontalAccuracyMeters: location.horizontalAccuracyMeters,
            altitudeMeters: location.altitudeMeters,
            speedMetersPerSecond: location.speedMetersPerSecond,
            courseDegrees: location.courseDegrees
        )
    }
}
