import LocationModel

/// The stays and the ways between them, found while places come in.
///
/// A stay is at least 5 min within about 100 m. A place that no movement explains is left out until others agree with it
/// for a while, so an echo adds nothing to a way.
struct DayShape {
    struct Stay: Equatable {
        var center: Coordinate
        var start: UTCInstant
        var end: UTCInstant

        /// The way since the beginning, when it began and ended.
        var metersAtStart: Double
        var metersAtEnd: Double

        var length: Duration { start.duration(to: end) }
    }

    /// The verdict on a place that is added.
    enum Judgement {
        case accepted

        /// It goes on here, after a jump that no movement explains.
        case moved

        /// No movement explains it.
        case doubtful
    }

    private static let stayMeters = 100.0
    private static let leastStay: Duration = .seconds(300)

    /// The least length of a trip.
    private static let leastTripMeters = 300.0

    /// A silence after which the way is only known to be at least so long.
    static let gap: Duration = .seconds(120)

    private(set) var stays: [Stay] = []
    private(set) var meters = 0.0
    private(set) var gapMeters = 0.0

    /// The speed in metres per second that the latest step of the way tells.
    private(set) var derivedSpeed: Double?

    /// Places near each other, which may become a stay, and the number of the latest that are not near.
    private var cluster: (stay: Stay, count: Double, strays: Int)?
    private var last: (coordinate: Coordinate, time: UTCInstant, speed: Double?)?
    private var step: (coordinate: Coordinate, time: UTCInstant)?

    /// Places that no movement explains, and the time since which they agree.
    private var suspect: (coordinate: Coordinate, time: UTCInstant, since: UTCInstant)?

    mutating func add(_ fix: Fix, at time: UTCInstant) -> Judgement {
        let judgement = judge(fix, at: time)
        guard judgement != .doubtful else { return judgement }
        last = (fix.coordinate, time, fix.speedMetersPerSecond)
        suspect = nil
        addStep(fix, at: time, isJump: judgement == .moved)
        addToCluster(fix, at: time)
        return judgement
    }

    mutating func finish() {
        closeCluster()
        cluster = nil
    }

    /// The ways between stays.
    var trips: [(start: UTCInstant, end: UTCInstant, meters: Double)] {
        guard let first, let last else { return [] }
        let starts = [(first, 0.0)] + stays.map { ($0.end, $0.metersAtEnd) }
        let ends = stays.map { ($0.start, $0.metersAtStart) } + [(last.time, meters)]
        return zip(starts, ends).map { (start: $0.0, end: $1.0, meters: $1.1 - $0.1) }.filter {
            $0.meters >= Self.leastTripMeters
        }
    }

    private(set) var first: UTCInstant?

    private mutating func judge(_ fix: Fix, at time: UTCInstant) -> Judgement {
        guard let last else {
            first = time
            return .accepted
        }
        func explains(_ from: Coordinate, _ since: UTCInstant) -> Bool {
            let seconds = max(since.duration(to: time).inSeconds, 1)
            let speeds = [fix.speedMetersPerSecond, last.speed].compactMap { $0 }
            // Without a measured speed, that of a fast train.
            let fastest = speeds.max().map { 2 * $0 + 15 } ?? 70
            let error = 2 * (fix.accuracy?.horizontal68Meters ?? 20) + 50
            return from.distanceMeters(to: fix.coordinate) <= fastest * seconds + error
        }
        guard !explains(last.coordinate, last.time) else { return .accepted }
        guard let suspect, explains(suspect.coordinate, suspect.time) else {
            suspect = (fix.coordinate, time, time)
            return .doubtful
        }
        self.suspect = (fix.coordinate, time, suspect.since)
        return suspect.since.duration(to: time) < .seconds(60) ? .doubtful : .moved
    }

    private mutating func addStep(_ fix: Fix, at time: UTCInstant, isJump: Bool) {
        guard let step, !isJump else {
            step = (fix.coordinate, time)
            return
        }
        // Smaller steps would add up the noise.
        let distance = step.coordinate.distanceMeters(to: fix.coordinate)
        guard distance >= max(15, min(fix.accuracy?.horizontal68Meters ?? 0, 200)) else { return }
        meters += distance
        let seconds = step.time.duration(to: time).inSeconds
        derivedSpeed = seconds > 0 && seconds <= Self.gap.inSeconds ? distance / seconds : nil
        if step.time.duration(to: time) > Self.gap { gapMeters += distance }
        self.step = (fix.coordinate, time)
    }

    private mutating func addToCluster(_ fix: Fix, at time: UTCInstant) {
        let reach = max(Self.stayMeters, min(2 * (fix.accuracy?.horizontal68Meters ?? 0), 300))
        if var (stay, count, strays) = cluster {
            if stay.center.distanceMeters(to: fix.coordinate) <= reach {
                let offset = stay.center.offsetMeters(to: fix.coordinate)
                count += 1
                let (east, north) = (offset.east / count, offset.north / count)
                stay.center = stay.center.offset(eastMeters: east, northMeters: north)
                (stay.end, stay.metersAtEnd) = (time, meters)
                cluster = (stay, count, 0)
                return
            }
            strays += 1
            cluster = (stay, count, strays)
            if strays < 3, stay.end.duration(to: time) < .seconds(60) { return }
            closeCluster()
        }
        let stay = Stay(
            center: fix.coordinate,
            start: time,
            end: time,
            metersAtStart: meters,
            metersAtEnd: meters
        )
        cluster = (stay, 1, 0)
    }

    private mutating func closeCluster() {
        guard let stay = cluster?.stay, stay.length >= Self.leastStay else { return }
        // A walk around the house does not make two stays of one.
        if let before = stays.last, before.center.distanceMeters(to: stay.center) < 1.5 * Self.stayMeters,
            stay.metersAtStart - before.metersAtEnd < Self.leastTripMeters
        {
            stays[stays.count - 1].end = stay.end
            stays[stays.count - 1].metersAtEnd = stay.metersAtEnd
        } else {
            stays.append(stay)
        }
    }
}
