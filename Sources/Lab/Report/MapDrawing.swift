import LocationModel
import WaymarkEngine
import WorldMap

/// The track on a map: true to scale, north is up; the origin of the drawing is in the middle.
struct MapDrawing {
    static let width = 1000.0
    static let height = 560.0
    private static let margin = 60.0

    /// The most points that are drawn.
    private static let mostPoints = 6000

    private let report: RunReport
    private let origin: Coordinate
    let unitsPerMeter: Double

    /// The size of the track in units; it is in the middle.
    let size: (width: Double, height: Double)
    let speeds: SpeedScale?

    /// The track between gaps.
    private let lines: [[TrackSketch.Point]]

    /// The distance within which the drawn track is the recorded one.
    private(set) var toleranceMeters = 0.0
    private(set) var drawing = Drawing()
    private var placer = LabelPlacer(width: Self.width, height: Self.height)

    /// Draws a map; `nil` if there is no place to draw.
    ///
    /// A standalone map has its scale and its north in it.
    init?(_ report: RunReport, isStandalone: Bool) {
        let places = report.track.points.map(\.coordinate)
        guard let first = places.first else { return nil }
        self.report = report
        let offsets = places.map { first.offsetMeters(to: $0) }
        let (west, east) = (offsets.map(\.east).min() ?? 0, offsets.map(\.east).max() ?? 0)
        let (south, north) = (offsets.map(\.north).min() ?? 0, offsets.map(\.north).max() ?? 0)
        origin = first.offset(eastMeters: (west + east) / 2, northMeters: (south + north) / 2)
        // A machine at rest is drawn with its surroundings.
        let (breadth, depth) = (max(east - west, 400), max(north - south, 200))
        unitsPerMeter = min(
            (Self.width - 2 * Self.margin) / breadth,
            (Self.height - 2 * Self.margin) / depth
        )
        size = (breadth * unitsPerMeter, depth * unitsPerMeter)
        lines = report.track.points.reduce(into: []) { lines, point in
            if point.isAfterGap || lines.isEmpty { lines.append([]) }
            lines[lines.count - 1].append(point)
        }
        speeds = SpeedScale(report.track.points.compactMap { $0.speedMetersPerSecond.map { $0 * 3.6 } })
        drawing.isStandalone = isStandalone
        draw()
        if isStandalone { drawFurniture() }
    }

    private func point(_ coordinate: Coordinate) -> DrawnPoint {
        let offset = origin.offsetMeters(to: coordinate)
        return (offset.east * unitsPerMeter, -offset.north * unitsPerMeter)
    }

    /// The length of the bar of the scale in metres.
    private var scaleMeters: Double {
        var meters = 1.0
        while meters * 10 <= 170 / unitsPerMeter { meters *= 10 }
        return [5, 2].map { $0 * meters }.first { $0 <= 170 / unitsPerMeter } ?? meters
    }

