import Glibc
import LocationModel
import Varlink
import WaymarkEngine
import WaymarkInterfaces

// The methods of io.waymark.Simulation.
extension Daemon {
    /// Returns the simulated receiver, if the service has one and the caller may set its location.
    private func simulatedReceiver(for request: Request) throws(CallFailure) -> SimulatedReceiver {
        guard let receiver = receivers.simulated else { throw .notSimulated }
        guard request.caller.maySimulate(forServiceOf: UserIdentifier(geteuid())) else {
            throw .standard(.permissionDenied)
        }
        return receiver
    }

    func simulate(
        _ parameters: SimulationInterface.Simulate,
        _ request: Request
    ) throws(CallFailure) -> SimulationInterface.Simulate.Reply {
        let receiver = try simulatedReceiver(for: request)
        if let elapsed = parameters.elapsedSeconds {
            guard elapsed > 0, elapsed <= 3600 else { throw .standard(.invalidParameter("elapsedSeconds")) }
        }
        var fix: Fix?
        if let location = parameters.location {
            fix = Fix(location)
            guard fix != nil else { throw .standard(.invalidParameter("location")) }
        }
        if let revision = parameters.after, revision != receiver.revision {
            throw .superseded(revision: receiver.revision)
        }
        receiver.simulate(fix, after: parameters.elapsedSeconds.map { .seconds($0) }, at: now.instant)
        return .init(revision: receiver.revision)
    }

    func getSimulation(
        _ parameters: SimulationInterface.GetSimulation,
        _ request: Request
    ) throws(CallFailure) -> SimulationInterface.GetSimulation.Reply {
        let receiver = try simulatedReceiver(for: request)
        return .init(
            location: receiver.fix.map { .init($0) },
            ageSeconds: receiver.setAt.map { $0.duration(to: now.instant).inSeconds },
            revision: receiver.revision
        )
    }
}

extension Fix {
    /// The radius of a simulated location that has none, in metres.
    private static let usualAccuracyMeters = 5.0

    /// Reads a location to simulate; `nil` if a value is out of its range.
    fileprivate init?(_ location: SimulationInterface.SimulatedLocation) {
        let radius = location.horizontalAccuracyMeters ?? Self.usualAccuracyMeters
        guard
            let coordinate = Coordinate(
                latitudeDegrees: location.latitudeDegrees,
                longitudeDegrees: location.longitudeDegrees
            ), radius > 0, radius <= 100_000, location.altitudeMeters.map({ abs($0) <= 1e6 }) ?? true,
            location.speedMetersPerSecond.map({ (0...1e6).contains($0) }) ?? true,
            location.courseDegrees.map({ (0..<360).contains($0) }) ?? true
        else { return nil }
        self.init(
            coordinate: coordinate,
            mode: location.altitudeMeters == nil ? .twoDimensional : .threeDimensional,
            quality: .simulated,
            // The ratio of the radii of a circular normal distribution.
            accuracy: FixAccuracy(
                horizontal68Meters: radius,
                horizontal95Meters: radius * 1.62,
                source: .stated
            )
        )
        altitudeMeters = location.altitudeMeters
        speedMetersPerSecond = location.speedMetersPerSecond
        courseDegrees = location.courseDegrees
    }
}

extension SimulationInterface.SimulatedLocation {
    fileprivate init(_ fix: Fix) {
        self.init(
            latitudeDegrees: fix.coordinate.latitudeDegrees,
            longitudeDegrees: fix.coordinate.longitudeDegrees,
            horizontalAccuracyMeters: fix.accuracy?.horizontal68Meters,
            altitudeMeters: fix.altitudeMeters,
            speedMetersPerSecond: fix.speedMetersPerSecond,
            courseDegrees: fix.courseDegrees
        )
    }
}
