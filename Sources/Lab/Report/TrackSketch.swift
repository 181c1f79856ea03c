import LocationModel

/// The points of a track that are far enough from each other to be seen.
///
/// Its memory is bounded: when there are too many points, the least distance doubles.
struct TrackSketch {
    struct Point {
        let coordinate: Coordinate
        let time: UTCInstant
        let radiusMeters: Double?
        let speedMetersPerSecond: Double?

        /// Whether fixes were missing before it.
        var isAfterGap: Bool
    }

    static let limit = 20_000

    private(set) var points: [Point] = []

    /// How far the machine may have been from the drawn track, apart from the errors of the fixes.
    private(set) var leastMeters = 2.0
    private var lastTime: UTCInstant?

    mutating func add(
        _ fix: Fix,
        _ speedMetersPerSecond: Double? = nil,
        at time: UTCInstant,
        isJump: Bool = false
    ) {
        let isAfterGap = isJump || (lastTime.map { $0.duration(to: time) > DayShape.gap } ?? true)
        lastTime = time
        let point = Point(
            coordinate: fix.coordinate,
            time: time,
            radiusMeters: fix.accuracy?.horizontal68Meters,
            speedMetersPerSecond: speedMetersPerSecond,
            isAfterGap: isAfterGap
        )
        // Short rests with receivers on for a moment make gaps without a movement.
        if let last = points.last, last.coordinate.distanceMeters(to: fix.coordinate) < leastMeters { return }
        points.append(point)
        if points.count > Self.limit { thin() }
    }

    private mutating func thin() {
        leastMeters *= 2
        var kept: [Point] = []
        var hasGap = false
        for var point in points {
            hasGap = hasGap || point.isAfterGap
            if let last = kept.last, last.coordinate.distanceMeters(to: point.coordinate) < leastMeters {
                continue
            }
            point.isAfterGap = hasGap
            kept.append(point)
            hasGap = false
        }
        points = kept
    }
}
