package import LocationModel

/// Follows one receiver's fixes and tells which of them can be where the machine is.
///
/// A fix is credible when the machine can have come there from the last credible one. One that cannot is
/// kept aside: either it is an outlier, and the next fix continues the old track, or the old track was wrong,
/// and the next fixes agree with the new place until there are enough of them to change over.
package struct SignificantChangeTrack: Hashable, Sendable {
    /// Whether a fix can be believed.
    package enum Judgement: Hashable, Sendable {
        /// The machine can be there.
        case credible

        /// Nothing is known yet to compare with.
        case unproven(fixes: Int)

        /// The machine cannot have come there.
        case implausible(ImplausibleJump)
    }

    /// How many metres a jump may exceed what is reachable without mattering.
    package var toleranceMeters: Double

    private var trusted: Waypoint?
    private var candidate: Candidate?

    /// Creates a track without a past.
    package init(toleranceMeters: Double) {
        self.toleranceMeters = toleranceMeters
    }

    /// Judges the next fix, `seconds` on the receiver's own time line.
    package mutating func judge(_ fix: Fix, atSeconds seconds: Double) -> Judgement {
        var here = Waypoint(fix, atSeconds: seconds)
        guard let trusted else { return begin(with: here) }
        let distance = trusted.coordinate.distanceMeters(to: here.coordinate)
        let reachable = trusted.reachableMeters(to: here)
        if distance <= reachable + toleranceMeters {
            here.follow(trusted, distanceMeters: distance)
            self.trusted = here
            candidate = nil
            return .credible
        }
        let next = Candidate(candidate, continuedBy: here, toleranceMeters: toleranceMeters)
        if next.isConfirmedAgainstTrack {
            self.trusted = next.last
            candidate = nil
            return .credible
        }
        candidate = next
        return .implausible(
            ImplausibleJump(
                distanceMeters: distance,
                elapsed: .seconds(max(0, here.seconds - trusted.seconds)),
                reachableMeters: reachable,
                confirmations: next.count
            )
        )
    }

    private mutating func begin(with here: Waypoint) -> Judgement {
        let next = Candidate(candidate, continuedBy: here, toleranceMeters: toleranceMeters)
        if next.isConfirmedAtStart(toleranceMeters: toleranceMeters) {
            trusted = next.last
            candidate = nil
            return .credible
        }
        candidate = next
        return .unproven(fixes: next.count)
    }
}

/// Why a fix cannot be where the machine is.
package struct ImplausibleJump: Hashable, Sendable {
    /// Metres from the last credible fix.
    package var distanceMeters: Double

    /// The time since the last credible fix.
    package var elapsed: Duration

    /// The most metres that speed, acceleration and the errors of both fixes allow in that time.
    package var reachableMeters: Double

    /// How many fixes in a row, this one included, agree on the new place.
    package var confirmations: Int

    /// Metres per second that the jump would have taken.
    package var impliedSpeedMetersPerSecond: Double {
        distanceMeters / max(elapsed.inSeconds, 0.001)
    }
}

/// A place at a time, with what is known of the movement there.
private struct Waypoint: Hashable {
    var coordinate: Coordinate
    var seconds: Double
    var utc: UTCInstant?
    var errorMeters: Double
    var speed: Double?

    init(_ fix: Fix, atSeconds seconds: Double) {
        coordinate = fix.coordinate
        self.seconds = seconds
        utc = fix.time
        errorMeters = fix.assumedError95Meters
        speed = fix.speedMetersPerSecond
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

    /// The most metres that may lie between this fix and `later` without anything being wrong.
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

/// Fixes that agree among themselves on a place that the track cannot reach.
private struct Candidate: Hashable {
    var first: Waypoint
    var last: Waypoint
    var count: Int

    init(_ earlier: Candidate?, continuedBy here: Waypoint, toleranceMeters: Double) {
        var here = here
        if let earlier {
            let distance = earlier.last.coordinate.distanceMeters(to: here.coordinate)
            if distance <= earlier.last.reachableMeters(to: here) + toleranceMeters {
                here.follow(earlier.last, distanceMeters: distance)
                self.init(first: earlier.first, last: here, count: earlier.count + 1)
                return
            }
        }
        self.init(first: here, last: here, count: 1)
    }

    private init(first: Waypoint, last: Waypoint, count: Int) {
        self.first = first
        self.last = last
        self.count = count
    }

    private var span: Double { last.seconds - first.seconds }

    /// Whether the track must give way.
    var isConfirmedAgainstTrack: Bool { count >= 3 && span >= 10 || count >= 2 && span >= 30 }

    /// Whether a track may begin here.
    func isConfirmedAtStart(toleranceMeters: Double) -> Bool {
        span >= 30 || count >= 3 && span >= 1.5 && last.errorMeters <= max(toleranceMeters, 100)
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
