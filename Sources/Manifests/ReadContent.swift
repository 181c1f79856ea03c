package import LocationModel
import UserInput
package import Varlink

/// The most characters: of words, of a label, of a unit, and of a value that is a text.
private let lengths = (words: 1000, label: 80, unit: 16, value: 24)

/// The parts of a content in the vocabulary that hosts know.
///
/// `docs/content.md` lists it. What does not keep to it is a mistake, and is left out.
package struct ReadContent: Sendable {
    /// The words that every host has known from the first version on.
    package private(set) var text: String?
    package private(set) var detail: String?
    package private(set) var alt: String?

    /// The value with its unit, as a text.
    package private(set) var figure: String?
    package private(set) var label: String?
    package private(set) var icon: WidgetIcon?

    /// The colour of the gauge's zone, else of the whole.
    package private(set) var tint: WidgetTint?

    /// From 0 to 100: what is stated, else where the gauge stands in its range.
    package private(set) var percentage: Double?

    /// The list, each line as a text.
    package private(set) var rows: [String] = []

    /// The degrees of the compass, from 0 to below 360.
    package private(set) var direction: Double?

    package private(set) var mistakes: [ContentMistake] = []

    /// The most of each list.
    private static let limits = (rows: 16, zones: 8, figures: 128)

    private static let members = [
        "text", "detail", "alt", "class", "percentage", "icon", "value", "unit", "label", "tint",
        "gauge", "rows", "chart", "compass", "link",
    ]

    /// The content in one line, for a bar; `nil` if it says nothing in this vocabulary.
    package var line: String? {
        text ?? figure ?? label ?? direction.map { "\($0.text(upTo: 2))°" } ?? rows.first
    }

    /// The rest of the content, in lines; `nil` if there is none.
    package var otherLines: String? {
        // An app that gives a text has chosen the words; else the label says what the figure is.
        let others = [text == nil && label != line ? label : nil, detail].compactMap(\.self) + rows
        return others.isEmpty ? nil : others.joined(separator: "\n")
    }

    package init(_ content: JSONObject) {
        let log = MistakeList()
        let members = Members(object: content, path: "", log: log)
        text = members.text("text", lengths.words, isKept: true)
        detail = members.text("detail", lengths.words, isKept: true)
        alt = members.text("alt", lengths.label, isKept: true)
        if let classes = content["class"], classes.text == nil,
            classes.elements?.allSatisfy({ $0.text != nil }) != true
        {
            members.add("class", "is neither a text nor a list of texts")
        }
        percentage = members.number("percentage")
        icon = members.word("icon")
        label = members.text("label", lengths.label)
        tint = members.word("tint")
        figure = members.figure()
        if let gauge = members.part("gauge") { read(gauge: gauge) }
        for row in members.parts("rows", atMost: Self.limits.rows) {
            let label = row.text("label", lengths.label, isRequired: true)
            let _: WidgetIcon? = row.word("icon")
            let _: WidgetTint? = row.word("tint")
            let figure = row.figure()
            row.checkNames(["label", "value", "unit", "icon", "tint"])
            if let label { rows.append([label, figure].compactMap(\.self).joined(separator: " ")) }
        }
        if let chart = members.part("chart") { check(chart: chart) }
        if let compass = members.part("compass") {
            direction = compass.number("degrees", in: 0..<360, isRequired: true)
            compass.checkNames(["degrees"])
        }
        let _: WidgetLink? = members.word("link")
        members.checkNames(Self.members)
        mistakes = log.mistakes.sorted { $0.offset < $1.offset }
    }

    private mutating func read(gauge: Members) {
        let value = gauge.number("value", isRequired: true)
        let range = gauge.range() ?? 0...100
        var last = range.lowerBound
        var found: WidgetTint?
        for zone in gauge.parts("zones", atMost: Self.limits.zones) {
            let tint: WidgetTint? = zone.word("tint", isRequired: true)
            let end = zone.number("to", isRequired: true)
            zone.checkNames(["to", "tint"])
            guard let end else { continue }
            if end <= last { zone.add("to", "is not above the end of what comes before") }
            last = end
            if let value, value <= end { found = found ?? tint }
        }
        gauge.checkNames(["value", "range", "zones"])
        tint = found ?? tint
        guard let value, percentage == nil else { return }
        // Halves, because the whole range may be more than a number can be.
        let (low, high) = (range.lowerBound / 2, range.upperBound / 2)
        percentage = min(max((value / 2 - low) / (high - low) * 100, 0), 100)
    }

    private func check(chart: Members) {
        let values = chart.object["values"]?.elements ?? []
        if !(2...Self.limits.figures).contains(values.count) {
            chart.add("values", "is no list of 2 to \(Self.limits.figures) numbers")
        }
        for (index, value) in values.prefix(Self.limits.figures).enumerated()
        where value.kind != .null && (try? Double(reading: value)) == nil {
            chart.add("values[\(index)]", "is neither a number nor null", at: value)
        }
        if let style = chart.text("style", lengths.unit), !["line", "bars"].contains(style) {
            chart.add("style", "is neither 'line' nor 'bars'")
        }
        _ = chart.range()
        if let ends = chart.object["ends"] {
            let texts = ends.elements?.compactMap(\.text) ?? []
            if texts.count != 2 || texts.contains(where: { $0.unicodeScalars.count > lengths.unit }) {
                chart.add("ends", "is no list of 2 texts of at most \(lengths.unit) characters")
            }
        }
        chart.checkNames(["values", "style", "range", "ends"])
    }
}

