package import LocationModel

/// The part of a map in a frame, as paths of SVG, in the units of whoever draws.
///
/// Fill `land` and `lakes` by the even-odd rule, and draw lines along `coast` and `borders`.
package struct MapPaths {
    package struct Frame {
        package var (left, top, right, bottom): (Double, Double, Double, Double)

        package init(left: Double, top: Double, right: Double, bottom: Double) {
            (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
        }

        func holds(_ x: Double, _ y: Double) -> Bool { x >= left && x <= right && y >= top && y <= bottom }
    }

    package struct Name {
        package let text: String
        package let rank: Int
        package let isCountry: Bool
        package let x: Double
        package let y: Double
    }

    package private(set) var land = ""
    package private(set) var lakes = ""
    package private(set) var coast = ""
    package private(set) var borders = ""

    /// Countries and places in the frame, the most important first.
    package private(set) var names: [Name] = []

    private let frame: Frame

    /// Points nearer to each other than this are left out.
    private let least: Double
    private let project: (_ longitude: Double, _ latitude: Double) -> (x: Double, y: Double)

    /// Draws what is in a frame around an origin, where a unit is so many metres, east is right and south is down.
    ///
    /// The projection is that of a small area: equal distances are equal at the origin's latitude only.
    package init(
        of map: WorldMap,
        around origin: Coordinate,
        metersPerUnit: Double,
        frame: Frame,
        leastUnits: Double = 1.2
    ) {
        let east = origin.offset(eastMeters: 1000, northMeters: 0).longitudeDegrees - origin.longitudeDegrees
        let degreesEast = east.remainder(dividingBy: 360) / 1000 * metersPerUnit
        let north = origin.offset(eastMeters: 0, northMeters: -1000).latitudeDegrees
        let degreesNorth = (origin.latitudeDegrees - north) / 1000 * metersPerUnit
        self.frame = frame
        least = leastUnits
        project = { longitude, latitude in
            (
                (longitude - origin.longitudeDegrees) / degreesEast,
                (origin.latitudeDegrees - latitude) / degreesNorth
            )
        }
        guard degreesEast > 0, degreesNorth > 0 else { return }
        let tiles = map.tiles(
            west: origin.longitudeDegrees + frame.left * degreesEast,
            east: origin.longitudeDegrees + frame.right * degreesEast,
            south: origin.latitudeDegrees - frame.bottom * degreesNorth,
            north: origin.latitudeDegrees - frame.top * degreesNorth
        )
        for tile in tiles {
            for ring in tile.land {
                let points = ring.points.map { project($0.longitude, $0.latitude) }
                land += filled(points)
                coast += stroked(points, ring.isCut, isRing: true)
            }
            for ring in tile.lakes {
                let points = ring.points.map { project($0.longitude, $0.latitude) }
                lakes += filled(points)
                coast += stroked(points, ring.isCut, isRing: true)
            }
            for line in tile.borders {
                let points = line.points.map { project($0.longitude, $0.latitude) }
                borders += stroked(points, line.isCut, isRing: false)
            }
            for name in tile.names {
                let offset = origin.offsetMeters(to: name.coordinate)
                let (x, y) = (offset.east / metersPerUnit, -offset.north / metersPerUnit)
                guard frame.holds(x, y) else { continue }
                names.append(
                    Name(text: name.text, rank: name.rank, isCountry: name.isCountry, x: x, y: y)
                )
            }
        }
        names.sort { ($0.rank, $0.text) < ($1.rank, $1.text) }
    }

    private func isSeen(_ points: [(x: Double, y: Double)]) -> Bool {
        let (xs, ys) = (points.lazy.map(\.x), points.lazy.map(\.y))
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else {
            return false
        }
        return right >= frame.left && left <= frame.right && bottom >= frame.top && top <= frame.bottom
            && max(right - left, bottom - top) > least
    }

    /// Returns the part of a ring in the frame (Sutherland and Hodgman).
    private func filled(_ ring: [(x: Double, y: Double)]) -> String {
        guard isSeen(ring) else { return "" }
        var points = ring
        let sides: [(inside: (Double, Double) -> Bool, isVertical: Bool, edge: Double)] = [
            ({ x, _ in x >= frame.left }, true, frame.left),
            ({ x, _ in x <= frame.right }, true, frame.right),
            ({ _, y in y >= frame.top }, false, frame.top),
            ({ _, y in y <= frame.bottom }, false, frame.bottom),
        ]
        for side in sides {
            var kept: [(x: Double, y: Double)] = []
            guard var before = points.last else { return "" }
            for point in points {
                if side.inside(before.x, before.y) != side.inside(point.x, point.y) {
                    let share =
                        side.isVertical
                        ? (side.edge - before.x) / (point.x - before.x)
                        : (side.edge - before.y) / (point.y - before.y)
                    kept.append(
                        (before.x + share * (point.x - before.x), before.y + share * (point.y - before.y))
                    )
                }
                if side.inside(point.x, point.y) { kept.append(point) }
                before = point
            }
            points = kept
        }
        return points.count > 2 ? path(points) + "z" : ""
    }

    /// Returns the parts of a line that may be seen, without cuts.
    private func stroked(_ points: [(x: Double, y: Double)], _ isCut: [Bool], isRing: Bool) -> String {
        guard isSeen(points), var before = isRing ? points.last : points.first else { return "" }
        var part: [(x: Double, y: Double)] = []
        var all = ""
        for (point, isCut) in zip(points, isCut) {
            let misses =
                max(before.x, point.x) < frame.left || min(before.x, point.x) > frame.right
                || max(before.y, point.y) < frame.top || min(before.y, point.y) > frame.bottom
            if isCut || misses {
                all += path(part)
                part = []
            } else {
                if part.isEmpty { part = [before] }
                part.append(point)
            }
            before = point
        }
        return all + path(part)
    }

    private func path(_ points: [(x: Double, y: Double)]) -> String {
        guard points.count > 1, let first = points.first, let last = points.last else { return "" }
        var drawn = first
        var path = "M\(first.x.short),\(first.y.short)L"
        for point in points.dropFirst().dropLast()
        where abs(point.x - drawn.x) + abs(point.y - drawn.y) >= least {
            drawn = point
            path += "\(point.x.short),\(point.y.short) "
        }
        return path + "\(last.x.short),\(last.y.short)"
    }
}

extension Double {
    /// The number with at most one decimal.
    fileprivate var short: String {
        let tenths = Int((min(max(self, -1e9), 1e9) * 10).rounded())
        let (whole, rest) = (abs(tenths) / 10, abs(tenths) % 10)
        return "\(tenths < 0 ? "-" : "")\(whole)\(rest == 0 ? "" : ".\(rest)")"
    }
}
