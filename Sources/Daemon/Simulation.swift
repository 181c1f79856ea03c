import LinuxSystem
import LocationModel
import Varlink
import WaymarkEngine
import WaymarkInterfaces

/// The receiver of a service with a simulated location: its fixes are at the place that a client has set.
///
/// While it is on, it reports that place each second, as a receiver at rest would.
final class SimulatedReceiver: Receiver {
    private static let interval: Duration = .seconds(1)

    let name: String
    let descriptor: CInt? = nil
    private(set) var nextDeadline: MonotonicInstant?
    private(set) var fix: Fix?
    private(set) var setAt: MonotonicInstant?
    private(set) var revision = 0

    private var isOn = false
    private var isNew = false

    /// The time of the last report on the receiver's own time line, and on the service's.
    private var observedAt: MonotonicInstant?
    private var reportedAt: MonotonicInstant?

    /// The time of a route that has passed since the last report.
    private var elapsed: Duration = .zero

    init(name: String) { self.name = name }

    /// Sets the location, or none.
    ///
    /// `elapsed` is the time since the one before on a route's time line; `nil` for the real time.
    func simulate(_ fix: Fix?, after elapsed: Duration?, at now: MonotonicInstant) {
        (self.fix, setAt, isNew) = (fix, now, true)
        revision += 1
        self.elapsed += elapsed ?? .zero
        if isOn { nextDeadline = now }
    }

    func start(at now: Moment) {
        guard !isOn else { return }
        (isOn, isNew, nextDeadline) = (true, true, now.instant)
    }

    func stop() { (isOn, nextDeadline) = (false, nil) }

    func advance(at now: Moment) -> [ReceiverReport] {
        guard isOn else { return [] }
        defer { isNew = false }
        // Without a location there is nothing to repeat.
        nextDeadline = fix == nil ? nil : now.instant + Self.interval
        let before = observedAt ?? now.instant
        let passed = elapsed > .zero ? elapsed : (reportedAt ?? now.instant).duration(to: now.instant)
        let time = before + passed
        (observedAt, reportedAt, elapsed) = (time, now.instant, .zero)
        guard var fix else {
            return isNew
                ? [
                    .epoch(.noFix(time: now.utc), observedAt: time),
                    .state(.acquiring(.noPosition)),
                ] : []
        }
        fix.time = now.utc
        return (isNew ? [.state(.fixed)] : []) + [.epoch(.fix(fix), observedAt: time)]
    }
}

// The methods of io.waymark.Simulation.
extension Daemon {
    /// Returns the simulated receiver, if the service has one and the caller may set its location.
    private func simulatedReceiver(for request: Request<some Any>) throws(ServiceRefusal) -> SimulatedReceiver
    {
        guard let receiver = receivers.simulated else { throw .notSimulated }
        guard request.caller.mayDecideFor(UserIdentifier(ProcessIdentity.effectiveUserID)) else {
            throw .permissionDenied
        }
        return receiver
    }

    func simulate(_ request: Request<SimulationInterface.Simulate>) throws(ServiceRefusal)
        -> SimulationInterface.Simulate.Reply
    {
        let receiver = try simulatedReceiver(for: request)
        if let elapsed = request.elapsedSeconds {
            try require(elapsed > 0 && elapsed <= 3600, "elapsedSeconds")
        }
        var fix: Fix?
        if let location = request.location {
            fix = Fix(location)
            try require(fix != nil, "location")
        }
        if let revision = request.after, revision != receiver.revision {
            throw .superseded(revision: receiver.revision)
        }
        receiver.simulate(fix, after: request.elapsedSeconds.map { .seconds($0) }, at: now.instant)
        return .init(revision: receiver.revision)
    }

    func getSimulation(_ request: Request<SimulationInterface.GetSimulation>) throws(ServiceRefusal)
        -> SimulationInterface.GetSimulation.Reply
    {
        let receiver = try simulatedReceiver(for: request)
        return .init(
            location: receiver.fix.map { .init($0) },
            ageSeconds: receiver.setAt.map { $0.duration(to: now.instant).inSeconds },
            revision: receiver.revision
        )
    }
}

extension Fix {
    private static let usualAccuracyMeters = 5.0

    fileprivate init?(_ location: SimulationInterface.SimulatedLocation) {
        let radius = location.horizontalAccuracyMeters ?? Self.usualAccuracyMeters
        guard let coordinate = location.coordinate, radius > 0, radius <= 100_000,
            location.altitudeMeters.map({ abs($0) <= 1e6 }) ?? true,
            location.speedMetersPerSecond.map({ (0...1e6).contains($0) }) ?? true,
            location.courseDegrees.map({ (0..<360).contains($0) }) ?? true
        else { return nil }
        self.init(
            coordinate: coordinate,
            mode: location.altitudeMeters == nil ? .twoDimensional : .threeDimensional,
            quality: .simulated,
            accuracy: FixAccuracy(radiusMeters: radius, source: .stated)
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
