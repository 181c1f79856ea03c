import LocationModel
import UserInput
import WaymarkEngine
import WorldMap

extension RunReport {
    /// The drawing alone: the sentence, the map and the times.
    package var svg: String {
        let top = 58.0
        let bands = BandDrawing(self, isStandalone: true)
        var map = ""
        if let drawn = MapDrawing(self, isStandalone: true) {
            let size = #"width="1000" height="560" viewBox="-500 -280 1000 560""#
            let y = drawn.locatorIsLow ? top + 420 : top + 28
            map = """
                <svg y="\(top.drawn)" \(size)>
                \(drawn.drawing.text)</svg>
                \(drawn.locator(#"x="836" y="\#(y.drawn)" width="150" height="110""#))
                """
        }
        let begin = map.isEmpty ? top : top + MapDrawing.height + 16
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 \((begin + bands.height + 16).drawn)" role="group" aria-label="\(title.escaped)" class="run">
            <title>\(title.escaped)</title><style>\(ReportStyle.colours)\(ReportStyle.drawing)</style>
            <rect class="ground" width="100%" height="100%"/>
            <text class="title" x="16" y="24">\(title.escaped)</text>
            <text x="16" y="44">\(sentence.text.escaped)</text>
            \(map)
            <svg class="run times" x="16" y="\(begin.drawn)" width="968" height="\(bands.height.drawn)">
            \(bands.drawing.text)</svg></svg>

            """
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
        let corner = map.locatorIsLow ? " low" : ""
        let speeds = map.speeds.map { scale in
            let levels = (0..<SpeedScale.count).map { level in
                key(#"<path class="track v\#(level)" d="M0,9h14"/>"#, scale.name(level))
            }
            return "Speed in km/h: \(levels.joined(separator: " "))"
        }
        let tolerance = "The track is drawn to within \(distanceInWords(max(map.toleranceMeters, 5)))."
        return """
            <div class="map">
            <svg class="run" id="map" viewBox="-500 -280 1000 560" role="group" aria-label="map" data-meters="\(1 / map.unitsPerMeter)" data-width="\(map.size.width.drawn)" data-height="\(map.size.height.drawn)">
            \(map.drawing.text)</svg>
            \(map.locator(#"class="run locator\#(corner)" aria-hidden="true""#))
            <div class="tools"><button id="nearer" aria-label="zoom in">+</button><button id="farther" aria-label="zoom out">−</button></div>
            <p class="north" aria-hidden="true">N<br>↑</p>
            <p class="bar"><span id="bar"></span> <span id="length"></span></p>
            <p class="credit">\(WorldMap.attribution)</p>
            </div>
            <p class="legend">\([speeds, tolerance].compactMap { $0 }.joined(separator: " "))</p>
            """
    }

    private var about: String {
        guard isDated else { return "\(subtitle) It has no date: times count from its beginning." }
        let day = isOfOneDay ? "" : "\(local(end).prefix(10)) "
        return
            "\(local(start).prefix(10)) \(minute(start)) to \(day)\(minute(end)). \(fixCount) fixes. \(subtitle)"
    }

    /// Returns a row without the end tags, which HTML leaves out and which would be a fifth of the page.
    private func row(_ item: Item) -> String {
        let cells = [
            clock(item.time), item.subject.escaped, item.decision.name, item.text.withInstants(clock).escaped,
        ]
        return "<tr><td>" + cells.joined(separator: "<td>")
    }

    private var legend: String {
        guard !bands.isEmpty else { return "" }
        let used = ReloadReason.allCases.filter { reason in
            items.contains {
                if case .widget(.reload(_, reason, _, _, _)) = $0.decision { true } else { false }
            }
        }
        let dots = (used.map { ($0.rawValue, $0.text) } + [("absent", "without the location")])
            .map { key(#"<g class="event reload \#($0.0)"><circle cx="7" cy="9" r="5"/></g>"#, $0.1) }
        let bars = [
            ("in-view", "in view"), ("in-use", "in use"), ("is-pending", "reload pending"),
            ("on", "receivers on"), ("stayed", "stay"), ("trip", "trip"),
        ].map { key(#"<rect class="\#($0.0)" y="4" width="14" height="10"/>"#, $0.1) }
        return #"<p class="legend">Reloads because \#((dots + bars).joined(separator: " "))</p>"#
    }

    private func key(_ shape: String, _ words: String) -> String {
        #"<span><svg viewBox="0 0 14 18" aria-hidden="true">\#(shape)</svg> \#(words.escaped)</span>"#
    }

    /// The reloads of each widget, by reason.
    private var reloadTable: String {
        guard !bands.isEmpty else { return "" }
        let rows = bands.sorted { $0.key < $1.key }.map { _, band in
            let kinds = band.events.map { event in
                guard case .widget(.reload(_, let reason, let absence, _, _)) = event.decision else {
                    return event.decision.name
                }
                return "\(reason.rawValue), \(absence.map { $0.text } ?? "with the location")"
            }
            let cells = Dictionary(kinds.map { ($0, 1) }, uniquingKeysWith: +)
                .sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) × \($0.key)" }
            return "<tr><th>\(band.name.escaped)</th><td>\(cells.joined(separator: "; ").escaped)</td></tr>"
        }
        return
            "<table class=\"widgets\"><caption>Reloads of each widget</caption><tbody>\(rows.joined())</tbody></table>"
    }
}
