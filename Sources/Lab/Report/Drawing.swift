import LocationModel
import UserInput
import WaymarkEngine

/// A place in a drawing, where down is more.
typealias DrawnPoint = (x: Double, y: Double)

struct Drawing {
    private(set) var text = ""

    /// Whether it is a file of its own, in which a browser shows titles; a page has a script for that.
    var isStandalone = false

    mutating func add(_ line: String) { text += line + "\n" }

    mutating func label(
        _ words: String,
        x: String,
        y: Double,
        anchor: String = "start",
        style: String = "label"
    ) {
        add(
            #"<text class="\#(style)" x="\#(x)" y="\#(y.drawn)" text-anchor="\#(anchor)">\#(words.escaped)</text>"#
        )
    }

    /// Adds an element that can be pointed at or reached by keyboard, and tells `words`.
    mutating func event(_ words: String, style: String, _ shape: String, at place: DrawnPoint? = nil) {
        let named = isStandalone ? "" : #" tabindex="0" role="img" aria-label="\#(words.escaped)""#
        let title = isStandalone ? "<title>\(words.escaped)</title>" : ""
        mark("event \(style)", shape, at: place, named, title)
    }

    /// Adds a group, around a place as large as marks are.
    mutating func mark(
        _ style: String,
        _ shape: String,
        at place: DrawnPoint?,
        _ attributes: String = "",
        _ title: String = ""
    ) {
        guard let place else { return add(#"<g class="\#(style)"\#(attributes)>\#(title)\#(shape)</g>"#) }
        let (x, y) = (place.x.drawn, place.y.drawn)
        add(
            #"<g class="\#(style)"\#(attributes) transform="translate(\#(x) \#(y))">\#(title)<g class="s">\#(shape)</g></g>"#
        )
    }
}

extension Double {
    var drawn: String { text(upTo: 1) }
    var finelyDrawn: String { text(upTo: 2) }
}

extension String {
    /// The text for the content or an attribute of XML, without control characters.
    var escaped: String { harmless.inXML }
}

extension RunReport {
    /// Returns a local time of day, with the date in a run of several days.
    func clock(_ instant: UTCInstant) -> String {
        guard isDated else {
            let seconds = max(Int(start.duration(to: instant).inSeconds.rounded()), 0)
            let rest = [seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
            return "\(seconds / 3600):\(rest.joined(separator: ":"))"
        }
        let (date, time) = (local(instant).dropFirst(5).prefix(5), local(instant).dropFirst(11).prefix(8))
        return isOfOneDay ? String(time) : "\(date) \(time)"
    }

    /// Returns a time of day, or one since the beginning of an undated run, to a minute.
    func minute(_ instant: UTCInstant) -> String {
        guard isDated else {
            let minutes = max(Int((start.duration(to: instant).inSeconds / 60).rounded()), 0)
            return "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
        }
        return String(local(instant).dropFirst(11).prefix(5))
    }

    /// Returns the local date and time in the form of RFC 3339, without its zone.
    func local(_ instant: UTCInstant) -> String {
        instant.advanced(by: .seconds(offset(instant))).description
    }

    /// Returns a round length of time in seconds, of which the run has at most `count`.
    func step(atMost count: Double) -> Double {
        let steps = [60.0, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 604_800]
        return steps.first { start.duration(to: end).inSeconds / $0 <= count } ?? 2_592_000
    }

    var isOfOneDay: Bool { local(start).prefix(10) == local(end).prefix(10) }

    /// Returns the words about a decision: its time, its subject, and the journal's text.
    func words(_ item: Item) -> String {
        let subject = item.subject.isEmpty ? "" : "\(item.subject): "
        return "\(clock(item.time))  \(subject)\(item.text.withInstants(clock))"
    }
}
