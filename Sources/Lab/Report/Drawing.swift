import LocationModel
import UserInput
import WaymarkEngine

struct Drawing {
    private(set) var text = ""

    mutating func add(_ line: String) { text += line + "\n" }

    mutating func label(
        _ words: String,
        x: Double,
        y: Double,
        anchor: String = "start",
        style: String = "label"
    ) {
        add(
            #"<text class="\#(style)" x="\#(x.drawn)" y="\#(y.drawn)" text-anchor="\#(anchor)">\#(words.escaped)</text>"#
        )
    }

    /// Adds the marks of significant changes, as points where there is no room for a number.
    mutating func changes(
        _ changes: [(number: Int, words: String, place: (x: Double, y: Double))],
        apart: Double
    ) {
        var numbered: [(number: Int, words: String, place: (x: Double, y: Double))] = []
        for change in changes {
            let (x, y) = change.place
            if numbered.contains(where: { abs($0.place.x - x) < apart && abs($0.place.y - y) < apart }) {
                event(change.words, style: "change", #"<circle cx="\#(x.drawn)" cy="\#(y.drawn)" r="3.5"/>"#)
            } else {
                numbered.append(change)
            }
        }
        for change in numbered {
            let (x, y) = change.place
            event(
                change.words,
                style: "change",
                #"<circle cx="\#(x.drawn)" cy="\#(y.drawn)" r="8"/><text x="\#(x.drawn)" y="\#((y + 3.5).drawn)" text-anchor="middle">\#(change.number)</text>"#
            )
        }
    }

    /// Adds an element that can be pointed at or reached by keyboard, and tells `words`.
    mutating func event(_ words: String, style: String, _ shape: String) {
        add(
            #"<g class="event \#(style)" tabindex="0" role="img" aria-label="\#(words.escaped)"><title>\#(words.escaped)</title>\#(shape)</g>"#
        )
    }
}

extension Double {
    /// The number with at most one decimal.
    var drawn: String {
        let rounded = (self * 10).rounded() / 10
        return rounded == rounded.rounded() && abs(rounded) < 1e9 ? "\(Int(rounded))" : "\(rounded)"
    }
}

extension String {
    /// The text for the content or an attribute of XML, without control characters.
    var escaped: String { harmless.inXML }
}

extension RunReport {
    /// Returns a local time of day, with the date in a run of several days.
    func clock(_ instant: UTCInstant) -> String {
        let text = local(instant)
        return isOfOneDay
            ? String(text.dropFirst(11).prefix(8))
            : "\(text.dropFirst(5).prefix(5)) \(text.dropFirst(11).prefix(8))"
    }

    /// Returns the local date and time in the form of RFC 3339, without its zone.
    func local(_ instant: UTCInstant) -> String {
        instant.advanced(by: .seconds(offset(instant))).description
    }

    private var isOfOneDay: Bool { local(start).prefix(10) == local(end).prefix(10) }

    /// Returns what is said about a decision: when, about what, and the words of the journal.
    func words(_ item: Item) -> String {
        let subject = item.subject.isEmpty ? "" : "\(item.subject): "
        return "\(clock(item.time))  \(subject)\(item.text.withInstants(clock))"
    }
}
