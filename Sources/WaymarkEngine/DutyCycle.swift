import LocationModel

/// The computation of receiver pauses while only significant changes are wanted.
///
/// A pause ends when the machine may have moved far enough. The speed it may reach is learned from its recent speed: a
/// car at a traffic light drives on, one that has stood for a quarter of an hour probably stays. The time from opening
/// receivers to a fix is learned in the same way.
package struct DutyCycle: Hashable, Sendable {
    /// The bounds of pauses.
    package struct Settings: Hashable, Sendable {
        /// The shortest pause; closing a receiver for less gains nothing.
        package var shortest: Duration = .seconds(20)

        /// The longest pause, which bounds the delay of a change.
        package var longest: Duration = .seconds(300)

        /// Creates the default bounds.
        package init() {}
    }

    /// The average speed over a pause that even a machine at rest is assumed to have, in metres per second.
    private static let restingSpeed = 2.0

    /// The time over which the memory of movement fades, in seconds.
    private static let memorySeconds = 900.0

    /// The shortest time over which movement is measured, in seconds; between two fixes it is mostly noise.
    private static let shortestLeg = 10.0

    private struct Leg: Hashable {
        var start: Coordinate
        var startedAt: MonotonicInstant
    }

    private var leg: Leg?

    /// The recent speed in metres per second, which fades with time.
    private var recentSpeed = 0.0

    /// The usual time from opening receivers to a believed fix; `nil` until known.
    private var usualSearch: Duration?

    /// Records a believed fix; `search` is the time since receivers were opened, given for the first fix only.
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
        // Movement within the error does not count.
        let moved = leg.start.distanceMeters(to: fix.coordinate) - fix.assumedError95Meters
        recentSpeed = max(moved / seconds, recentSpeed * max(0, 1 - seconds / Self.memorySeconds))
        self.leg = Leg(start: fix.coordinate, startedAt: now)
    }

    /// Returns the pause that receivers may make after a believed fix.
    ///
    /// - Parameters:
    ///   - fix: The fix.
    ///   - remainingMeters: The metres from this fix to a significant change.
    ///   - interval: The time until a change may be announced.
    ///   - settings: The bounds of pauses.
    /// - Returns: The pause; `nil` when receivers should stay on.
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
            // Closing does not pay for so short a wait.
            let wait = interval - lead
            guard wait >= Self.shortestWait else { return nil }
            return ReceiverPause(duration: min(wait, settings.longest), reason: .tooSoon)
        }
        return ReceiverPause(
            duration: min(max(reach - lead, settings.shortest), settings.longest),
            reason: .cannotBeFar(remainingMeters: certain, metersPerSecond: speed)
        )
    }

    /// Returns the longest that a search starting now may last without a fix.
    ///
    /// After some hours without sky a receiver knows no satellites and needs longer.
    ///
    /// - Parameter age: The age of the last believed fix; `nil` when there was none.
    /// - Returns: Twice the usual time, or a 120th of the fix's age if that is longer; at least 15 s and at most a
    ///   minute, which also applies to receivers without history.
    func searchLength(lastFixAge age: Duration?) -> Duration {
        guard let usualSearch, let age else { return Self.longestSearch }
        return min(max(usualSearch * 2, age / 120, Self.shortestSearch), Self.longestSearch)
    }

    /// The longest a search may last without a fix: the time a cold receiver needs under a clear sky.
    static let longestSearch: Duration = .seconds(60)
    private static let shortestSearch: Duration = .seconds(15)

    private static let shortestWait: Duration = .seconds(5)

    /// The weight of each new search in the usual time.
    private static let learningRate = 0.3

    /// The most by which the usual time of a search shortens a pause.
    private static let longestLead: Duration = .seconds(15)
}
