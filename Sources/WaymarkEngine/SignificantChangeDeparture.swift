import LocationModel

/// The evidence for and against a departure from the neighbourhood of the last notified place.
///
/// The position alone cannot distinguish a slow wander of the solution from slow movement. Two things can: the
/// receiver's speed, which comes from the Doppler shift and not from the position, and repetition, because the errors
/// of later fixes are partly independent.
struct Departure: Hashable, Codable, Sendable {
    private var home: Waypoint?
    private var latest: Waypoint?
    private var travelledMeters = 0.0
    private var independentLooks = 1.0
    private var contradictedSeconds = 0.0
    private var speedIsMeasured = false

    /// Adds the next credible fix.
    ///
    /// - Parameters:
    ///   - here: The fix.
    ///   - distanceMeters: Its distance from the last notified place.
    ///   - settings: The criteria of a departure.
    mutating func update(
        _ here: Waypoint,
        distanceMeters: Double,
        settings: SignificantChange.Settings
    ) {
        // A receiver that has reported only zero does not measure its speed.
        if let measured = here.measuredSpeed, measured > 0 { speedIsMeasured = true }
        let seconds = latest?.seconds(to: here) ?? 0
        if distanceMeters < settings.distanceMeters / 2 {
            home = here
            travelledMeters = 0
        } else if let latest {
            travelledMeters += Self.travelledMeters(from: latest, to: here, seconds: seconds)
        }
        if distanceMeters >= settings.distanceMeters {
            let isMoving = (here.speed ?? 0) >= 1
            independentLooks += seconds / (isMoving ? Self.movingCorrelation : Self.restingCorrelation)
            contradictedSeconds = isContradicted(at: here) ? contradictedSeconds + seconds : 0
        } else {
            independentLooks = 1
            contradictedSeconds = 0
        }
        latest = here
    }

    /// Forgets the departure, because its end is the new place to depart from.
    mutating func arrive() {
        home = latest
        travelledMeters = 0
        independentLooks = 1
        contradictedSeconds = 0
    }

    /// Returns the part of an error that remains after the fixes beyond the distance so far.
    ///
    /// Only the part beyond the ordinary wander shrinks. The wander comes from the ionosphere and from reflections
    /// around a resting antenna, and lasts.
    func remaining(ofErrorMeters error: Double) -> Double {
        max(error / independentLooks.squareRoot(), min(error, Self.wanderMeters))
    }

    /// The doubt whether the machine moved at all.
    ///
    /// It lasts while position and speed contradict each other and the speed may be right.
    var doubt: FixDoubt? {
        guard let home, let latest, isContradicted(at: latest), contradictedSeconds < Self.patience else {
            return nil
        }
        return .stationary(
            displacedMeters: home.coordinate.distanceMeters(to: latest.coordinate),
            travelledMeters: travelledMeters
        )
    }

    private func isContradicted(at here: Waypoint) -> Bool {
        guard speedIsMeasured, let home else { return false }
        return travelledMeters < home.coordinate.distanceMeters(to: here.coordinate) / 2
    }

    /// Returns the metres that the measured speeds account for, or the whole distance where they cannot tell.
    private static func travelledMeters(from start: Waypoint, to end: Waypoint, seconds: Double) -> Double {
        guard seconds <= longestIntegration, !end.isBreak, let before = start.measuredSpeed,
            let after = end.measuredSpeed
        else { return start.coordinate.distanceMeters(to: end.coordinate) }
        let speed = (before + after) / 2
        return speed >= noiseSpeed ? speed * seconds : 0
    }

    /// The time for which a position beyond the distance may contradict the speed, in seconds.
    ///
    /// The speed of some receivers is unreliable, for example because they hold it at zero up to a walking pace. Such a
    /// receiver must not hide a change for ever.
    private static let patience = 100.0

    /// The longest time between two fixes that their speeds describe, in seconds.
    private static let longestIntegration = 5.0

    /// The highest speed that a receiver at rest reports, in metres per second.
    private static let noiseSpeed = 0.3

    /// The difference between two solutions of a receiver through slow wander under a fair sky, in metres.
    private static let wanderMeters = 50.0

    /// The time after which a moving receiver's error is independent, in seconds: reflections change with every
    /// wavelength.
    private static let movingCorrelation = 5.0

    /// The time after which a resting receiver's error is independent, in seconds: the satellites must have moved.
    private static let restingCorrelation = 100.0
}
