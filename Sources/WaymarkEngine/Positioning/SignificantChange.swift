package import LocationModel

/// The detector of significant changes: movement far enough from the last notified place, long enough after it.
///
/// It reads no clock. Every credible fix is compared with the last *notified* place, so that slow movement adds up and
/// repeated small changes do not.
package struct SignificantChange: Equatable, Sendable {
    package struct Settings: Hashable, Codable, Sendable {
        /// The least distance from the last notified place, in metres.
        package var distanceMeters: Double
        package var interval: Duration

        package init(distanceMeters: Double = 500, interval: Duration = .seconds(300)) {
            self.distanceMeters = distanceMeters
            self.interval = interval
        }

        /// The distance in metres by which an announced change may fall short of the criterion.
        ///
        /// Smaller doubts never delay a change; larger ones must be settled first.
        var toleranceMeters: Double { distanceMeters / 5 }
    }

    package private(set) var settings: Settings
    package private(set) var lastNotified: NotifiedPlace?

    /// The distance in metres from there to the latest credible fix; `nil` until one has come since the start.
    private(set) var distanceMeters: Double?

    private var notifiedAt: MonotonicInstant?
    private var track: SignificantChangeTrack
    private var departure = Departure()
    private var clock = ReceiverClock()

    /// Creates a detector that continues from the place notified before a restart, if any was.
    ///
    /// Only the wall clock tells how long ago that was, and it may have been set since; the remaining interval is
    /// therefore capped at the interval.
    package init(settings: Settings = Settings(), restoring place: NotifiedPlace? = nil, at now: Moment) {
        self.settings = settings
        track = SignificantChangeTrack(toleranceMeters: settings.toleranceMeters)
        lastNotified = place
        notifiedAt = place.map { place in
            now.instant - min(max(place.notifiedAt.duration(to: now.utc), .zero), settings.interval)
        }
    }

    /// Returns the time until the next notification is possible; `nil` before the first.
    ///
    /// Up to the latest fix, or to `now` if there is none, it is measured on the receiver's time line, because a recording
    /// may be played fast. `elapsed` is the time since then.
    func remainingInterval(at now: MonotonicInstant, sinceLatest elapsed: Duration = .zero) -> Duration? {
        notifiedAt.map { max(settings.interval - $0.duration(to: clock.latest ?? now) - elapsed, .zero) }
    }

    package mutating func change(to settings: Settings) {
        self.settings = settings
        track.toleranceMeters = settings.toleranceMeters
    }

    /// Judges the next fix.
    ///
    /// All speeds and intervals are measured by `observedAt`, on the receiver's own time line; the wall clock is only saved
    /// with a notified place. Receivers have been on for `listened`. A fix in doubt, from the receiver's history, makes no
    /// change.
    package mutating func consider(
        _ fix: Fix,
        observedAt: MonotonicInstant,
        wallClock: UTCInstant,
        listenedFor listened: Duration = .seconds(Int64.max),
        receiverDoubt: FixDoubt? = nil
    ) -> SignificantChangeVerdict {
        let now = clock.advance(to: observedAt)
        if let doubt = track.judge(fix, atSeconds: clock.seconds, listenedFor: listened) {
            return .heldByDoubt(doubt)
        }
        guard let last = lastNotified else {
            if let receiverDoubt { return .heldByDoubt(receiverDoubt) }
            return notify(fix, at: now, wallClock)
        }
        let distance = last.coordinate.distanceMeters(to: fix.coordinate)
        distanceMeters = distance
        if let here = track.latest {
            departure.update(here, distanceMeters: distance, settings: settings)
        }
        guard distance >= settings.distanceMeters else { return .withinDistance }
        let error = departure.remaining(ofErrorMeters: last.errorMeters(to: fix))
        guard distance - error >= settings.distanceMeters - settings.toleranceMeters else {
            return .heldByDoubt(.uncertain(distanceMeters: distance, errorMeters: error))
        }
        if let doubt = receiverDoubt ?? departure.doubt { return .heldByDoubt(doubt) }
        if let seconds = track.contestedSeconds(at: clock.seconds) {
            return .heldByDoubt(.newTrack(remaining: .seconds(seconds)))
        }
        return notify(fix, at: now, wallClock, distanceMeters: distance)
    }

    /// Judges a place that the owner stated, which is in no doubt.
    mutating func consider(_ place: StatedPlace, at now: Moment) -> SignificantChangeVerdict {
        let instant = clock.advance(to: now.instant)
        let distance = lastNotified?.coordinate.distanceMeters(to: place.coordinate)
        if let distance, distance < settings.distanceMeters { return .withinDistance }
        return notify(place.fix, at: instant, now.utc, distanceMeters: distance)
    }

    /// Announces a place, unless it is too soon; the first has no distance from the last one.
    private mutating func notify(
        _ fix: Fix,
        at now: MonotonicInstant,
        _ wallClock: UTCInstant,
        distanceMeters distance: Double? = nil
    ) -> SignificantChangeVerdict {
        let elapsed = notifiedAt.map { $0.duration(to: now) }
        if let distance, let elapsed, elapsed < settings.interval {
            return .heldByInterval(distanceMeters: distance, remaining: settings.interval - elapsed)
        }
        lastNotified = NotifiedPlace(
            coordinate: fix.coordinate,
            horizontal68Meters: fix.accuracy?.horizontal68Meters,
            horizontal95Meters: fix.accuracy?.horizontal95Meters,
            notifiedAt: wallClock,
            number: (lastNotified?.number ?? 0) + 1
        )
        distanceMeters = 0
        notifiedAt = now
        departure.arrive()
        return .significantChange(distanceMeters: distance, after: elapsed)
    }
}

