import DecisionTexts
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

    /// The height in pixels.
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
        for (index, change) in report.changes.enumerated() {
            let center = x(change.time)
            drawing.event(
                report.words(change),
                style: "change",
                #"<circle cx="\#(center.drawn)" cy="\#((y + 9).drawn)" r="7"/><text x="\#(center.drawn)" y="\#((y + 12).drawn)" text-anchor="middle">\#(index + 1)</text>"#
            )
        }
        y += Self.thinHeight
        for band in widgets {
            draw(band, at: y, &drawing)
            y += Self.bandHeight
        }
        drawing.label("receivers on", x: Self.left - 8, y: y + 14, anchor: "end")
        for span in report.receiversOn { bar(span, y + 5, 10, "on", "receivers on", &drawing) }
        y += Self.thinHeight
        for receiver in receivers {
            drawing.label(short(receiver.name), x: Self.left - 8, y: y + 14, anchor: "end")
            for state in receiver.states where state.condition != .off {
                bar(state.span, y + 6, 8, "state-\(state.condition.rawValue)", state.text, &drawing)
            }
            y += Self.thinHeight
        }
    }

    private func draw(_ band: RunReport.Band, at y: Double, _ drawing: inout Drawing) {
        drawing.label(short(band.name), x: Self.left - 8, y: y + 21, anchor: "end")
        drawing.add(#"<rect class="lane" x="\#(Self.left.drawn)" y="\#((y + 4).drawn)" width="\#((Self.right - Self.left).drawn)" height="26"/>"#)
        for span in band.inUse { bar(span, y + 4, 26, "in-use", "\(band.name): in use", &drawing) }
        for span in band.inView { bar(span, y + 4, 26, "in-view", "\(band.name): in view", &drawing) }
        for span in band.pending { bar(span, y + 26, 4, "is-pending", "\(band.name): a reload is pending", &drawing) }
        for event in band.events {
            let center = x(event.time)
            let middle = y + 16
            let diamond =
                #"<path d="M\#(center.drawn),\#((middle - 8).drawn)l6,8l-6,8l-6,-8z"/>"#
            switch event.decision {
            case .reload(_, let reason, let absence, _):
                let style = "reload \(reason.rawValue)" + (absence == nil || absence == .notWanted ? "" : " absent")
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
            drawing.add(#"<line class="tick" x1="\#(center)" y1="\#((Self.top - 8).drawn)" x2="\#(center)" y2="\#(height.drawn)"/>"#)
            let words = step >= 86_400 ? text.dropFirst(5).prefix(5) : text.dropFirst(11).prefix(5)
            drawing.label(String(words), x: x(instant), y: Self.top - 12, anchor: "middle", style: "tick-label")
            tick += step
        }
    }

    private func short(_ name: String) -> String {
        let last = name.split(separator: "/").last.map(String.init) ?? name
        return last.count <= 18 ? last : "…" + last.suffix(17)
    }
}
