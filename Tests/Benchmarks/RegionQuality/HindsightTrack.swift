import LocationModel
import Regions

/// Where the machine truly was, as well as the whole recording can tell.
///
/// At every fix the median of the half minute around it; and for a rest, the median of the whole rest, because nobody
/// who rests wanders as the receiver does.
struct HindsightTrack {
    private(set) var places: [SurfacePoint]
    private(set) var rests: [Range<Int>] = []

    private static let halfWidthSeconds = 15.0
    private static let restMeters = 35.0
    private static let restSeconds = 600.0

    /// The time in which the machine comes within ``restMeters`` of where it rests, and leaves again; not part of the rest.
    private static let walkSeconds = 60.0

    init(_ track: RecordedTrack) {
        let points = track.points
        var (first, last) = (0, 0)
        var smoothed: [Coordinate] = []
        for point in points {
            while point.seconds - points[first].seconds > Self.halfWidthSeconds { first += 1 }
            while last + 1 < points.count, points[last + 1].seconds - point.seconds <= Self.halfWidthSeconds {
                last += 1
            }
            smoothed.append(Self.median(points[first...last].map(\.fix.coordinate)))
        }
        places = smoothed.map { SurfacePoint($0) }
        var start = 0
        while start < smoothed.count {
            var end = start + 1
            var center = smoothed[start]
            while end < smoothed.count, center.distanceMeters(to: smoothed[end]) <= Self.restMeters {
                end += 1
                if (end - start).isMultiple(of: 32) { center = Self.median(Array(smoothed[start..<end])) }
            }
            guard points[end - 1].seconds - points[start].seconds >= Self.restSeconds else {
                start += 1
                continue
            }
            let stay = points[start].seconds + Self.walkSeconds...points[end - 1].seconds - Self.walkSeconds
            let rest = (start..<end).filter { stay.contains(points[$0].seconds) }
            let place = SurfacePoint(Self.median(Array(smoothed[start..<end])))
            for index in rest { places[index] = place }
            if let first = rest.first, let last = rest.last { rests.append(first..<last + 1) }
            start = end
        }
    }

    private init(places: [SurfacePoint]) { self.places = places }

    func part(_ range: Range<Int>) -> HindsightTrack { HindsightTrack(places: Array(places[range])) }

    static func median(_ coordinates: [Coordinate]) -> Coordinate {
        let middle = coordinates.count / 2
        return Coordinate(
            latitudeDegrees: coordinates.map(\.latitudeDegrees).sorted()[middle],
            longitudeDegrees: coordinates.map(\.longitudeDegrees).sorted()[middle]
        ) ?? coordinates[middle]
    }
}
