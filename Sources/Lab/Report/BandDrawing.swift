import LocationModel
import UserInput
import WaymarkEngine

/// Speed, accuracy, changes, widgets and receivers over time, each in a row below one axis.
///
/// Horizontal places are shares of the width, so that a phone shows the same times with text of the same size.
struct BandDrawing {
    private static let top = 24.0
    private static let title = 15.0
    private static let chart = 56.0
    private static let band = 18.0

    private typealias Span = RunReport.Span

    private let report: RunReport
    private let seconds: Double
    private(set) var drawing = Drawing()
    private var y = Self.top

    init(_ report: RunReport, isStandalone: Bool) {
        self.report = report
        seconds = max(report.start.duration(to: report.end).inSeconds, 1)
        drawing.isStandalone = isStandalone
        draw()
    }

    var height: Double { y + 4 }

    private func share(_ time: UTCInstant) -> Double { report.start.duration(to: time).inSeconds / seconds }

    private func percent(_ share: Double) -> String { "\((share * 100).finelyDrawn)%" }

    private func x(_ time: UTCInstant) -> String { percent(min(max(share(time), 0), 1)) }

    private mutating func draw() {
        drawAxis()
        drawShape()
        draw(report.speeds, "speed", "km/h", "speed")
        draw(report.accuracies, "error of the fixes", "m", "error")
        if !report.troubles.isEmpty || !report.distrusted.isEmpty { drawTroubles() }
        if !report.changes.isEmpty {
            beginRow("significant changes")
            for change in report.changes {
                drawing.event(report.words(change), style: "change", circle(change, y + 8, radius: 4))
            }
            y += Self.band
        }
        for (_, band) in report.bands.sorted(by: { $0.key < $1.key }) { draw(band) }
        drawReceivers()
    }

    /// Draws stays and trips as one strip.
    private mutating func drawShape() {
        guard report.fixCount > 0 else { return }
        for stay in report.shape.stays {
            bar(.init(start: stay.start, end: stay.end), y, 7, "stayed", "stay of \(stay.length.daysInWords)")
        }
        for trip in report.shape.trips {
            let words = "\(distanceInWords(trip.meters)) in \(trip.start.duration(to: trip.end).daysInWords)"
            bar(.init(start: trip.start, end: trip.end), y, 7, "trip", words)
        }
        y += 14
    }

