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

    /// Whether no movement leads here from the fix before: one of two rival tracks was wrong.
    var isBreak = false

    /// The recent speed in metres per second, which fades over a quarter of an hour.
    private(set) var usualSpeed = 0.0

    /// Seconds that usually lie between two fixes.
    private var usualInterval: Double?
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
        let start = min(seconds, Motion.startSeconds)
        let known = explainingSpeed(to: later, seconds: seconds)
        return errorMeters + later.errorMeters + Motion.liveliness * known * seconds
            + Motion.acceleration * start * start / 2
    }

    /// The metres per second that may be assumed between this fix and `later`.
    private func explainingSpeed(to later: Waypoint, seconds: Double) -> Double {
        guard let speed else { return Motion.surfaceSpeed }
        guard let usualInterval, seconds > Motion.gapIntervals * usualInterval else {
            return max(speed, usualSpeed, later.speed(within: seconds, from: speed))
        }
        return seconds > Motion.longestCoastSeconds
            ? 0 : max(speed, later.speed(within: seconds, from: speed))
    }

    /// Whether so much time passed until `later` that this fix tells little of it.
    func isLongAgo(for later: Waypoint) -> Bool { seconds(to: later) > Motion.longestCoastSeconds }

    private func speed(within seconds: Double, from earlier: Double) -> Double {
        min(speed ?? 0, earlier + Motion.acceleration * seconds)
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

    /// Derives the speed from the distance to `earlier` where the receiver gave none, or an impossible one.
    mutating func follow(_ earlier: Waypoint, distanceMeters: Double) {
        let elapsed = earlier.seconds(to: self)
        guard elapsed > 0 else {
            speed = speed ?? earlier.speed
            return
        }
        let most = (earlier.speed ?? Motion.surfaceSpeed) + Motion.acceleration * elapsed
        speed = min(speed ?? distanceMeters / elapsed, most)
    }

    /// Carries the recent speed over from `earlier`.
    mutating func remember(_ earlier: Waypoint) {
        let elapsed = earlier.seconds(to: self)
        let fading = max(0, 1 - elapsed / Motion.memorySeconds)
        if let usual = earlier.usualInterval {
            usualInterval = usual + (min(elapsed, Motion.gapIntervals * usual) - usual) * Motion.learningRate
        } else {
            usualInterval = elapsed
        }
        usualSpeed = max(min(speed ?? 0, earlier.speed ?? 0), earlier.usualSpeed * fading)
    }
}

/// What vehicles do and can do.
private enum Motion {
    /// Metres per second squared that a vehicle can gain for a short time: a sports car, an airliner braking.
    static let acceleration = 5.0

    /// Metres per second squared that an airliner keeps up.
    static let sustainedAcceleration = 1.0

    /// The highest sustained speed of a ground or water vehicle other than a fast train, in metres per second.
    static let surfaceSpeed = 60.0

    /// Seconds of acceleration that surprise nobody.
    static let startSeconds = 4.0

    /// How much faster than last known a vehicle may go without surprise.
    static let liveliness = 1.25

    /// Seconds over which the memory of movement fades: stops on a journey are shorter.
    static let memorySeconds = 900.0

    /// How many times the usual interval make a gap, in which the machine may as well have rested.
    static let gapIntervals = 4.0

    /// Seconds without a fix after which the last speed explains nothing any more; more than the pause between two
    /// changes, or each of them would have to be confirmed.
    static let longestCoastSeconds = 330.0

    /// The share of each new interval in the usual one.
    static let learningRate = 0.1
}

extension Fix {
    /// Metres of a 95 % circle assumed where a fix has no estimate.
    ///
    /// Such a fix most often comes out of the recording of a single-frequency receiver, which is rarely
    /// off by more under a fair sky.
    static let unstatedError95Meters = 25.0

    /// Metres around the position that hold the truth with 95 % probability, as stated or assumed.
    var assumedError95Meters: Double { accuracy?.horizontal95Meters ?? Self.unstatedError95Meters }
}
