import LocationModel
import UserInput
import WaymarkEngine
import WorldMap

extension RunReport {
    /// The drawing alone: the sentence, the map and the times.
    package var svg: String {
        var drawing = Drawing()
        drawing.isStandalone = true
        let map = MapDrawing(self, isStandalone: true)
        let top = 58.0
        let mapHeight = map == nil ? 0 : MapDrawing.height + 16
        let bands = BandDrawing(self, isStandalone: true)
        let height = bands.height
        let size = #"viewBox="0 0 1000 \#((top + mapHeight + height + 16).drawn)""#
        drawing.add(
            #"<svg xmlns="http://www.w3.org/2000/svg" \#(size) role="group" aria-label="\#(title.escaped)" class="run">"#
        )
        drawing.add(
            "<title>\(title.escaped)</title><style>\(ReportStyle.colours)\(ReportStyle.drawing)</style>"
        )
        drawing.add(#"<rect class="ground" width="100%" height="100%"/>"#)
        drawing.label(title, x: "16", y: 24, style: "title")
        drawing.label(sentence.text, x: "16", y: 44)
        if let map {
            let view = "\((-MapDrawing.width / 2).drawn) \((-MapDrawing.height / 2).drawn)"
            let extent = #"width="1000" height="\#(MapDrawing.height.drawn)""#
            drawing.add(
                #"<svg y="\#(top.drawn)" \#(extent) viewBox="\#(view) 1000 \#(MapDrawing.height.drawn)">"#
            )
            drawing.add("\(map.drawing.text)</svg>")
            if map.needsLocator {
                drawing.add(
                    #"<svg x="836" y="\#((map.locatorIsLow ? top + 420 : top + 28).drawn)" width="150" height="110" viewBox="-75 -55 150 110">"#
                )
                drawing.add("\(map.locator)</svg>")
            }
        }
        drawing.add(
            #"<svg class="run times" x="16" y="\#((top + mapHeight).drawn)" width="968" height="\#(height.drawn)">"#
        )
        drawing.add("\(bands.drawing.text)</svg></svg>")
        return drawing.text
    }

    /// One page with the sentence, the drawings and every decision, without any outside resource.
    package var html: String {
        let bands = BandDrawing(self, isStandalone: false)
        return """
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
            <header><h1>\(title.escaped)</h1><p class="sentence">\(sentence.text.escaped)</p><p>\(about.escaped)</p></header>
            \(mapSection)
            <output id="reason" aria-live="polite">Point at a mark, or press Tab and the arrow keys, to read its reason.</output>
            <svg class="run times" width="100%" height="\(bands.height.drawn)" role="group" aria-label="times">
            \(bands.drawing.text)</svg>
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

    private var mapSection: String {
        guard let map = MapDrawing(self, isStandalone: false) else { return "" }
        var locator = Drawing()
        if map.needsLocator {
            locator.add(
                #"<svg class="run locator\#(map.locatorIsLow ? " low" : "")" viewBox="-75 -55 150 110" aria-hidden="true">"#
            )
            locator.add("\(map.locator)</svg>")
        }
        let speeds = map.speeds.map { scale in
            let levels = (0..<SpeedScale.count).map { level in
                #"<span><svg viewBox="0 0 14 18" aria-hidden="true"><path class="track v\#(level)" d="M0,9h14"/></svg> \#(scale.name(level))</span>"#
            }
            return "Speed in km/h: \(levels.joined(separator: " "))"
        }
        let tolerance = "The track is drawn to within \(distanceInWords(max(map.toleranceMeters, 5)))."
        return """
            <div class="map">
            <svg class="run" id="map" viewBox="-500 -280 1000 560" role="group" aria-label="map" data-meters="\(1 / map.unitsPerMeter)" data-width="\(map.size.width.drawn)" data-height="\(map.size.height.drawn)">
            \(map.drawing.text)</svg>
            \(locator.text)<div class="tools"><button id="nearer" aria-label="zoom in">+</button><button id="farther" aria-label="zoom out">−</button></div>
            <p class="north" aria-hidden="true">N<br>↑</p>
            <p class="bar"><span id="bar"></span> <span id="length"></span></p>
            <p class="credit">\(WorldMap.attribution)</p>
            </div>
            <p class="legend">\([speeds, tolerance].compactMap { $0 }.joined(separator: " "))</p>
            """
    }

    private var about: String {
        guard isDated else { return "\(subtitle) It has no date: times count from its beginning." }
        let first = local(start)
        return
            "\(first.prefix(10)) \(first.dropFirst(11).prefix(5)) to \(isOfOneDay ? "" : "\(local(end).prefix(10)) ")"
            + "\(local(end).dropFirst(11).prefix(5)). \(fixCount) fixes. \(subtitle)"
    }

    /// Returns a row without the end tags, which HTML leaves out and which would be a fifth of the page.
    private func row(_ item: Item) -> String {
        let cells = [
            clock(item.time), item.subject.escaped, item.decision.name, item.text.withInstants(clock).escaped,
        ]
        return "<tr><td>" + cells.joined(separator: "<td>")
    }

    private var legend: String {
        let used = ReloadReason.allCases.filter { reason in
            items.contains { if case .reload(_, reason, _, _, _) = $0.decision { true } else { false } }
        }
        guard !bands.isEmpty else { return "" }
        let marks = used.map { reason in
            #"<span><svg viewBox="0 0 14 18" aria-hidden="true"><g class="event reload \#(reason.rawValue)"><circle cx="7" cy="9" r="5"/></g></svg> \#(reason.text.escaped)</span>"#
        }
        let bars = [
            ("in-view", "in view"), ("in-use", "in use"), ("is-pending", "reload pending"),
            ("on", "receivers on"), ("stayed", "stay"), ("trip", "trip"),
        ].map {
            #"<span><svg viewBox="0 0 14 18" aria-hidden="true"><rect class="\#($0.0)" y="4" width="14" height="10"/></svg> \#($0.1)</span>"#
        }
        let hollow =
            #"<span><svg viewBox="0 0 14 18" aria-hidden="true"><g class="event reload absent"><circle cx="7" cy="9" r="5"/></g></svg> without the location</span>"#
        return #"<p class="legend">Reloads because "# + (marks + [hollow] + bars).joined(separator: " ")
            + "</p>"
    }

    /// What each widget got, by reason.
    private var reloadTable: String {
        guard !bands.isEmpty else { return "" }
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
