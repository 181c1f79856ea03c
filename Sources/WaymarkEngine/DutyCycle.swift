import LocationModel

/// Works out for how long receivers may sleep when nothing but significant changes is wanted: as long as the machine
/// is not to be expected so far away.
///
/// How fast it may go is learned from how fast it went: a car that stands at a light drives on, one that has stood for a
/// quarter of an hour most likely stays.
package struct DutyCycle: Hashable, Sendable {
    /// How long pauses may be.
    package struct Settings: Hashable, Sendable {
        /// The shortest pause, below which closing a receiver gains nothing.
        package var shortest: Duration = .seconds(20)

        /// The longest pause, which bounds how late a change can be.
        package var longest: Duration = .seconds(300)

        /// Creates the defaults.
        package init() {}
    }

    /// Metres per second that even a machine at rest is believed to make on average over a pause.
    private static let restingSpeed = 2.0

    /// Seconds over which the memory of movement fades.
    private static let memorySeconds = 900.0

    /// Seconds over which movement is measured at least: between two fixes it is mostly noise.
    private static let shortestLeg = 10.0

    private struct Leg: Hashable {
        var start: Coordinate
        var startedAt: ContinuousClock.Instant
    }

    private var leg: Leg?

    /// Metres per second that the machine made lately, fading.
    private var recentSpeed = 0.0

    /// Takes in a believed fix.
    mutating func note(_ fix: Fix, observedAt now: ContinuousClock.Instant) {
        guard let leg, leg.startedAt <= now else {
            self.leg = Leg(start: fix.coordinate, startedAt: now)
            return
        }
        let seconds = leg.startedAt.duration(to: now).inSeconds
        guard seconds >= Self.shortestLeg else { return }
        // What may be error is no movement.
        let moved = leg.start.distanceMeters(to: fix.coordinate) - fix.assumedError95Meters
        recentSpeed = max(moved / seconds, recentSpeed * max(0, 1 - seconds / Self.memorySeconds))
        self.leg = Leg(start: fix.coordinate, startedAt: now)
    }

    /// Returns the pause that may be made after a believed fix.
    ///
    /// - Parameters:
    ///   - fix: The fix.
    ///   - remainingMeters: How far it is until a change would be significant, by this fix.
    ///   - interval: How long until a change may be told.
    ///   - settings: How long pauses may be.
    /// - Returns: The pause; `nil` when receivers had better stay on.
    func pause(
        after fix: Fix,
        remainingMeters: Double,
        interval: Duration,
        settings: Settings
    ) -> ReceiverPause? {
        let certain = max(0, remainingMeters - fix.assumedError95Meters)
        let speed = max(Self.restingSpeed, recentSpeed, fix.speedMetersPerSecond ?? 0)
        let reach = Duration.seconds(certain / speed)
        guard interval <= reach else {
            // So short a wait is not worth the closing.
            guard interval >= Self.shortestWait else { return nil }
            return ReceiverPause(duration: min(interval, settings.longest), reason: .tooSoon)
        }
        return ReceiverPause(
            duration: min(max(reach, settings.shortest), settings.longest),
            reason: .cannotBeFar(remainingMeters: certain, metersPerSecond: speed)
        )
    }

    private static let shortestWait: Duration = .seconds(5)
}
