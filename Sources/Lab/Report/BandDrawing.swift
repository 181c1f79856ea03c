import LocationModel
import WaymarkEngine

/// The widgets and receivers over time, each in a band, below one axis.
struct BandDrawing {
    static let width = 1000.0
    private static let left = 130.0
    private static let right = 985.0
    private static let top = 26.0
    private static let bandHeight = 34.0
    private static let thinHeight = 20.0

    private let report: RunReport
    private let widgets: [RunReport.Band]
    private let receivers: [RunReport.ReceiverBand]
    private let seconds: Double
    let height: Double

    init(_ report: RunReport) {
        self.report = report
        widgets = report.bands.sorted { $0.key < $1.key }.map(\.value)
        receivers = report.receivers.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
        seconds = max(report.start.duration(to: report.end).inSeconds, 1)
        height =
            Self.top + Self.thinHeight + Double(widgets.count) * Self.bandHeight
            + Double(receivers.count + 1) * Self.thinHeight + 8
    }

    private func x(_ time: UTCInstant) -> Double {
        Self.left + (Self.right - Self.left) * report.start.duration(to: time).inSeconds / seconds
    }

    func draw(into drawing: inout Drawing) {
        drawAxis(&drawing)
        var y = Self.top
        drawing.label("changes", x: Self.left - 8, y: y + 14, anchor: "end")
        drawing.changes(
            report.changes.enumerated().map { ($0 + 1, report.words($1), (x($1.time), y + 9)) },
            apart: 16
        )
        y += Self.thinHeight
        for band in widgets {
            draw(band, at: y, &drawing)
            y += Self.bandHeight
        }
        drawing.label("receivers on", x: Self.left - 8, y: y + 14, anchor: "end")
        drawShares(
            report.receiversOn,
            bottom: y + 17,
            height: 14,
            "on",
            "receivers on for \(report.onTime.words)",
            &drawing
        )
        y += Self.thinHeight
        for receiver in receivers {
            drawing.label(short(receiver.name), x: Self.left - 8, y: y + 14, anchor: "end")
            let fixed = receiver.states.filter { $0.condition == .fixed }.map(\.span)
            drawShares(
                fixed,
                bottom: y + 17,
                height: 10,
                "state-fixed",
                "\(receiver.name): has a fix",
                &drawing
            )
            for state in receiver.states where ![.off, .fixed].contains(state.condition) {
                bar(state.span, y + 7, 10, "state-\(state.condition.rawValue)", state.text, &drawing)
            }
            y += Self.thinHeight
        }
    }

    private func draw(_ band: RunReport.Band, at y: Double, _ drawing: inout Drawing) {
        drawing.label(short(band.name), x: Self.left - 8, y: y + 21, anchor: "end")
        drawing.add(
            #"<rect class="lane" x="\#(Self.left.drawn)" y="\#((y + 4).drawn)" width="\#((Self.right - Self.left).drawn)" height="26"/>"#
        )
        for span in band.inUse { bar(span, y + 4, 26, "in-use", "\(band.name): in use", &drawing) }
        for span in band.inView { bar(span, y + 4, 26, "in-view", "\(band.name): in view", &drawing) }
        for span in band.pending {
            bar(span, y + 26, 4, "is-pending", "\(band.name): a reload is pending", &drawing)
        }
        for event in band.events {
            let center = x(event.time)
            let middle = y + 16
            let diamond =
                #"<path d="M\#(center.drawn),\#((middle - 8).drawn)l6,8l-6,8l-6,-8z"/>"#
            switch event.decision {
            case .reload(_, let reason, let absence, _, _):
                let style =
                    "reload \(reason.rawValue)" + (absence == nil || absence == .notWanted ? "" : " absent")
                drawing.event(report.words(event), style: style, diamond)
            default:
                drawing.event(
                    report.words(event),
                    style: "failure",
                    #"<path d="M\#((center - 5).drawn),\#((middle - 5).drawn)l10,10m0,-10l-10,10"/>"#
                )
            }
        }
    }

    /// Draws the share of each pixel's time that the spans cover, so that a pause shorter than a pixel is seen, too.
    private func drawShares(
        _ spans: [RunReport.Span],
        bottom: Double,
        height: Double,
        _ style: String,
        _ words: String,
        _ drawing: inout Drawing
    ) {
        var shares = [Double](repeating: 0, count: Int(Self.right - Self.left) + 1)
        for span in spans {
            let (start, end) = (x(span.start) - Self.left, x(span.end) - Self.left)
            // A clock that was set back has times before the beginning.
            let (first, last) = (max(Int(start), 0), min(Int(max(end, 0)), shares.count - 1))
            for pixel in first..<max(first, last + 1) {
                shares[pixel] += max(min(end, Double(pixel + 1)) - max(start, Double(pixel)), 0)
            }
        }
        var path = "M\(Self.left.drawn),\(bottom.drawn)"
        for (pixel, share) in shares.enumerated() {
            // Even the shortest use leaves a trace.
            let size = share > 0 ? max(min(share, 1) * height, 1) : 0
            path += "V\((bottom - size).drawn)H\((Self.left + Double(pixel + 1)).drawn)"
        }
        path += "V\(bottom.drawn)z"
        drawing.add(#"<path class="\#(style)" d="\#(path)"><title>\#(words.escaped)</title></path>"#)
    }

    private func bar(
        _ span: RunReport.Span,
        _ y: Double,
        _ height: Double,
        _ style: String,
        _ words: String,
        _ drawing: inout Drawing
    ) {
        let start = x(span.start)
        let width = max(x(span.end) - start, 0.7)
        let title = "\(report.clock(span.start)) to \(report.clock(span.end))  \(words)"
        drawing.add(
            #"<rect class="\#(style)" x="\#(start.drawn)" y="\#(y.drawn)" width="\#(width.drawn)" height="\#(height.drawn)"><title>\#(title.escaped)</title></rect>"#
        )
    }

    private func drawAxis(_ drawing: inout Drawing) {
        let steps = [60.0, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 604_800]
        let step = steps.first { seconds / $0 <= 14 } ?? 2_592_000
        let shift = Double(report.offset(report.start))
        var tick = (((report.start.secondsSince1970 + shift) / step).rounded(.up)) * step - shift
        while tick <= report.end.secondsSince1970 {
            let instant = UTCInstant(secondsSince1970: Int64(tick))
            let center = x(instant).drawn
            let text = report.local(instant)
            drawing.add(
                #"<line class="tick" x1="\#(center)" y1="\#((Self.top - 8).drawn)" x2="\#(center)" y2="\#(height.drawn)"/>"#
            )
            let time = text.dropFirst(11).prefix(5)
            let words =
                step >= 86_400 || seconds > 86_400 && time == "00:00" ? text.dropFirst(5).prefix(5) : time
            drawing.label(
                String(words),
                x: x(instant),
                y: Self.top - 12,
                anchor: "middle",
                style: "tick-label"
            )
            tick += step
        }
    }

    private func short(_ name: String) -> String {
        let last = name.split(separator: "/").last.map(String.init) ?? name
        return last.count <= 18 ? last : "…" + last.suffix(17)
    }
}
