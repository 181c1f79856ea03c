import LocationModel

/// Computes how long receivers may pause while only significant changes are wanted: until the machine may have moved
/// far enough.
///
/// The speed that it may reach is learned from its recent speed: a car at a traffic light drives on, one that has stood for
/// a quarter of an hour probably stays. The time from opening receivers to a fix is learned in the same way.
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

    /// The average speed over a pause that even a machine at rest is assumed to have, in metres per second.
    private static let restingSpeed = 2.0

    /// Seconds over which the memory of movement fades.
    private static let memorySeconds = 900.0

    /// Seconds over which movement is measured at least: between two fixes it is mostly noise.
    private static let shortestLeg = 10.0

    private struct Leg: Hashable {
        var start: Coordinate
        var startedAt: MonotonicInstant
    }

    private var leg: Leg?

    /// The recent speed in metres per second, which fades.
    private var recentSpeed = 0.0

    /// How long it usually takes from opening receivers to a fix that is believed; `nil` until it is known.
    private var usualSearch: Duration?

    /// Records a believed fix, with the time since the receivers were opened where it is the first since then.
    mutating func record(_ fix: Fix, observedAt now: MonotonicInstant, after search: Duration?) {
        if let search {
            usualSearch = usualSearch.map { $0 + (search - $0) * Self.learningRate } ?? search
        }
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
    ///   - remainingMeters: The metres until a change would be significant, by this fix.
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
        let lead = min(usualSearch ?? .zero, Self.longestLead)
        guard interval <= reach else {
            // So short a wait is not worth the closing.
            let wait = interval - lead
            guard wait >= Self.shortestWait else { return nil }
            return ReceiverPause(duration: min(wait, settings.longest), reason: .tooSoon)
        }
        return ReceiverPause(
            duration: min(max(reach - lead, settings.shortest), settings.longest),
            reason: .cannotBeFar(remainingMeters: certain, metersPerSecond: speed)
        )
    }

    /// Returns how long a search for a fix that begins now may last without one.
    ///
    /// The longer a receiver had no sky the longer it needs: after some hours it knows of no satellite any more.
    ///
    /// - Parameter age: How long ago the last believed fix was; `nil` when there was none.
    /// - Returns: Twice the time that it usually takes, or a 120th of the fix's age, if that is longer; 15 s at least and a
    ///   minute at most, which is also for receivers of which nothing is known.
    func searchLength(lastFixAge age: Duration?) -> Duration {
        guard let usualSearch, let age else { return Self.longestSearch }
        return min(max(usualSearch * 2, age / 120, Self.shortestSearch), Self.longestSearch)
    }

    /// The longest a search for a fix may last without one: what a cold receiver needs under a clear sky.
    static let longestSearch: Duration = .seconds(60)
    private static let shortestSearch: Duration = .seconds(15)

    private static let shortestWait: Duration = .seconds(5)

    /// The share of each new search in the usual one, and how much earlier it makes a pause end at most.
    private static let learningRate = 0.3
    private static let longestLead: Duration = .seconds(15)
}
