import Varlink

/// The way of the machine in the last hours, in memory only.
struct Trace {
    /// A place, in degrees, with the time in seconds since 1970.
    struct Point: Hashable {
        let latitude: Double
        let longitude: Double
        let time: Int
    }

    /// The part of the trace that somebody has been told.
    struct Cursor: Hashable {
        fileprivate var edition = 0
        fileprivate var count = 0
    }

    /// The most points.
    ///
    /// When there are more, every second point of the older half goes.
    static let limit = 1200

    /// The age from which a point is forgotten, in seconds.
    static let longestAge = 12 * 3600

    private(set) var points: [Point] = []

    /// Changes whenever points went, so that a tab must be told of all again.
    private var edition = 1

    mutating func append(_ point: Point) {
        if let first = points.first, point.time - first.time > Self.longestAge {
            // An hour at a time, so that tabs are rarely told of everything.
            points.removeAll { point.time - $0.time > Self.longestAge - 3600 }
            edition += 1
        }
        points.append(point)
        guard points.count > Self.limit else { return }
        let half = points.count / 2
        points = points[..<half].enumerated().filter { $0.offset % 2 == 0 }.map(\.element) + points[half...]
        edition += 1
    }

    mutating func removeAll() {
        guard !points.isEmpty else { return }
        points = []
        edition += 1
    }

    /// Returns the points after those that a cursor stands for, and whether they replace them.
    func points(after cursor: Cursor) -> (points: ArraySlice<Point>, replace: Bool, cursor: Cursor) {
        let isContinued = cursor.edition == edition && cursor.count <= points.count
        let rest = points[(isContinued ? cursor.count : 0)...]
        return (rest, !isContinued, Cursor(edition: edition, count: points.count))
    }
}

extension Trace.Point: JSONWritable {
    func write(to json: inout JSONWriter) {
        // A tenth of a metre.
        [(latitude * 1e6).rounded() / 1e6, (longitude * 1e6).rounded() / 1e6, Double(time)].write(to: &json)
    }
}