private final class MistakeList { var mistakes: [ContentMistake] = [] }

/// The members of one object, which are read with the mistakes in them.
private struct Members {
    let object: JSONObject

    /// The path before the names of the members.
    let path: String
    let log: MistakeList

    func add(_ name: String, _ reason: String, at value: JSONValue? = nil) {
        let offset = (value ?? object[name] ?? object.asValue).offset
        log.mistakes.append(ContentMistake(member: path + name, reason: reason, offset: offset))
    }

    private func refuse<Value>(_ name: String, _ reason: String, at value: JSONValue? = nil) -> Value? {
        add(name, reason, at: value)
        return nil
    }

    private func value(_ name: String, _ isRequired: Bool) -> JSONValue? {
        if isRequired, object[name] == nil { add(name, "is missing") }
        return object[name]
    }

    /// Returns a text; one that is too long is none, or is kept because hosts have always shown it.
    func text(_ name: String, _ limit: Int, isKept: Bool = false, isRequired: Bool = false) -> String? {
        guard let value = value(name, isRequired) else { return nil }
        guard let text = value.text else { return refuse(name, "is not a text") }
        guard text.unicodeScalars.count > limit else { return text }
        add(name, "is longer than \(limit) characters")
        return isKept ? text : nil
    }

    func number(_ name: String, in accepted: Range<Double>? = nil, isRequired: Bool = false) -> Double? {
        guard let value = value(name, isRequired) else { return nil }
        guard let number = try? Double(reading: value) else { return refuse(name, "is not a number") }
        guard let accepted, !accepted.contains(number) else { return number }
        let (low, high) = (accepted.lowerBound.text(upTo: 2), accepted.upperBound.text(upTo: 2))
        return refuse(name, "is not from \(low) to below \(high)")
    }

    func word<Word: RawRepresentable & CaseIterable>(_ name: String, isRequired: Bool = false) -> Word?
    where Word.RawValue == String {
        guard let value = value(name, isRequired) else { return nil }
        if let word = value.text.flatMap(Word.init(rawValue:)) { return word }
        let words = Word.allCases.map(\.rawValue)
        let nearest = Spelling.nearest(to: value.text ?? "", among: words)
        let hint = nearest.map { "is no known word; did you mean '\($0)'?" }
        return refuse(name, hint ?? "is none of \(words.joined(separator: ", "))")
    }

    func figure() -> String? {
        let unit = text("unit", lengths.unit)
        guard let value = object["value"] else {
            return object["unit"] == nil ? nil : refuse("unit", "has no 'value' before it")
        }
        let text =
            value.kind == .number ? number("value").map { $0.text(upTo: 2) } : text("value", lengths.value)
        return text.map { text in unit.map { "\(text) \($0)" } ?? text }
    }

    func part(_ name: String) -> Members? { object[name].flatMap { part(name, $0) } }

    private func part(_ name: String, _ value: JSONValue) -> Members? {
        guard let part = JSONObject(value) else { return refuse(name, "is not an object", at: value) }
        return Members(object: part, path: "\(path)\(name).", log: log)
    }

    func parts(_ name: String, atMost limit: Int) -> [Members] {
        guard let value = object[name] else { return [] }
        guard let elements = value.elements, (1...limit).contains(elements.count) else {
            add(name, "is no list of 1 to \(limit) objects")
            return []
        }
        return elements.enumerated().compactMap { part("\(name)[\($0)]", $1) }
    }

    func range() -> ClosedRange<Double>? {
        guard let value = object["range"] else { return nil }
        let ends = value.elements?.map { try? Double(reading: $0) } ?? []
        guard ends.count == 2, let low = ends[0], let high = ends[1], low < high else {
            return refuse("range", "is not a lower and an upper end")
        }
        return low...high
    }

    /// Notes names that nobody knows; at the top, where apps have members of their own, those that look like a mistake.
    func checkNames(_ known: [String]) {
        for member in object.members where !known.contains(member.name) {
            let nearest = Spelling.nearest(to: member.name, among: known)
            guard nearest != nil || !path.isEmpty else { continue }
            let hint = nearest.map { "did you mean '\($0)'?" } ?? "there are \(known.joined(separator: ", "))"
            add(member.name.shortened, "is unknown; \(hint)", at: member.value)
        }
    }
}

/// A member of a content that hosts leave out.
package struct ContentMistake: Hashable, Sendable, CustomStringConvertible {
    /// The path of the member, such as `rows[2].icon`.
    package let member: String
    package let reason: String

    /// The place in the text, in bytes.
    package let offset: Int

    package var description: String { "'\(member)' \(reason)" }
}
