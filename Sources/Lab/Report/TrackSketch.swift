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

        let isAfterGap: Bool
    }

    static let limit = 20_000

    private(set) var points: [Point] = []

    /// The distance that the machine may have been from the drawn track, apart from the errors of the fixes.
    private(set) var leastMeters = 2.0
    private var lastTime: UTCInstant?

    mutating func add(_ fix: Fix, _ speed: Double? = nil, at time: UTCInstant, isJump: Bool = false) {
        let isAfterGap = isJump || (lastTime.map { $0.duration(to: time) > DayShape.gap } ?? true)
        lastTime = time
        let point = Point(
            coordinate: fix.coordinate,
            time: time,
            radiusMeters: fix.accuracy?.horizontal68Meters,
            speedMetersPerSecond: speed,
            isAfterGap: isAfterGap
        )
        append(point)
        guard points.count > Self.limit else { return }
        leastMeters *= 2
        let all = points
        points = []
        for point in all { append(point) }
    }

    private mutating func append(_ point: Point) {
        // Short rests with receivers on for a moment make gaps without a movement.
        let meters = points.last?.coordinate.distanceMeters(to: point.coordinate) ?? .infinity
        if meters >= leastMeters { points.append(point) }
    }
}
