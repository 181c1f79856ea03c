import LocationModel
import TestSupport

/// A point on the plane that touches the Earth where a track begins, in metres.
struct PlanePoint: Sendable {
    var east = 0.0
    var north = 0.0

    func distance(to other: PlanePoint) -> Double {
        let way = other - self
        return (way.east * way.east + way.north * way.north).squareRoot()
    }

    static func + (one: PlanePoint, other: PlanePoint) -> PlanePoint {
        PlanePoint(east: one.east + other.east, north: one.north + other.north)
    }

    static func - (one: PlanePoint, other: PlanePoint) -> PlanePoint { one + -1 * other }

    static func * (factor: Double, point: PlanePoint) -> PlanePoint {
        PlanePoint(east: factor * point.east, north: factor * point.north)
    }
}

/// Where a machine truly was, as well as the whole recording can tell with hindsight.
///
/// At every fix a straight line through the seconds around it, fitted so that what lies far off it counts for
/// nothing (Tukey's biweight, begun at the median). It uses the future, so no detector can.
struct ReferenceTrack: Sendable {
    let points: [PlanePoint]

    static let ofAll = RecordedTrack.all.map { ReferenceTrack($0.points) }

    /// Those of the whole days, in their order.
    static let ofDays = RecordedTrack.days.map { ReferenceTrack($0.points) }
    private static let halfWidthSeconds = 20.0

    /// Fixes that go into one fit: more only cost time.
    private static let fitSize = 11

    /// Creates the reference of a track whose true places are known.
    init(truth: [PlanePoint]) { points = truth }

    init(_ track: [TrackPoint]) {
        let places = Self.plane(track)
        var (first, last) = (0, 0)
        points = track.indices.map { index in
            let seconds = track[index].seconds
            while seconds - track[first].seconds > Self.halfWidthSeconds { first += 1 }
            while last + 1 < track.count, track[last + 1].seconds - seconds <= Self.halfWidthSeconds {
                last += 1
            }
            guard last - first >= 4 else { return Self.unlessAlone(index, track, places) }
            let step = max(1, (last - first + 1) / Self.fitSize)
            let window = stride(from: first, through: last, by: step).map { $0 }
            return Self.line(at: places[index], window.map { (track[$0].seconds - seconds, places[$0]) })
        }
    }

    private static func plane(_ track: [TrackPoint]) -> [PlanePoint] {
        guard let origin = track.first?.fix.coordinate else { return [] }
        let beside = origin.offset(eastMeters: 1000, northMeters: 1000)
        let east = 1000 / (beside.longitudeDegrees - origin.longitudeDegrees)
        let north = 1000 / (beside.latitudeDegrees - origin.latitudeDegrees)
        return track.map { point in
            PlanePoint(
                east: (point.fix.coordinate.longitudeDegrees - origin.longitudeDegrees) * east,
                north: (point.fix.coordinate.latitudeDegrees - origin.latitudeDegrees) * north
            )
        }
    }

    /// Returns the place of a fix with few neighbours, or the middle of these when it lies far beside their way.
    private static func unlessAlone(_ index: Int, _ track: [TrackPoint], _ places: [PlanePoint]) -> PlanePoint
    {
        guard index > 0, index + 1 < track.count else { return places[index] }
        let (before, after) = (places[index - 1], places[index + 1])
        let share =
            (track[index].seconds - track[index - 1].seconds)
            / (track[index + 1].seconds - track[index - 1].seconds)
        let between = before + share * (after - before)
        let isAlone = places[index].distance(to: between) > 3 * before.distance(to: after) + 100
        return isAlone ? between : places[index]
    }

    private static func line(at place: PlanePoint, _ window: [(seconds: Double, place: PlanePoint)])
        -> PlanePoint
    {
        var middle = PlanePoint(
            east: median(window.map(\.place.east)),
            north: median(window.map(\.place.north))
        )
        var slope = PlanePoint()
        for round in 0..<4 {
            let residuals = window.map { $0.place.distance(to: middle + $0.seconds * slope) }
            let scale = max(median(residuals) * (round == 0 ? 3 : 4), 3)
            var fit = LineFit()
            for index in window.indices where residuals[index] < scale {
                let (sample, residual) = (window[index], residuals[index])
                let nearness = 1 - residual * residual / (scale * scale)
                let age = 1 - abs(sample.seconds) / (halfWidthSeconds * 1.05)
                fit.add(sample.place, seconds: sample.seconds, weight: nearness * nearness * age)
            }
            guard let solution = fit.solution else { return place }
            (middle, slope) = solution
        }
        return middle
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}

/// Sums of a weighted least-squares line over time.
private struct LineFit {
    private var weight = 0.0
    private var time = 0.0
    private var timeSquared = 0.0
    private var place = PlanePoint()
    private var placeTime = PlanePoint()

    mutating func add(_ sample: PlanePoint, seconds: Double, weight: Double) {
        self.weight += weight
        time += weight * seconds
        timeSquared += weight * seconds * seconds
        place = place + weight * sample
        placeTime = placeTime + weight * seconds * sample
    }

    /// The place at second zero and the velocity; `nil` without samples.
    var solution: (PlanePoint, PlanePoint)? {
        guard weight > 0 else { return nil }
        let determinant = weight * timeSquared - time * time
        guard determinant > 1e-6 * weight * weight else {
            return (1 / weight * place, PlanePoint())
        }
        return (
            1 / determinant * (timeSquared * place - time * placeTime),
            1 / determinant * (weight * placeTime - time * place)
        )
    }
}