/// The place and time of the last announced significant change.
package struct NotifiedPlace: Hashable, Codable, Sendable {
    package var coordinate: Coordinate

    /// The 68 % radius of the position, in metres; `nil` when unknown.
    package var horizontal68Meters: Double?

    /// The 95 % radius of the position, in metres; `nil` when unknown.
    package var horizontal95Meters: Double?
    package var notifiedAt: UTCInstant

    /// The number of the change, counted from 1; a later change has a greater one.
    package var number: UInt64

    package init(
        coordinate: Coordinate,
        horizontal68Meters: Double? = nil,
        horizontal95Meters: Double? = nil,
        notifiedAt: UTCInstant,
        number: UInt64 = 1
    ) {
        self.coordinate = coordinate
        self.horizontal68Meters = horizontal68Meters
        self.horizontal95Meters = horizontal95Meters
        self.notifiedAt = notifiedAt
        self.number = number
    }

    /// Returns the metres by which the distance to `fix` is too long if both places lie at the edges of their circles.
    func errorMeters(to fix: Fix) -> Double {
        Fix.assumedError95Meters(stated68Meters: horizontal68Meters, stated95Meters: horizontal95Meters)
            + fix.assumedError95Meters
    }
}

/// The meaning of a fix for the significant change, with the evidence.
package enum SignificantChangeVerdict: Hashable, Sendable {
    /// The distance and time are those since the last notification; `nil` for the first.
    case significantChange(distanceMeters: Double?, after: Duration?)

    /// The fix is far enough away, but too soon after the last notification.
    case heldByInterval(distanceMeters: Double, remaining: Duration)
    case heldByDoubt(FixDoubt)
    case withinDistance

    /// Whether the fix is believed to be the machine's location, significantly far away or not.
    var believesFix: Bool {
        if case .heldByDoubt(let doubt) = self { !doubt.concernsPlace } else { true }
    }

    package var isNotification: Bool { if case .significantChange = self { true } else { false } }
}

/// The evidence for and against a departure from the neighbourhood of the last notified place.
///
/// The position alone cannot distinguish a slow wander of the solution from slow movement. Two things can: the
/// receiver's speed, which comes from the Doppler shift and not from the position, and repetition, because the errors
/// of later fixes are partly independent.
struct Departure: Equatable, Sendable {
    private var home: Waypoint?
    private var latest: Waypoint?
    private var travelledMeters = 0.0
    private var independentLooks = 1.0
    private var contradictedSeconds = 0.0
    private var speedIsMeasured = false

    /// Adds the next credible fix, with its distance from the last notified place.
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
