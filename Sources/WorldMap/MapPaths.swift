package import LocationModel

/// The part of a map in a frame, as paths of SVG, in the units of whoever draws.
///
/// Fill `land` and `lakes` by the even-odd rule, and draw lines along `coast` and `borders`.
package struct MapPaths {
    /// A frame whose middle is the origin.
    package struct Frame {
        package let (left, top, right, bottom): (Double, Double, Double, Double)

        package init(width: Double, height: Double) {
            (left, top, right, bottom) = (-width / 2, -height / 2, width / 2, height / 2)
        }

        func holds(_ x: Double, _ y: Double) -> Bool { x >= left && x <= right && y >= top && y <= bottom }
    }

    package struct Place {
        package let name: WorldMap.Name
        package let x: Double
        package let y: Double
    }

    package private(set) var land = ""
    package private(set) var lakes = ""
    package private(set) var coast = ""
    package private(set) var borders = ""

    /// Countries and places in the frame, the most important first.
    package private(set) var places: [Place] = []

    private typealias Point = (x: Double, y: Double)

    private let frame: Frame

    /// Points nearer to each other than this are left out.
    private let least = 1.2

    /// Draws the part of the map in a frame around an origin, where east is right and south is down.
    ///
    /// The projection is that of a small area: equal distances are equal at the origin's latitude only.
    package init(around origin: Coordinate, metersPerUnit: Double, frame: Frame) {
        let east = origin.offset(eastMeters: 1000, northMeters: 0).longitudeDegrees - origin.longitudeDegrees
        let degreesEast = east.remainder(dividingBy: 360) / 1000 * metersPerUnit
        let north = origin.offset(eastMeters: 0, northMeters: -1000).latitudeDegrees
        let degreesNorth = (origin.latitudeDegrees - north) / 1000 * metersPerUnit
        self.frame = frame
        guard degreesEast > 0, degreesNorth > 0 else { return }
        func projected(_ line: WorldMap.Line) -> [Point] {
            line.points.map { place in
                (
                    (place.longitude - origin.longitudeDegrees) / degreesEast,
                    (origin.latitudeDegrees - place.latitude) / degreesNorth
                )
            }
        }
        let tiles = WorldMap.bundled.tiles(
            west: origin.longitudeDegrees + frame.left * degreesEast,
            east: origin.longitudeDegrees + frame.right * degreesEast,
            south: origin.latitudeDegrees - frame.bottom * degreesNorth,
            north: origin.latitudeDegrees - frame.top * degreesNorth
        )
        for tile in tiles {
            land += tile.land.map { filled(projected($0)) }.joined()
            lakes += tile.lakes.map { filled(projected($0)) }.joined()
            coast += (tile.land + tile.lakes).map { stroked(projected($0), $0.isCut, isRing: true) }.joined()
            borders += tile.borders.map { stroked(projected($0), $0.isCut, isRing: false) }.joined()
            for name in tile.names {
                let offset = origin.offsetMeters(to: name.coordinate)
                let (x, y) = (offset.east / metersPerUnit, -offset.north / metersPerUnit)
                guard frame.holds(x, y) else { continue }
                places.append(Place(name: name, x: x, y: y))
            }
        }
        places.sort { ($0.name.rank, $0.name.text) < ($1.name.rank, $1.name.text) }
    }

    private func isSeen(_ points: [Point]) -> Bool {
        let (xs, ys) = (points.lazy.map(\.x), points.lazy.map(\.y))
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else {
            return false
        }
        return right >= frame.left && left <= frame.right && bottom >= frame.top && top <= frame.bottom
            && max(right - left, bottom - top) > least
    }

    /// Returns the part of a ring in the frame (Sutherland and Hodgman).
    private func filled(_ ring: [Point]) -> String {
        guard isSeen(ring) else { return "" }
        // The depth of a point inside of each side.
        let depths: [(Point) -> Double] = [
            { $0.x - frame.left }, { frame.right - $0.x }, { $0.y - frame.top }, { frame.bottom - $0.y },
        ]
        var points = ring
        for depth in depths {
            guard var before = points.last else { return "" }
            var kept: [Point] = []
            for point in points {
                let (from, to) = (depth(before), depth(point))
                if (from < 0) != (to < 0) {
                    let share = from / (from - to)
                    let (x, y) = (point.x - before.x, point.y - before.y)
                    kept.append((before.x + share * x, before.y + share * y))
                }
                if to >= 0 { kept.append(point) }
                before = point
            }
            points = kept
        }
        return points.count > 2 ? path(points) + "z" : ""
    }

    /// Returns the parts of a line that may be seen, without cuts.
    private func stroked(_ points: [Point], _ isCut: [Bool], isRing: Bool) -> String {
        guard isSeen(points), var before = isRing ? points.last : points.first else { return "" }
        var part: [Point] = []
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

    private func path(_ points: [Point]) -> String {
        guard points.count > 1, let first = points.first, let last = points.last else { return "" }
        var drawn = first
        var path = "M\(first.x.text(upTo: 1)),\(first.y.text(upTo: 1))L"
        for point in points.dropFirst().dropLast()
        where abs(point.x - drawn.x) + abs(point.y - drawn.y) >= least {
            drawn = point
            path += "\(point.x.text(upTo: 1)),\(point.y.text(upTo: 1)) "
        }
        return path + "\(last.x.text(upTo: 1)),\(last.y.text(upTo: 1))"
    }
}
