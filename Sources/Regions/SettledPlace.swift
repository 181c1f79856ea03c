import LocationModel

/// The place of a machine that hardly moves, as the mean of its latest fixes.
///
/// At rest a receiver wanders for minutes by more than the error that it states, so that no cushion and no hold time
/// of a fix alone keeps a region from being entered and left without end. The mean of some minutes hardly wanders. A
/// machine that moves on is followed without delay.
struct SettledPlace: Hashable, Sendable {
    /// The metres within which a machine counts as at rest, unless the error of its fixes is larger.
    private static let restMeters = 50.0

    /// The time within that distance from which the mean counts, in seconds; a walk leaves it earlier.
    private static let settlingSeconds = 60.0

    /// The time over which the mean forgets, in seconds.
    private static let memorySeconds = 600.0

    /// The most that a single fix moves the mean.
    private static let greatestShare = 0.25

    private var mean: SurfacePoint?
    private var since: MonotonicInstant?
    private var latestAt: MonotonicInstant?
    private var fixCount = 0

    /// Records a fix, and returns the place to believe.
    mutating func follow(_ place: SurfacePoint, error95Meters: Double, at now: MonotonicInstant)
        -> SurfacePoint
    {
        guard let mean, let since, let latestAt, latestAt <= now,
            mean.chordMeters(to: place.position) <= max(Self.restMeters, error95Meters)
        else {
            (self.mean, self.since, self.latestAt, fixCount) = (place, now, now, 1)
            return place
        }
        fixCount += 1
        let forgotten = latestAt.duration(to: now) / .seconds(Self.memorySeconds)
        let share = max(1 / Double(fixCount), min(forgotten, Self.greatestShare))
        let offset = mean.coordinate.offsetMeters(to: place.coordinate)
        let moved = SurfacePoint(
            mean.coordinate.offset(eastMeters: offset.east * share, northMeters: offset.north * share)
        )
        self.mean = moved
        self.latestAt = now
        return since.duration(to: now) >= .seconds(Self.settlingSeconds) ? moved : place
    }
}
