import LocationModel

/// What speaks for and against the machine having left the neighbourhood of the last notified place.
///
/// The position alone cannot tell a slow wander of the solution from slow movement. Two things can: the
/// receiver's speed, which comes from the Doppler shift and not from the position, and repetition, because
/// the errors of later fixes are partly new ones.
struct Departure: Hashable, Sendable {
    private var home: Waypoint?
    private var latest: Waypoint?
    private var travelledMeters = 0.0
    private var independentLooks = 1.0
    private var contradictedSeconds = 0.0
    private var speedIsMeasured = false

    /// Takes in the next credible fix.
    ///
    /// - Parameters:
    ///   - here: The fix.
    ///   - distanceMeters: How far it is from the last notified place.
    ///   - settings: What counts as a departure.
    mutating func update(
        _ here: Waypoint,
        distanceMeters: Double,
        settings: SignificantChange.Settings
    ) {
        // A receiver that has never reported anything but zero does not measure its speed.
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

    /// Forgets the departure, because its end has become the place to depart from.
    mutating func arrive() {
        home = latest
        travelledMeters = 0
        independentLooks = 1
        contradictedSeconds = 0
    }

    /// Returns what the fixes beyond the distance so far leave of an error.
    ///
    /// Only what exceeds the ordinary wander shrinks: that comes from the ionosphere and from reflections
    /// around a resting antenna, and lasts.
    func remaining(ofErrorMeters error: Double) -> Double {
        max(error / independentLooks.squareRoot(), min(error, Self.wanderMeters))
    }

    /// The doubt that the machine moved at all, while position and speed contradict each other and the speed may be right.
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

    /// Returns the metres that the measured speeds account for, or the whole way where they cannot.
    private static func travelledMeters(from start: Waypoint, to end: Waypoint, seconds: Double) -> Double {
        guard seconds <= longestIntegration, !end.isBreak, let before = start.measuredSpeed,
            let after = end.measuredSpeed
        else { return start.coordinate.distanceMeters(to: end.coordinate) }
        let speed = (before + after) / 2
        return speed >= noiseSpeed ? speed * seconds : 0
    }

    /// Seconds for which a position beyond the distance may contradict the speed.
    ///
    /// There are receivers whose speed cannot be believed, for example because they hold it at zero up to a
    /// walking pace. They must not hide a change for ever.
    private static let patience = 100.0

    /// Seconds between fixes up to which two speeds tell of the time between them.
    private static let longestIntegration = 5.0

    /// Metres per second that a receiver at rest still reports.
    private static let noiseSpeed = 0.3

    /// Metres that two solutions of a receiver differ by through slow wander under a fair sky.
    private static let wanderMeters = 50.0

    /// Seconds after which a moving receiver's error is a new one: reflections change with every wavelength.
    private static let movingCorrelation = 5.0

    /// Seconds after which a resting receiver's error is a new one: the satellites must have moved.
    private static let restingCorrelation = 100.0
}
