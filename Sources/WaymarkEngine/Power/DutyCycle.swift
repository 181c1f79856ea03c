import LocationModel

/// The computation of receiver pauses while only significant changes are wanted.
///
/// A pause ends when the machine may have moved far enough. The speed it may reach is learned from its recent speed: a
/// car at a traffic light drives on, one that has stood for a quarter of an hour probably stays. The longer the machine
/// has stayed in a place, the longer a pause may be, but never so long that a change after a departure is told much too
/// late. The time from opening receivers to a fix is learned as well.
package struct DutyCycle: Equatable, Sendable {
    package struct Settings: Hashable, Codable, Sendable {
        /// The shortest pause; closing a receiver for less gains nothing.
        package var shortest: Duration = .seconds(20)

        /// The longest pause, which bounds the delay of a change.
        package var longest: Duration = .seconds(300)

        package init() {}

        /// Creates bounds with a longest pause; `nil` when it allows none.
        package init?(longest: Duration) {
            guard longest > .zero else { return nil }
            self.longest = longest
            shortest = min(shortest, longest)
        }
    }

    /// The lateness with which a change may be told when the machine departs as soon as a pause begins.
    struct Patience {
        /// The average speed over a pause that even a machine at rest is assumed to have, in metres per second.
        let restingSpeed: Double

        /// The most by which a change is told late after a departure from a place that was reached just now.
        let lateness: Duration

        /// The seconds of lateness that a second of stay adds: a machine that has stayed for an hour seldom
        /// departs in the next minutes.
        var latenessPerStay = 0.0

        /// The limit to which the lateness grows.
        var longestLateness: Duration = .seconds(Int64.max)

        /// The seconds of pause that a second of stay allows, however near a change is.
        var pausePerStay = 0.0

        /// Whether streams wait for a location, and nobody for a significant change.
        var isOfStreams = false

        static let ofChanges = Patience(
            restingSpeed: 1.2,
            lateness: .seconds(80),
            latenessPerStay: 0.1,
            pausePerStay: 1.0 / 3
        )
        /// At rest near an edge, a crossing is told late by no more than the pause.
        static let ofRegions = Patience(
            restingSpeed: 2,
            lateness: .seconds(20),
            latenessPerStay: 0.02,
            longestLateness: .seconds(60),
            pausePerStay: 0.1
        )
        static let ofStreams = Patience(restingSpeed: 2, lateness: .seconds(100), isOfStreams: true)
    }

    /// A place where the machine was at a time.
    private struct Mark: Equatable {
        var place: Coordinate
        var since: MonotonicInstant
    }

    /// The place from which movement is measured.
    private var leg: Mark?

    /// The place that the machine has not left.
    private var stay: Mark?
    private var lastFixAt: MonotonicInstant?

    /// Whether the latest fix ended a stay, or is the first after ``endStay()``, so that its speed is unknown.
    private var hasDeparted = false

    /// The recent speed in metres per second, which fades with time.
    private var recentSpeed = 0.0

    /// The usual time from opening receivers to a believed fix; `nil` until known.
    private var usualSearch: Duration?

    /// The time from opening receivers to a believed fix when that was quick; `nil` until known.
    private var quickSearch: Duration?

    /// Records a believed fix; `search` is the time since receivers were opened, given for the first fix only.
    mutating func record(_ fix: Fix, observedAt now: MonotonicInstant, after search: Duration?) {
        if let search {
            usualSearch = usualSearch.map { $0 + (search - $0) * Self.learningRate } ?? search
            quickSearch = quickSearch.map { min(search, $0 + (search - $0) * Self.forgettingRate) } ?? search
        }
        recordStay(fix, at: now)
        guard let leg, leg.since <= now else {
            self.leg = Mark(place: fix.coordinate, since: now)
            return
        }
        let seconds = leg.since.duration(to: now).inSeconds
        guard seconds >= Self.shortestLeg else { return }
        // Movement within the error does not count.
        let moved = leg.place.distanceMeters(to: fix.coordinate) - fix.assumedError95Meters
        recentSpeed = max(moved / seconds, recentSpeed * max(0, 1 - seconds / Self.memorySeconds))
        self.leg = Mark(place: fix.coordinate, since: now)
    }

    private mutating func recordStay(_ fix: Fix, at now: MonotonicInstant) {
        let wander = max(Self.wanderMeters, 2 * fix.assumedError95Meters)
        defer { lastFixAt = now }
        if let stay, let lastFixAt, lastFixAt <= now, lastFixAt.duration(to: now) <= Self.longestUnseenStay,
            stay.place.distanceMeters(to: fix.coordinate) <= wander
        {
            hasDeparted = false
            return
        }
        // A speed that the receiver states is known already, but after ``endStay()`` the machine may only be
        // about to move.
        hasDeparted =
            if stay == nil {
                lastFixAt != nil
            } else {
                fix.speedMetersPerSecond == nil
                    && lastFixAt.map { stayed(until: $0) >= Self.longStay } ?? false
            }
        stay = Mark(place: fix.coordinate, since: now)
    }

    /// Ends the stay before a fix shows it, so that the pause after the next fix is short.
    mutating func endStay() { stay = nil }

    private func stayed(until now: MonotonicInstant) -> Duration {
        stay.map { max($0.since.duration(to: now), .zero) } ?? .zero
    }

    /// Returns the pause that receivers may make after a believed fix; `nil` when they should stay on.
    ///
    /// The next change is `remainingMeters` from this fix, and may be announced after `interval`.
    func pause(
        after fix: Fix,
        observedAt now: MonotonicInstant,
        remainingMeters: Double,
        interval: Duration,
        patience: Patience = .ofChanges,
        settings: Settings
    ) -> ReceiverPause? {
        let remaining = max(0, remainingMeters)
        let speed = max(patience.restingSpeed, recentSpeed, fix.speedMetersPerSecond ?? 0)
        let stayed = stayed(until: now)
        // A stream may wait for any distance.
        let reach = Duration(clamping: remaining / speed)
        let departure = Duration(clamping: remaining / Self.departureSpeed)
        let lateness = patience.lateness + stayed * patience.latenessPerStay
        let latest = departure + min(lateness, patience.longestLateness)
        var wanted = min(max(reach, stayed * patience.pausePerStay), latest)
        if hasDeparted { wanted = min(wanted, lead + settings.shortest) }
        guard interval <= wanted else {
            // Closing does not pay for so short a wait.
            let wait = interval - lead
            guard wait >= Self.shortestWait else { return nil }
            let reason = patience.isOfStreams ? ReceiverPause.Reason.notDue : .tooSoon
            return ReceiverPause(duration: min(wait, settings.longest), reason: reason)
        }
        let fastest = max(speed, remaining / wanted.inSeconds)
        let reason: ReceiverPause.Reason =
            if wanted > reach {
                .atRest(rest: stayed)
            } else if patience.isOfStreams {
                .staysNear(slackMeters: remaining, speedMetersPerSecond: fastest)
            } else {
                .cannotBeFar(remainingMeters: remaining, speedMetersPerSecond: fastest)
            }
        return pause(of: wanted, because: reason, settings: settings)
    }

    /// The time by which receivers are opened earlier, so that there is a fix when it is wanted.
    private var lead: Duration { min(quickSearch ?? .zero, Self.longestLead) }

    /// Returns a pause with a fix after the `wanted` time.
    func pause(of wanted: Duration, because reason: ReceiverPause.Reason, settings: Settings) -> ReceiverPause
    {
        ReceiverPause(duration: min(max(wanted - lead, settings.shortest), settings.longest), reason: reason)
    }

    /// Returns the longest that a search starting now may last without a fix.
    ///
    /// It is twice the usual time, or a 480th of the last believed fix's age if that is longer: after four hours without
    /// sky a receiver knows no orbits any more, and needs half a minute to receive them. A receiver without history gets the
    /// longest time.
    func searchLength(lastFixAge age: Duration?) -> Duration {
        guard let usualSearch, let age else { return Self.longestSearch }
        return min(max(usualSearch * 2, age / 480, Self.shortestSearch), Self.longestSearch)
    }

    /// The average speed of a vehicle that departs, in metres per second.
    private static let departureSpeed = 20.0

    /// The stay after whose end the speed must be measured before a longer pause.
    private static let longStay: Duration = .seconds(300)

    /// The distance from the place of a stay that is wander, in metres.
    private static let wanderMeters = 50.0

    /// The longest time without a fix in which the machine is believed to have stayed.
    private static let longestUnseenStay: Duration = .seconds(600)

    /// The time over which the memory of movement fades, in seconds.
    private static let memorySeconds = 900.0

    /// The shortest time over which movement is measured, in seconds; between two fixes it is mostly noise.
    private static let shortestLeg = 10.0

    /// The longest a search may last without a fix: the time a cold receiver needs under a clear sky.
    static let longestSearch: Duration = .seconds(60)
    private static let shortestSearch: Duration = .seconds(15)

    /// The longest pause after a search without a fix: with two fixes to believe, a change is told within two minutes.
    static let longestPauseWithoutFix: Duration = .seconds(100)

    private static let shortestWait: Duration = .seconds(5)

    /// The weight of each new search in the usual time.
    private static let learningRate = 0.3

    /// The weight of each slower search in the quick time.
    private static let forgettingRate = 0.1

    /// The most by which the time of a search shortens a pause.
    private static let longestLead: Duration = .seconds(15)
}
