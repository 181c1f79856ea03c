import LocationModel

/// The track as a map without a background: true to scale, north is up.
struct MapDrawing {
    static let width = 1000.0
    private static let margin = 40.0

    /// The height of the strip for the scale, below the track.
    private static let strip = 26.0

    /// The distance in pixels from which on two changes can be told apart.
    private static let apart = 15.0
    private static let heights = 220.0...520.0

    private let report: RunReport
    private let origin: Coordinate
    private let west: Double
    private let north: Double
    private let pixelsPerMeter: Double
    let height: Double

    /// Prepares a map, or `nil` if there is no place to draw.
    init?(_ report: RunReport) {
        let places =
            report.track.points.map(\.coordinate) + report.changes.compactMap { $0.place?.coordinate }
        guard let origin = places.first else { return nil }
        self.report = report
        self.origin = origin
        let offsets = places.map { origin.offsetMeters(to: $0) }
        let (west, east) = (offsets.map(\.east).min() ?? 0, offsets.map(\.east).max() ?? 0)
        let (south, north) = (offsets.map(\.north).min() ?? 0, offsets.map(\.north).max() ?? 0)
        // A machine at rest is drawn with what is around it.
        let (breadth, depth) = (max(east - west, 200), max(north - south, 100))
        let room = Self.width - 2 * Self.margin
        let scale = min(room / breadth, (Self.heights.upperBound - 2 * Self.margin) / depth)
        pixelsPerMeter = scale
        let trackHeight = max(depth * scale + 2 * Self.margin, Self.heights.lowerBound)
        height = trackHeight + Self.strip
        self.west = (west + east) / 2 - Self.width / 2 / scale
        self.north = (north + south) / 2 + trackHeight / 2 / scale
    }

    private func point(_ coordinate: Coordinate) -> (x: Double, y: Double) {
        let offset = origin.offsetMeters(to: coordinate)
        return ((offset.east - west) * pixelsPerMeter, (north - offset.north) * pixelsPerMeter)
    }

    func draw(into drawing: inout Drawing) {
        drawAccuracy(&drawing)
        drawTrack(&drawing)
        drawing.changes(
            report.changes.enumerated().compactMap { index, change in
                change.place.map { (index + 1, report.words(change), point($0.coordinate)) }
            },
            apart: Self.apart
        )
        drawScale(&drawing)
    }

    private func drawAccuracy(_ drawing: inout Drawing) {
        var last: (x: Double, y: Double)?
        for sketched in report.track.points {
            guard let radius = sketched.radiusMeters, radius * pixelsPerMeter > 3 else { continue }
            let (x, y) = point(sketched.coordinate)
            // Circles that mostly cover each other say nothing more.
            if let last, abs(last.x - x) + abs(last.y - y) < radius * pixelsPerMeter { continue }
            last = (x, y)
            let size = min(radius * pixelsPerMeter, 400).drawn
            drawing.add(#"<circle class="accuracy" cx="\#(x.drawn)" cy="\#(y.drawn)" r="\#(size)"/>"#)
        }
    }

    private func drawTrack(_ drawing: inout Drawing) {
        var lines: [[(x: Double, y: Double)]] = []
        for sketched in report.track.points {
            let place = point(sketched.coordinate)
            if sketched.isAfterGap {
                if let last = lines.last?.last {
                    drawing.add(
                        #"<line class="gap" x1="\#(last.x.drawn)" y1="\#(last.y.drawn)" x2="\#(place.x.drawn)" y2="\#(place.y.drawn)"/>"#
                    )
                }
                lines.append([])
            }
            lines[lines.count - 1].append(place)
        }
        for line in lines {
            let points = Self.simplified(line).map { "\($0.x.drawn),\($0.y.drawn)" }.joined(separator: " ")
            drawing.add(#"<polyline class="track" points="\#(points)"/>"#)
        }
        if let first = lines.first?.first {
            drawing.add(
                #"<circle class="start" cx="\#(first.x.drawn)" cy="\#(first.y.drawn)" r="4"><title>the beginning</title></circle>"#
            )
        }
        if let last = lines.last?.last {
            drawing.add(
                #"<rect class="start" x="\#((last.x - 4).drawn)" y="\#((last.y - 4).drawn)" width="8" height="8"><title>the end</title></rect>"#
            )
        }
    }

    /// Drops the points that are within half a pixel of the line through their neighbours (Douglas and Peucker).
    private static func simplified(_ line: [(x: Double, y: Double)]) -> [(x: Double, y: Double)] {
        guard line.count > 2 else { return line }
        var isKept = [Bool](repeating: false, count: line.count)
        (isKept[0], isKept[line.count - 1]) = (true, true)
        var open = [(0, line.count - 1)]
        while let (first, last) = open.popLast() {
            guard last > first + 1 else { continue }
            let (a, b) = (line[first], line[last])
            let (dx, dy) = (b.x - a.x, b.y - a.y)
            let length = (dx * dx + dy * dy).squareRoot()
            var farthest = (index: first, distance: 0.0)
            for index in (first + 1)..<last {
                let (px, py) = (line[index].x - a.x, line[index].y - a.y)
                let distance =
                    length > 0 ? abs(px * dy - py * dx) / length : (px * px + py * py).squareRoot()
                if distance > farthest.distance { farthest = (index, distance) }
            }
            guard farthest.distance > 0.5 else { continue }
            isKept[farthest.index] = true
            open += [(first, farthest.index), (farthest.index, last)]
        }
        return line.indices.filter { isKept[$0] }.map { line[$0] }
    }

    private func drawScale(_ drawing: inout Drawing) {
        let widest = 200 / pixelsPerMeter
        var length = 1.0
        for factor in [
            1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6,
        ] where factor <= widest {
            length = factor
        }
        let (y, x) = (height - 14, Self.margin)
        let end = x + length * pixelsPerMeter
        drawing.add(#"<path class="scale" d="M\#(x.drawn),\#((y - 4).drawn)v4H\#(end.drawn)v-4"/>"#)
        drawing.label(
            length >= 1000 ? "\((length / 1000).drawn) km" : "\(length.drawn) m",
            x: end + 6,
            y: y + 2
        )
        let right = Self.width - Self.margin
        drawing.add(#"<path class="scale" d="M\#(right.drawn),\#((y + 4).drawn)v-20m-5,7l5,-7l5,7"/>"#)
        drawing.label("N", x: right - 10, y: y + 2, anchor: "end")
    }
}