    private mutating func draw() {
        // The map goes on beyond the drawing, for other proportions and for moving it.
        let frame = MapPaths.Frame(width: 3 * Self.width, height: 3 * Self.height)
        let map = MapPaths(around: origin, metersPerUnit: 1 / unitsPerMeter, frame: frame)
        drawing.draw(map, in: frame)
        drawGrid(frame)
        drawAccuracy()
        drawTrack()
        for (x, y) in report.doubtfulPlaces.map({ point($0) }) {
            drawing.add(#"<path class="doubtful" d="M\#((x - 3).drawn),\#((y - 3).drawn)l6,6m0,-6l-6,6"/>"#)
        }
        drawStays()
        drawChanges()
        drawTroubles()
        drawEnds()
        drawTimes()
        drawing.draw(map.places, &placer)
    }

    private mutating func drawGrid(_ frame: MapPaths.Frame) {
        let step = scaleMeters * unitsPerMeter
        var path = ""
        for x in stride(from: (frame.left / step).rounded(.up) * step, through: frame.right, by: step) {
            path += "M\(x.drawn),\(frame.top.drawn)V\(frame.bottom.drawn)"
        }
        for y in stride(from: (frame.top / step).rounded(.up) * step, through: frame.bottom, by: step) {
            path += "M\(frame.left.drawn),\(y.drawn)H\(frame.right.drawn)"
        }
        drawing.add(#"<path class="grid" d="\#(path)"/>"#)
    }

    private mutating func drawAccuracy() {
        var last: DrawnPoint?
        for sketched in report.track.points {
            guard let radius = sketched.radiusMeters.map({ $0 * unitsPerMeter }), radius > 4 else { continue }
            let (x, y) = point(sketched.coordinate)
            // Circles that mostly cover each other say nothing more.
            if let last, abs(last.x - x) + abs(last.y - y) < 1.5 * radius { continue }
            last = (x, y)
            let size = min(radius, 400).drawn
            drawing.add(#"<circle class="accuracy" cx="\#(x.drawn)" cy="\#(y.drawn)" r="\#(size)"/>"#)
        }
    }

    private mutating func drawTrack() {
        // Enlarged, half of a pixel is a quarter of a unit.
        var tolerance = 0.25
        let places = lines.map { $0.map { point($0.coordinate) } }
        var kept = places.map { simplified($0, within: tolerance) }
        while kept.reduce(0, { $0 + $1.count }) > Self.mostPoints {
            tolerance *= 2
            kept = places.map { simplified($0, within: tolerance) }
        }
        toleranceMeters = max(tolerance / unitsPerMeter, report.track.leastMeters)
        var gaps = ""
        for (before, after) in zip(places, places.dropFirst()) {
            guard let from = before.last, let to = after.first else { continue }
            gaps += "M\(from.x.drawn),\(from.y.drawn)L\(to.x.drawn),\(to.y.drawn)"
            placer.take(from: from, to: to)
        }
        drawing.add(#"<path class="gap" d="\#(gaps)"/>"#)
        for (index, line) in lines.enumerated() {
            let levels = speeds?.levels(line.map { $0.speedMetersPerSecond.map { $0 * 3.6 } })
            draw(kept[index], of: places[index], levels)
            // Where a receiver was not trusted.
            for span in report.distrustedSpans {
                let part = zip(line, places[index])
                    .filter { $0.0.time >= span.start && $0.0.time <= span.end }.map(\.1)
                guard part.count > 1 else { continue }
                let points = simplified(part, within: 0.5).map { "\(part[$0].x.drawn),\(part[$0].y.drawn)" }
                drawing.add(#"<polyline class="distrusted" points="\#(points.joined(separator: " "))"/>"#)
            }
        }
    }

    /// Draws some points of a line, each run with the class of its speed.
    private mutating func draw(_ kept: [Int], of line: [DrawnPoint], _ levels: [Int]?) {
        func text(_ index: Int) -> String { "\(line[index].x.finelyDrawn),\(line[index].y.finelyDrawn) " }
        var runs: [(level: Int, points: String)] = []
        for (position, next) in zip(kept, kept.dropFirst()) {
            placer.take(from: line[position], to: line[next])
            // A run has the class of the way after its first point.
            let level = levels.map { $0[(position + next) / 2] } ?? 0
            if runs.last?.level != level { runs.append((level, text(position))) }
            runs[runs.count - 1].points += text(next)
        }
        for run in runs {
            drawing.add(#"<polyline class="track v\#(run.level)" points="\#(run.points)"/>"#)
        }
    }

    /// Draws a disc for each place of stays, as large as they were long.
    private mutating func drawStays() {
        var places: [(center: Coordinate, stays: [DayShape.Stay])] = []
        for stay in report.shape.stays {
            if let same = places.firstIndex(where: { $0.center.distanceMeters(to: stay.center) < 200 }) {
                places[same].stays.append(stay)
            } else {
                places.append((stay.center, [stay]))
            }
        }
        func length(_ stays: [DayShape.Stay]) -> Duration { stays.reduce(.zero) { $0 + $1.length } }
        places.sort { length($0.stays) > length($1.stays) }
        for (center, stays) in places.prefix(200) {
            let place = point(center)
            let total = length(stays)
            let radius = min(5 + 4.5 * (total.inSeconds / 3600).squareRoot(), 20)
            let times = stays.prefix(6).map { "\(report.clock($0.start)) to \(report.clock($0.end))" }
            let rest = stays.count > 6 ? " and \(stays.count - 6) more" : ""
            let words = "Stay of \(total.daysInWords): \(times.joined(separator: ", "))\(rest)"
            placer.take(around: place, radius: radius * 0.7)
            let isLong = total >= .seconds(600)
            let label = isLong ? placer.label(total.daysInWords, at: place, radius: radius) : nil
            let disc = #"<circle r="\#(radius.drawn)"/>"#
            drawing.event(words, style: "stay", disc + (label ?? ""), at: place)
        }
    }

    /// Draws significant changes as small points, with their number where it hides nothing.
    private mutating func drawChanges() {
        // Many points in a row would be beads on the track.
        let radius = report.changes.count > 40 ? 2.4 : 3.4
        var numbered: [DrawnPoint] = []
        for (index, change) in report.changes.enumerated() {
            guard let place = change.place.map({ point($0.coordinate) }) else { continue }
            let number = "\(index + 1)"
            let isNear = numbered.contains { abs($0.x - place.x) + abs($0.y - place.y) < 60 }
            let label = isNear ? nil : placer.label(number, at: place, radius: 4, style: "number")
            if label != nil { numbered.append(place) }
            let shown = label ?? #"<text class="number bare" x="9" y="4">\#(number)</text>"#
            let dot = #"<circle r="\#(radius)"/>"#
            drawing.event(report.words(change), style: "change", dot + shown, at: place)
        }
    }

    private mutating func drawTroubles() {
        for trouble in report.troubles.prefix(100) {
            guard let place = trouble.place else { continue }
            let isAttack = if case .position(.trustChanged) = trouble.decision { true } else { false }
            let shape =
                isAttack
                ? #"<path d="M0,-9l9,15h-18z"/><text y="4.5" text-anchor="middle">!</text>"#
                : #"<path d="M0,-5l5,8h-10z"/>"#
            drawing.event(report.words(trouble), style: "trouble", shape, at: point(place.coordinate))
        }
    }

    private mutating func drawEnds() {
        let ends = [
            (report.track.points.first, "start", "beginning", #"<circle r="5"/>"#),
            (report.track.points.last, "end", "end", #"<rect x="-5" y="-5" width="10" height="10"/>"#),
        ]
        for case (let end?, let name, let words, let shape) in ends {
            let place = point(end.coordinate)
            let label = placer.label("\(name) \(report.minute(end.time))", at: place, radius: 6) ?? ""
            let title = "The \(words) of the track: \(report.clock(end.time))"
            drawing.event(title, style: "end", shape + label, at: place)
        }
    }

    /// Writes times along the track, about eight of them.
    private mutating func drawTimes() {
        let step = report.step(atMost: 10)
        var next = 0.0
        for sketched in report.track.points {
            let local =
                report.isDated
                ? Double(report.offset(sketched.time)) + sketched.time.secondsSince1970
                : report.start.duration(to: sketched.time).inSeconds
            let tick = (local / step).rounded(.down)
            defer { next = max(next, tick + 1) }
            // The first point after the full time, unless it comes late.
            guard next > 0, tick >= next, local - tick * step < step / 10 else { continue }
            let place = point(sketched.coordinate)
            let words = report.minute(sketched.time.advanced(by: .seconds(tick * step - local)))
            guard let label = placer.label(words, at: place, radius: 3) else { continue }
            drawing.mark("time", #"<circle r="2"/>"# + label, at: place)
        }
    }

    /// Draws scale, north, speeds and attribution.
    private mutating func drawFurniture() {
        let (left, bottom) = (-Self.width / 2 + 14, Self.height / 2 - 12)
        let right = -left
        let end = left + scaleMeters * unitsPerMeter
        drawing.add(#"<path class="scale" d="M\#(left.drawn),\#((bottom - 5).drawn)v5H\#(end.drawn)v-5"/>"#)
        drawing.label(distanceInWords(scaleMeters), x: (end + 6).drawn, y: bottom)
        drawing.add(#"<path class="scale" d="M\#(right.drawn),\#((-bottom + 16).drawn)v-20m-5,7l5,-7l5,7"/>"#)
        drawing.label("N", x: (right - 10).drawn, y: -bottom + 16, anchor: "end")
        drawing.label(WorldMap.attribution, x: right.drawn, y: bottom, anchor: "end", style: "label faint")
        guard let speeds else { return }
        for level in 0..<SpeedScale.count {
            let x = left + Double(level) * 74
            drawing.add(#"<path class="track v\#(level)" d="M\#(x.drawn),\#((-bottom + 2).drawn)h12"/>"#)
            let unit = level == SpeedScale.count - 1 ? " km/h" : ""
            drawing.label(speeds.name(level) + unit, x: (x + 16).drawn, y: -bottom + 6)
        }
    }

    /// Returns a map of the country around, on which the track is a point; empty unless the track is small
    /// enough.
    func locator(_ attributes: String) -> String {
        guard 1 / unitsPerMeter < 350 else { return "" }
        let (width, height) = (150.0, 110.0)
        let frame = MapPaths.Frame(width: width, height: height)
        let map = MapPaths(around: origin, metersPerUnit: 3500, frame: frame)
        var drawing = Drawing()
        drawing.draw(map, in: frame)
        var placer = LabelPlacer(width: width, height: height)
        placer.take(around: (0, 0), radius: 8)
        drawing.draw(map.places.filter { !$0.name.isCountry }.prefix(4), &placer)
        drawing.add(#"<circle class="here" r="5"/><rect class="coast" \#(frame.attributes)/>"#)
        return "<svg \(attributes) viewBox=\"-75 -55 150 110\">\n\(drawing.text)</svg>"
    }

    /// Whether the locator hides less of the track in the lower right corner than in the upper one.
    var locatorIsLow: Bool {
        let places = report.track.points.map { point($0.coordinate) }.filter { $0.x > 0.15 * Self.width }
        return places.count { $0.y < -0.1 * Self.height } > places.count { $0.y > 0.1 * Self.height }
    }
}

extension MapPaths.Frame {
    fileprivate var attributes: String {
        let (width, height) = (right - left, bottom - top)
        return #"x="\#(left.drawn)" y="\#(top.drawn)" width="\#(width.drawn)" height="\#(height.drawn)""#
    }
}

extension Drawing {
    fileprivate mutating func draw(_ map: MapPaths, in frame: MapPaths.Frame) {
        add(#"<rect class="sea" \#(frame.attributes)/>"#)
        add(#"<path class="land" d="\#(map.land)"/><path class="lake" d="\#(map.lakes)"/>"#)
        add(#"<path class="coast" d="\#(map.coast)"/><path class="border" d="\#(map.borders)"/>"#)
    }

    /// Draws names where there is room for them, the more important first.
    fileprivate mutating func draw(_ places: some Sequence<MapPaths.Place>, _ placer: inout LabelPlacer) {
        var drawn = 0
        for place in places where drawn < 40 {
            let (isCountry, middle) = (place.name.isCountry, (place.x, place.y))
            let radius = isCountry ? nil : 2.0
            guard let label = placer.label(place.name.text, at: middle, radius: radius) else { continue }
            drawn += 1
            let (style, dot) = isCountry ? ("country", "") : ("place", #"<circle r="2.2"/>"#)
            mark(style, dot + label, at: middle)
        }
    }
}

/// Returns the indices of the points without those within a distance of the line through their neighbours (Douglas and
/// Peucker).
private func simplified(_ line: [DrawnPoint], within tolerance: Double) -> [Int] {
    guard line.count > 2 else { return Array(line.indices) }
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
            let distance = length > 0 ? abs(px * dy - py * dx) / length : (px * px + py * py).squareRoot()
            if distance > farthest.distance { farthest = (index, distance) }
        }
        guard farthest.distance > tolerance else { continue }
        isKept[farthest.index] = true
        open += [(first, farthest.index), (farthest.index, last)]
    }
    return line.indices.filter { isKept[$0] }
}
