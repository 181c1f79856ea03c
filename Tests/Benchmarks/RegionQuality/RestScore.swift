import LocationModel
import WaymarkEngine

/// What the stated circles hold, and how often a change is told, while the machine rests.
struct RestScore {
    private struct Circles {
        var errors: [Double] = []
        var stated68: [Double] = []
        var within68 = 0
        var within95 = 0
    }

    private static let distances = [20.0, 50, 100]

    /// By the quality and the source of the circle.
    private var circles: [String: Circles] = [:]

    /// The numbers of changes told: by raw fixes, by fixes beyond their error, and by the service.
    private var changes = distances.map { _ in [0, 0, 0] }

    /// Silences count for a minute at most.
    private var hours = 0.0

    /// Adds a rest, which is somewhere, but all the time in one place.
    mutating func add(_ rest: RecordedTrack, at place: Coordinate) {
        let points = rest.points
        for point in points {
            guard let accuracy = point.fix.accuracy else { continue }
            let error = place.distanceMeters(to: point.fix.coordinate)
            var found = circles["\(point.fix.quality), \(accuracy.source)", default: Circles()]
            found.errors.append(error)
            found.stated68.append(accuracy.horizontal68Meters)
            found.within68 += error <= accuracy.horizontal68Meters ? 1 : 0
            found.within95 += error <= accuracy.horizontal95Meters ? 1 : 0
            circles["\(point.fix.quality), \(accuracy.source)"] = found
        }
        let silences = zip(points, points.dropFirst()).map { $1.seconds - $0.seconds }
        hours += silences.reduce(0) { $0 + min($1, 60) } / 3600
        for (index, meters) in Self.distances.enumerated() {
            changes[index][0] += Self.changes(points) { last, point in
                last.distanceMeters(to: point.fix.coordinate) >= meters
            }
            changes[index][1] += Self.changes(points) { last, point in
                last.distanceMeters(to: point.fix.coordinate) >= meters + point.error95Meters
            }
            changes[index][2] += Self.changesTold(points, meters)
        }
    }

    private static func changes(_ points: [TrackPoint], _ isFar: (Coordinate, TrackPoint) -> Bool) -> Int {
        guard var last = points.first?.fix.coordinate else { return 0 }
        var count = 0
        for point in points where isFar(last, point) {
            last = point.fix.coordinate
            count += 1
        }
        return count
    }

    private static func changesTold(_ points: [TrackPoint], _ meters: Double) -> Int {
        let start = Moment(instant: .systemEpoch, utc: UTCInstant(secondsSince1970: 0))
        let settings = SignificantChange.Settings(distanceMeters: meters, interval: .zero)
        var detector = SignificantChange(settings: settings, at: start)
        let told = points.count { point in
            let now = start.advanced(by: .seconds(point.seconds))
            return detector.consider(point.fix, observedAt: now.instant, wallClock: now.utc).isNotification
        }
        // The first place is no change.
        return max(told - 1, 0)
    }

    func printTables() {
        print("\ncircles at rest\n")
        print("| quality, source | fixes | measured 68 %, m | stated, median | within 68, % | within 95, % |")
        print("|---|--:|--:|--:|--:|--:|")
        for (name, found) in circles.sorted(by: { $0.key < $1.key }) {
            let count = found.errors.count
            let error = found.errors.sorted()[count * 68 / 100]
            let stated = found.stated68.sorted()[count / 2]
            let shares = [found.within68, found.within95].map { 100 * Double($0) / Double(count) }
            let cells = [name, String(count)] + ([error, stated] + shares).map(tenths)
            print("| \(cells.joined(separator: " | ")) |")
        }
        print("\nchanges told at rest, an hour, over \(Int(hours)) h\n")
        print("| distance, m | raw fixes | beyond the fix's error | Waymark |")
        print("|--:|--:|--:|--:|")
        for (meters, counts) in zip(Self.distances, changes) {
            let cells = counts.map { String((Double($0) / hours * 100).rounded() / 100) }
            print("| \(Int(meters)) | \(cells.joined(separator: " | ")) |")
        }
    }

    private func tenths(_ value: Double) -> String { String((value * 10).rounded() / 10) }
}
