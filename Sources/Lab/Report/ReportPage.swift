import LocationModel
import UserInput
import WaymarkEngine

extension RunReport {
    package var svg: String { drawing(isStandalone: true) }

    private func drawing(isStandalone: Bool) -> String {
        var drawing = Drawing()
        let map = MapDrawing(self)
        let bands = BandDrawing(self)
        let mapHeight = map?.height ?? 0
        let height = mapHeight + bands.height
        drawing.add(
            #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 \#(height.drawn)" role="group" aria-label="\#(title.escaped)" class="run">"#
        )
        if isStandalone {
            drawing.add(
                "<title>\(title.escaped)</title><style>\(ReportStyle.colours)\(ReportStyle.drawing)</style>"
            )
        }
        drawing.add(#"<rect class="ground" width="1000" height="\#(height.drawn)"/>"#)
        drawing.add(#"<g role="group" aria-label="map">"#)
        map?.draw(into: &drawing)
        drawing.add(#"</g><g role="group" aria-label="times" transform="translate(0,\#(mapHeight.drawn))">"#)
        bands.draw(into: &drawing)
        drawing.add("</g></svg>")
        return drawing.text
    }

    /// One page with the drawing, a summary and every decision, without any outside resource.
    package var html: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <meta http-equiv="Content-Security-Policy" content="\(ReportStyle.policy)">
        <title>\(title.escaped)</title>
        <style>\(ReportStyle.colours)\(ReportStyle.drawing)\(ReportStyle.page)</style>
        </head>
        <body>
        <header><h1>\(title.escaped)</h1><p>\(subtitle.escaped)</p></header>
        <ul class="figures">\(figures.map { "<li><b>\($0.figure.escaped)</b> \($0.words.escaped)</li>" }.joined())</ul>
        \(drawing(isStandalone: false))
        <output id="reason" aria-live="polite">Point at a mark, or press Tab and the arrow keys, to read its reason.</output>
        \(legend)
        \(reloadTable)
        <details><summary>All \(items.count) decisions</summary>
        <table><thead><tr><th>time</th><th>about</th><th>decision</th><th>reason</th></tr></thead><tbody>
        \(items.map(row).joined(separator: "\n"))
        </tbody></table></details>
        <script>\(ReportStyle.script)</script>
        </body>
        </html>

        """
    }

    private var figures: [(figure: String, words: String)] {
        var reloads = 0
        var located = 0
        for item in items {
            guard case .reload(_, _, let absence, _, _) = item.decision else { continue }
            reloads += 1
            if absence == nil { located += 1 }
        }
        return [
            (start.duration(to: end).words, "from \(local(start).dropLast().replacing("T", with: " "))"),
            ("\(fixCount)", "fixes"),
            ("\(changes.count)", changes.count == 1 ? "significant change" : "significant changes"),
            ("\(reloads)", "reloads, \(located) with the location"), (onTime.words, "receivers on"),
        ]
    }

    private func row(_ item: Item) -> String {
        "<tr><td>\(clock(item.time))</td><td>\(item.subject.escaped)</td><td>\(item.decision.name)</td><td>\(item.text.withInstants(clock).escaped)</td></tr>"
    }

    private var legend: String {
        let used = ReloadReason.allCases.filter { reason in
            items.contains { if case .reload(_, reason, _, _, _) = $0.decision { true } else { false } }
        }
        let marks = used.map { reason in
            #"<span><svg viewBox="0 0 14 18" aria-hidden="true"><g class="event reload \#(reason.rawValue)"><path d="M7,1l6,8l-6,8l-6,-8z"/></g></svg> \#(reason.text.escaped)</span>"#
        }
        let bars = [
            ("in-view", "in view"), ("in-use", "in use"), ("is-pending", "reload pending"),
            ("on", "receivers on"),
        ].map {
            #"<span><svg viewBox="0 0 14 18" aria-hidden="true"><rect class="\#($0.0)" y="4" width="14" height="10"/></svg> \#($0.1)</span>"#
        }
        let hollow =
            #"<span><svg viewBox="0 0 14 18" aria-hidden="true"><g class="event reload absent"><path d="M7,1l6,8l-6,8l-6,-8z"/></g></svg> without the location</span>"#
        return #"<p class="legend">Reloads because "# + (marks + [hollow] + bars).joined(separator: " ")
            + "</p>"
    }

    /// What each widget got, by reason.
    private var reloadTable: String {
        let rows = bands.sorted { $0.key < $1.key }.map { _, band in
            var counts: [String: Int] = [:]
            for event in band.events {
                let words: String =
                    switch event.decision {
                    case .reload(_, let reason, let absence, _, _):
                        "\(reason.rawValue), \(absence.map { $0.text } ?? "with the location")"
                    default: event.decision.name
                    }
                counts[words, default: 0] += 1
            }
            let cells = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
                "\($0.value) × \($0.key)"
            }
            return "<tr><th>\(band.name.escaped)</th><td>\(cells.joined(separator: "; ").escaped)</td></tr>"
        }
        return
            "<table class=\"widgets\"><caption>Reloads of each widget</caption><tbody>\(rows.joined())</tbody></table>"
    }
}
