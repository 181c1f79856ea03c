import LocationModel

/// The points of a track that are far enough from each other to be seen.
///
/// Its memory is bounded: when there are too many points, the least distance doubles.
struct TrackSketch {
    struct Point {
        let coordinate: Coordinate
        let time: UTCInstant
        let radiusMeters: Double?

        /// Whether fixes were missing before it.
        let isAfterGap: Bool
    }

    static let limit = 4000

    /// The silence after which the track is interrupted.
    private static let gap: Duration = .seconds(120)

    private(set) var points: [Point] = []
    private var leastMeters = 2.0
    private var lastTime: UTCInstant?

    mutating func add(_ fix: Fix, at time: UTCInstant) {
        defer { lastTime = time }
        let isAfterGap = lastTime.map { $0.duration(to: time) > Self.gap } ?? true
        if !isAfterGap, let last = points.last,
            last.coordinate.distanceMeters(to: fix.coordinate) < leastMeters
        {
            return
        }
        points.append(
            Point(
                coordinate: fix.coordinate,
                time: time,
                radiusMeters: fix.accuracy?.horizontal68Meters,
                isAfterGap: isAfterGap
            )
        )
        if points.count > Self.limit { thin() }
    }

    private mutating func thin() {
        leastMeters *= 2
        var kept: [Point] = []
        var hasGap = false
        for point in points {
            hasGap = hasGap || point.isAfterGap
            if !hasGap, let last = kept.last,
                last.coordinate.distanceMeters(to: point.coordinate) < leastMeters
            {
                continue
            }
            // Short rests with receivers on for a moment make gaps without a movement.
            if hasGap, let last = kept.last,
                last.coordinate.distanceMeters(to: point.coordinate) < leastMeters
            {
                hasGap = false
                continue
            }
            kept.append(
                Point(
                    coordinate: point.coordinate,
                    time: point.time,
                    radiusMeters: point.radiusMeters,
                    isAfterGap: hasGap
                )
            )
            hasGap = false
        }
        points = kept
    }
}