    private mutating func draw(_ series: TimeSeries, _ name: String, _ unit: String, _ style: String) {
        // A few wild values would flatten all others.
        guard let high = series.quantile(0.99) else { return }
        let limit =
            [1.0, 2, 5, 10, 20, 40, 60, 80, 100, 150, 200, 300, 500, 1000].first { $0 >= high } ?? high
        let half = style == "error" ? "half below \((series.quantile(0.5) ?? 0).drawn), " : ""
        let remark = "\(half)up to \((series.quantile(1) ?? high).drawn)"
        beginRow("\(name), \(unit)", remark: remark)
        var path = ""
        var isDown = false
        for (bin, value) in series.bins.enumerated() {
            if let value {
                let left = Double(bin) * series.secondsPerBin / seconds * 1000
                let level = 100 - min(value / limit, 1) * 100
                path += "\(isDown ? "L" : "M")\(left.drawn),\(level.drawn)" + (isDown ? "" : "h.6")
            }
            isDown = value != nil
        }
        let lane = #"<rect width="100%" y="\#(y.drawn)" height="\#(Self.chart.drawn)"/>"#
        drawing.add(#"<g class="chart">\#(lane)\#(stretched(path, style, name, Self.chart))</g>"#)
        drawing.label(limit.drawn, x: "100%", y: y + 11, anchor: "end", style: "faint")
        y += Self.chart + 8
    }

    private mutating func beginRow(_ name: String, remark: String? = nil) {
        drawing.label(name, x: "0", y: y + 11, style: "row")
        if let remark { drawing.label(remark, x: "100%", y: y + 11, anchor: "end", style: "faint") }
        y += Self.title
    }

    private mutating func drawTroubles() {
        beginRow("doubts")
        for span in report.distrustedSpans { bar(span, y + 3, 10, "distrust", "a receiver is not trusted") }
        for trouble in report.troubles {
            drawing.event(report.words(trouble), style: "trouble", sign("▲", trouble, y + 13))
        }
        y += Self.band
    }

    private mutating func draw(_ band: RunReport.Band) {
        let reloads = band.events.count { if case .widget(.reload) = $0.decision { true } else { false } }
        beginRow(band.name, remark: "\(reloads) reload\(reloads == 1 ? "" : "s")")
        drawing.add(#"<rect class="lane" x="0" y="\#(y.drawn)" width="100%" height="\#(Self.band.drawn)"/>"#)
        for span in band.inUse.spans { bar(span, y, Self.band, "in-use", "\(band.name): in use") }
        for span in band.inView.spans { bar(span, y, Self.band, "in-view", "\(band.name): in view") }
        for span in band.pending.spans {
            bar(span, y + Self.band - 3, 3, "is-pending", "\(band.name): a reload is pending")
        }
        for event in band.events {
            let middle = y + Self.band / 2
            if case .widget(.reload(_, let reason, let absence, _, _)) = event.decision {
                let isAbsent = absence != nil && absence != .notWanted
                let style = "reload \(reason.rawValue)\(isAbsent ? " absent" : "")"
                drawing.event(report.words(event), style: style, circle(event, middle, radius: 5))
            } else {
                drawing.event(report.words(event), style: "failure", sign("×", event, middle + 6))
            }
        }
        y += Self.band + 8
    }

    private mutating func drawReceivers() {
        let part = Int((report.onTime.inSeconds / seconds * 100).rounded())
        beginRow("receivers on", remark: "\(report.onTime.daysInWords), \(part) %")
        drawShares(report.receiversOn.spans, 12, "on", "receivers on for \(report.onTime.words)")
        y += Self.band
        for (_, receiver) in report.receivers.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            beginRow(String(receiver.name.split(separator: "/").last ?? "").shortened)
            let ends = receiver.states.dropFirst().map(\.start) + [report.end]
            let states = zip(receiver.states, ends).map { (state: $0, span: Span(start: $0.start, end: $1)) }
            let fixed = states.filter { $0.state.condition == .fixed }.map(\.span)
            drawShares(fixed, 10, "state-fixed", "\(receiver.name): has a fix")
            for (state, span) in states where ![.off, .fixed].contains(state.condition) {
                bar(span, y, 10, "state-\(state.condition.rawValue)", state.text)
            }
            y += Self.band
        }
    }

    /// Draws the share of each thousandth of the time that the spans cover, so that a short pause is seen, too.
    private mutating func drawShares(_ spans: [Span], _ height: Double, _ style: String, _ words: String) {
        var shares = [Double](repeating: 0, count: 1000)
        for span in spans {
            // A clock that was set back has times before the beginning.
            let (start, end) = (share(span.start) * 1000, share(span.end) * 1000)
            let (first, last) = (max(Int(start), 0), min(Int(max(end, 0)), shares.count - 1))
            for pixel in first..<max(first, last + 1) {
                shares[pixel] += max(min(end, Double(pixel + 1)) - max(start, Double(pixel)), 0)
            }
        }
        var path = "M0,100"
        var level = 0.0
        for (pixel, share) in shares.enumerated() {
            // Even the shortest use leaves a trace.
            let size = share > 0 ? max(min(share, 1) * 100, 8).rounded() : 0
            guard size != level else { continue }
            path += "H\(pixel)V\((100 - size).drawn)"
            level = size
        }
        path += "H1000V100z"
        drawing.add(stretched(path, style, words, height))
    }

    /// Returns a path of 1000 by 100 over the whole width.
    private func stretched(_ path: String, _ style: String, _ words: String, _ height: Double) -> String {
        let place = #"y="\#(y.drawn)" width="100%" height="\#(height.drawn)" viewBox="0 0 1000 100""#
        let shape = #"<path class="\#(style)" d="\#(path)"><title>\#(words.escaped)</title></path>"#
        return #"<svg \#(place) preserveAspectRatio="none">\#(shape)</svg>"#
    }

    private func circle(_ item: RunReport.Item, _ y: Double, radius: Int) -> String {
        #"<circle cx="\#(x(item.time))" cy="\#(y.drawn)" r="\#(radius)"/>"#
    }

    private func sign(_ sign: String, _ item: RunReport.Item, _ y: Double) -> String {
        #"<text x="\#(x(item.time))" y="\#(y.drawn)" text-anchor="middle">\#(sign)</text>"#
    }

    private mutating func bar(_ span: Span, _ y: Double, _ height: Double, _ style: String, _ words: String) {
        let start = min(max(share(span.start), 0), 1)
        let width = max(min(share(span.end), 1) - start, 0.0008)
        let title = "\(report.clock(span.start)) to \(report.clock(span.end))  \(words)"
        drawing.add(
            #"<rect class="\#(style)" x="\#(percent(start))" y="\#(y.drawn)" width="\#(percent(width))" height="\#(height.drawn)"><title>\#(title.escaped)</title></rect>"#
        )
    }

    private mutating func drawAxis() {
        let step = report.step(atMost: 12)
        let shift = report.isDated ? Double(report.offset(report.start)) : -report.start.secondsSince1970
        let first = ((report.start.secondsSince1970 + shift) / step).rounded(.up) * step - shift
        let ticks = stride(from: first, through: report.end.secondsSince1970, by: step)
        for (count, tick) in ticks.enumerated() {
            let instant = UTCInstant(secondsSince1970: Int64(tick))
            let center = x(instant)
            drawing.add(#"<line class="tick" x1="\#(center)" y1="16" x2="\#(center)" y2="100%"/>"#)
            guard (0.02...0.98).contains(share(instant)) else { continue }
            let minute = report.minute(instant)
            let isNewDay = step >= 86_400 || seconds > 86_400 && report.isDated && minute == "00:00"
            let words = isNewDay ? String(report.local(instant).dropFirst(5).prefix(5)) : minute
            // A phone has room for every second one.
            let style = count % 2 == 0 ? "tick-label" : "tick-label odd"
            drawing.label(words, x: center, y: 12, anchor: "middle", style: style)
        }
    }
}
