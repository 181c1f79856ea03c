import LocationModel

/// A place at a time, with what is known of the movement there.
struct Waypoint: Hashable, Sendable {
    var coordinate: Coordinate
    var seconds: Double
    var errorMeters: Double

    /// Metres per second that can be believed: the receiver's own, else from the way.
    var speed: Double?

    /// Metres per second that the receiver measured.
    var measuredSpeed: Double?
    private var utc: UTCInstant?

    init(_ fix: Fix, atSeconds seconds: Double) {
        coordinate = fix.coordinate
        self.seconds = seconds
        utc = fix.time
        errorMeters = fix.assumedError95Meters
        measuredSpeed = fix.speedMetersPerSecond
        speed = measuredSpeed
    }

    /// Seconds to `later`, by arrival or by the receiver's clock, whichever allows more.
    ///
    /// Fixes that a network held up arrive together, though minutes lie between them; only their own time
    /// shows it. A receiver's clock that steps by more than that is wrong instead.
    func seconds(to later: Waypoint) -> Double {
        let arrived = max(0, later.seconds - seconds)
        guard let start = utc, let end = later.utc else { return arrived }
        let stated = start.duration(to: end).inSeconds
        return stated > arrived && stated <= arrived + 60 ? stated : arrived
    }

    /// The most metres to `later` that the movement so far explains.
    func expectedMeters(to later: Waypoint) -> Double {
        let seconds = seconds(to: later)
        let short = min(seconds, 4)
        let known = max(
            speed ?? Motion.surfaceSpeed,
            min(later.speed ?? 0, (speed ?? .infinity) + Motion.acceleration * seconds)
        )
        return errorMeters + later.errorMeters + 1.25 * known * seconds + Motion.acceleration * short * short
            / 2
    }

    /// The most metres to `later` that a vehicle could cover.
    func reachableMeters(to later: Waypoint) -> Double {
        let seconds = seconds(to: later)
        let errors = errorMeters + later.errorMeters
        let cruise = max(speed ?? 0, Motion.surfaceSpeed)
        let farthest = cruise * seconds + Motion.sustainedAcceleration * seconds * seconds / 2
        guard let speed else { return errors + farthest }
        let accelerated = speed * seconds + Motion.acceleration * seconds * seconds / 2
        return errors + min(accelerated, farthest)
    }

    /// Takes the speed from the way since `earlier`, as far as the receiver gave none or one out of reach.
    mutating func follow(_ earlier: Waypoint, distanceMeters: Double) {
        let elapsed = earlier.seconds(to: self)
        guard elapsed > 0 else {
            speed = speed ?? earlier.speed
            return
        }
        let most = (earlier.speed ?? Motion.surfaceSpeed) + Motion.acceleration * elapsed
        speed = min(speed ?? distanceMeters / elapsed, most)
    }
}

/// What vehicles can do.
private enum Motion {
    /// Metres per second squared that a vehicle can gain for a short time: a sports car, an airliner braking.
    static let acceleration = 5.0

    /// Metres per second squared that an airliner keeps up.
    static let sustainedAcceleration = 1.0

    /// Metres per second that anything on the ground or on water stays below for minutes, fast trains apart.
    static let surfaceSpeed = 60.0
}

extension Fix {
    /// Metres around the position that hold the truth with 95 % probability, assumed where not stated.
    ///
    /// A position without an estimate is most often a recording of a single-frequency receiver: 25 m is
    /// past its usual error under a fair sky.
    var assumedError95Meters: Double {
        accuracy?.horizontal95Meters ?? 25
    }
}
