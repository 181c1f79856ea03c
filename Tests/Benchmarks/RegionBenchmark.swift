import CSQLite
import CTestSupport
import Glibc
import Lab
import LinuxSystem
import LocationModel
import Regions

/// The time that a fix takes among many circles, beside SQLite's R*Tree and a look at every circle.
///
/// The circles have radii of 100 m to a kilometre and lie anywhere in a square of a thousand kilometres.
struct RegionBenchmark {
    private static let sideMeters = 1_000_000.0

    let report: Report
    private let circles: [CircleShape]

    init(count: Int, report: Report) throws {
        self.report = report
        circles = try Self.circles(count: count)
    }

    static func circles(count: Int) throws -> [CircleShape] {
        var random = SeededGenerator(seed: 1)
        let circles = (0..<count).compactMap { _ in
            CircleShape(center: anywhere(&random), radiusMeters: .random(in: 100...1000, using: &random))
        }
        guard circles.count == count else { throw SystemError("circles", code: 22) }
        return circles
    }

    func run() throws {
        let before = allocated_bytes()
        var watch = RegionWatch()
        let loading = Cost.of {
            for (number, circle) in circles.enumerated() {
                watch.add(RegionNumber(UInt64(number)), .circle(circle), isInside: false)
            }
        }
        report.figure("load", loading.processor / .milliseconds(1), "ms")
        report.figure("memory a region", Double(allocated_bytes() - before) / Double(circles.count), "bytes")

        var random = SeededGenerator(seed: 1)
        let anywhere = (0..<2000).map { _ in Self.anywhere(&random) }
        // Each of them is a look at every circle.
        show("a fix anywhere", Array(anywhere.prefix(circles.count > 100_000 ? 20 : 2000)), &watch)
        show("a fix on a drive at 25 m/s", drive(&random), &watch)
        try tree(anywhere)
        scan(anywhere.prefix(circles.count > 100_000 ? 20 : 200))
    }

    private func show(_ name: String, _ places: [Coordinate], _ watch: inout RegionWatch) {
        var now = MonotonicInstant.systemEpoch
        var crossings = 0
        let passes = 3
        let costs = Costs(of: passes) {
            for place in places {
                now = now + .seconds(1)
                crossings += watch.removeDue(at: now).count
                let place = SurfacePoint(place)
                crossings += watch.consider(place, error95Meters: 8, observedAt: now, at: now).count
            }
        }
        let text = crossings >= passes ? ", \(crossings / passes) crossings" : ""
        report.figure(name + text, costs.processor.median / Double(places.count) * 1e6, "µs")
    }

    /// An hour at 25 m/s with a fix each second, which turns a little all the time.
    private func drive(_ random: inout SeededGenerator) -> [Coordinate] {
        var place = Self.anywhere(&random)
        var (east, north) = (17.7, 17.7)
        return (0..<3600).map { _ in
            let turn = Double.random(in: -0.1...0.1, using: &random)
            (east, north) = (east - north * turn, north + east * turn)
            let speed = (east * east + north * north).squareRoot()
            (east, north) = (east * 25 / speed, north * 25 / speed)
            place = place.offset(eastMeters: east, northMeters: north)
            return place
        }
    }

    private static func anywhere(_ random: inout SeededGenerator) -> Coordinate {
        guard let middle = Coordinate(latitudeDegrees: 48, longitudeDegrees: 11) else {
            preconditionFailure("a place in Bavaria")
        }
        return middle.offset(
            eastMeters: .random(in: -sideMeters / 2...sideMeters / 2, using: &random),
            northMeters: .random(in: -sideMeters / 2...sideMeters / 2, using: &random)
        )
    }

    // MARK: Others

    /// Looks up the boxes that contain each place in SQLite's R*Tree, without the exact test that would follow.
    private func tree(_ places: [Coordinate]) throws {
        var database: OpaquePointer?
        var statement: OpaquePointer?
        defer {
            sqlite3_finalize(statement)
            sqlite3_close(database)
        }
        func check(_ status: CInt) throws {
            guard status == SQLITE_OK || status == SQLITE_DONE else {
                throw SystemError("sqlite", code: status)
            }
        }
        try check(sqlite3_open(":memory:", &database))
        let create = "CREATE VIRTUAL TABLE region USING rtree(number, west, east, south, north)"
        try check(sqlite3_exec(database, create, nil, nil, nil))
        try check(sqlite3_exec(database, "BEGIN", nil, nil, nil))
        try check(sqlite3_prepare_v2(database, "INSERT INTO region VALUES(?,?,?,?,?)", -1, &statement, nil))
        let loading = try Cost.of {
            for (number, circle) in circles.enumerated() {
                let radius = circle.radiusMeters
                let low = circle.center.offset(eastMeters: -radius, northMeters: -radius)
                let high = circle.center.offset(eastMeters: radius, northMeters: radius)
                sqlite3_bind_int64(statement, 1, Int64(number))
                let sides = [
                    low.longitudeDegrees, high.longitudeDegrees, low.latitudeDegrees, high.latitudeDegrees,
                ]
                for (column, side) in sides.enumerated() {
                    sqlite3_bind_double(statement, CInt(column + 2), side)
                }
                try check(sqlite3_step(statement))
                sqlite3_reset(statement)
            }
            try check(sqlite3_exec(database, "COMMIT", nil, nil, nil))
        }
        report.figure("SQLite's R*Tree in memory: load", loading.processor / .milliseconds(1), "ms")
        sqlite3_finalize(statement)
        statement = nil
        let query = "SELECT number FROM region WHERE west<=?1 AND east>=?1 AND south<=?2 AND north>=?2"
        try check(sqlite3_prepare_v2(database, query, -1, &statement, nil))
        let costs = Costs(of: 3) {
            for place in places {
                sqlite3_bind_double(statement, 1, place.longitudeDegrees)
                sqlite3_bind_double(statement, 2, place.latitudeDegrees)
                while sqlite3_step(statement) == SQLITE_ROW {}
                sqlite3_reset(statement)
            }
        }
        let time = costs.processor.median / Double(places.count)
        report.figure("SQLite's R*Tree: a look-up anywhere", time * 1e6, "µs")
    }

    private func scan(_ places: some Collection<Coordinate>) {
        var inside = 0
        let shapes = circles.map { RegionShape.circle($0) }
        let cost = Cost.of {
            for place in places {
                let place = SurfacePoint(place)
                for shape in shapes where shape.edgeMeters(from: place) < 0 { inside += 1 }
            }
        }
        let time = cost.processor / .microseconds(1) / Double(places.count)
        report.figure("a look at every circle, \(inside) hits", time, "µs")
    }
}
