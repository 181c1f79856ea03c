package import LocationModel
import UserInput
package import Varlink

/// What a content says in the vocabulary that hosts know.
///
/// `docs/content.md` has it. What does not keep to it is a mistake, and is left out.
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

    /// The most characters: of words, of a label, of a unit, and of a value that is a text.
    private static let lengths = (words: 1000, label: 80, unit: 16, value: 24)

    private static let members = [
        "text", "detail", "alt", "class", "percentage", "icon", "value", "unit", "label", "tint",
        "gauge", "rows", "chart", "compass", "link",
    ]

    /// The content in one line, for a bar; `nil` if it says nothing in this vocabulary.
    package var line: String? {
        text ?? figure ?? label ?? direction.map { "\(Self.words(for: $0))°" } ?? rows.first
    }

    /// What else it says, in lines; `nil` if that is nothing.
    package var otherLines: String? {
        // Who gives a text has chosen the words; else the label says what the figure is.
        let others = [text == nil && label != line ? label : nil, detail].compactMap(\.self) + rows
        return others.isEmpty ? nil : others.joined(separator: "\n")
    }

    package init(_ content: JSONObject) {
        text = string(content, "text", Self.lengths.words, isKept: true)
        detail = string(content, "detail", Self.lengths.words, isKept: true)
        alt = string(content, "alt", Self.lengths.label, isKept: true)
        checkClasses(content)
        percentage = number(content, "percentage")
        icon = word(content, "icon")
        label = string(content, "label", Self.lengths.label)
        tint = word(content, "tint")
        figure = figure(content)
        readGauge(content)
        for (row, path) in objects(content, "rows", 1...Self.limits.rows) {
            let label = string(row, "label", Self.lengths.label, path)
            if label == nil, row["label"] == nil { add(row.asValue, path + "label", "is missing") }
            let _: WidgetIcon? = word(row, "icon", path)
            let _: WidgetTint? = word(row, "tint", path)
            let figure = figure(row, path)
            checkNames(row, ["label", "value", "unit", "icon", "tint"], path)
            if let label { rows.append([label, figure].compactMap(\.self).joined(separator: " ")) }
        }
        readChart(content)
        if let compass = object(content, "compass") {
            direction = number(compass, "degrees", "compass.", 0..<360)
            if compass["degrees"] == nil { add(compass.asValue, "compass.degrees", "is missing") }
            checkNames(compass, ["degrees"], "compass.")
        }
        let _: WidgetLink? = word(content, "link")
        checkNames(content, Self.members)
        mistakes.sort { $0.offset < $1.offset }
    }

    private mutating func readGauge(_ content: JSONObject) {
        guard let gauge = object(content, "gauge") else { return }
        let value = number(gauge, "value", "gauge.")
        if gauge["value"] == nil { add(gauge.asValue, "gauge.value", "is missing") }
        let range = range(gauge, "gauge.") ?? 0...100
        var last = range.lowerBound
        var found: WidgetTint?
        for (zone, path) in objects(gauge, "zones", 1...Self.limits.zones, "gauge.") {
            let tint: WidgetTint? = word(zone, "tint", path)
            let end = number(zone, "to", path)
            checkNames(zone, ["to", "tint"], path)
            guard let end, zone["tint"] != nil else {
                add(zone.asValue, String(path.dropLast()), "needs both 'to' and 'tint'")
                continue
            }
            if end <= last { add(zone.asValue, path + "to", "is not above the end of what comes before") }
            last = end
            if let value, value <= end { found = found ?? tint }
        }
        checkNames(gauge, ["value", "range", "zones"], "gauge.")
        tint = found ?? tint
        guard let value, percentage == nil else { return }
        // Halves, because the whole range may be more than a number can be.
        let (low, high) = (range.lowerBound / 2, range.upperBound / 2)
        percentage = min(max((value / 2 - low) / (high - low) * 100, 0), 100)
    }

    private mutating func readChart(_ content: JSONObject) {
        guard let chart = object(content, "chart") else { return }
        let values = chart["values"]?.elements ?? []
        if !(2...Self.limits.figures).contains(values.count) {
            let place = chart["values"] ?? chart.asValue
            add(place, "chart.values", "is no list of 2 to \(Self.limits.figures) numbers")
        }
        for (index, value) in values.prefix(Self.limits.figures).enumerated()
        where value.kind != .null && (try? Double(reading: value)) == nil {
            add(value, "chart.values[\(index)]", "is neither a number nor null")
        }
        if let style = string(chart, "style", Self.lengths.unit, "chart."), !["line", "bars"].contains(style)
        {
            add(chart.asValue, "chart.style", "is neither 'line' nor 'bars'")
        }
        _ = range(chart, "chart.")
        if let ends = chart["ends"] {
            let texts = ends.elements?.compactMap(\.text) ?? []
            if texts.count != 2 || texts.contains(where: { $0.unicodeScalars.count > Self.lengths.unit }) {
                add(ends, "chart.ends", "is no list of 2 texts of at most \(Self.lengths.unit) characters")
            }
        }
        checkNames(chart, ["values", "style", "range", "ends"], "chart.")
    }

    // MARK: Members

    private mutating func add(_ value: JSONValue, _ member: String, _ reason: String) {
        mistakes.append(ContentMistake(member: member, reason: reason, offset: value.offset))
    }

    /// Returns a text; one that is too long is none, or is kept because hosts have always shown it.
    private mutating func string(
        _ object: JSONObject,
        _ name: String,
        _ limit: Int,
        _ path: String = "",
        isKept: Bool = false
    ) -> String? {
        guard let value = object[name] else { return nil }
        guard let text = value.text else {
            add(value, path + name, "is not a text")
            return nil
        }
        guard text.unicodeScalars.count > limit else { return text }
        add(value, path + name, "is longer than \(limit) characters")
        return isKept ? text : nil
    }

    private mutating func number(
        _ object: JSONObject,
        _ name: String,
        _ path: String = "",
        _ accepted: Range<Double>? = nil
    ) -> Double? {
        guard let value = object[name] else { return nil }
        guard let number = try? Double(reading: value) else {
            add(value, path + name, "is not a number")
            return nil
        }
        guard let accepted, !accepted.contains(number) else { return number }
        let (low, high) = (Self.words(for: accepted.lowerBound), Self.words(for: accepted.upperBound))
        add(value, path + name, "is not from \(low) to below \(high)")
        return nil
    }

    private mutating func word<Word: RawRepresentable & CaseIterable>(
        _ object: JSONObject,
        _ name: String,
        _ path: String = ""
    ) -> Word? where Word.RawValue == String {
        guard let value = object[name] else { return nil }
        if let word = value.text.flatMap(Word.init(rawValue:)) { return word }
        let words = Word.allCases.map(\.rawValue)
        let nearest = Spelling.nearest(to: value.text ?? "", among: words)
        add(
            value,
            path + name,
            nearest.map { "is no known word; did you mean '\($0)'?" }
                ?? "is none of \(words.joined(separator: ", "))"
        )
        return nil
    }

    /// Returns the value and the unit as a text.
    private mutating func figure(_ object: JSONObject, _ path: String = "") -> String? {
        let unit = string(object, "unit", Self.lengths.unit, path)
        guard let value = object["value"] else {
            if let unit = object["unit"] { add(unit, path + "unit", "has no 'value' before it") }
            return nil
        }
        let text =
            if value.kind == .number {
                number(object, "value", path).map(Self.words(for:))
            } else { string(object, "value", Self.lengths.value, path) }
        guard let text else { return nil }
        return unit.map { "\(text) \($0)" } ?? text
    }

    private mutating func object(_ content: JSONObject, _ name: String) -> JSONObject? {
        guard let value = content[name] else { return nil }
        let object = JSONObject(value)
        if object == nil { add(value, name, "is not an object") }
        return object
    }

    private mutating func objects(
        _ object: JSONObject,
        _ name: String,
        _ count: ClosedRange<Int>,
        _ path: String = ""
    ) -> [(JSONObject, path: String)] {
        guard let value = object[name] else { return [] }
        guard let elements = value.elements, count.contains(elements.count) else {
            add(value, path + name, "is no list of \(count.lowerBound) to \(count.upperBound) objects")
            return []
        }
        return elements.enumerated().compactMap { index, element in
            let place = "\(path)\(name)[\(index)]"
            guard let object = JSONObject(element) else {
                add(element, place, "is not an object")
                return nil
            }
            return (object, place + ".")
        }
    }

    private mutating func range(_ object: JSONObject, _ path: String) -> ClosedRange<Double>? {
        guard let value = object["range"] else { return nil }
        let ends = value.elements?.compactMap { try? Double(reading: $0) } ?? []
        guard ends.count == 2, value.elements?.count == 2, ends[0] < ends[1] else {
            add(value, path + "range", "is not a lower and an upper end")
            return nil
        }
        return ends[0]...ends[1]
    }

    private mutating func checkClasses(_ content: JSONObject) {
        guard let value = content["class"], value.text == nil else { return }
        guard let elements = value.elements, elements.allSatisfy({ $0.text != nil }) else {
            return add(value, "class", "is neither a text nor a list of texts")
        }
    }

    /// Notes names that nobody knows; at the top, where apps have members of their own, those that look like a mistake.
    private mutating func checkNames(_ object: JSONObject, _ known: [String], _ path: String = "") {
        for member in object.members where !known.contains(member.name) {
            let nearest = Spelling.nearest(to: member.name, among: known)
            guard nearest != nil || !path.isEmpty else { continue }
            let hint = nearest.map { "did you mean '\($0)'?" } ?? "there are \(known.joined(separator: ", "))"
            add(member.value, path + member.name.shortened, "is unknown; \(hint)")
        }
    }

    /// Returns a number with at most two decimal places.
    private static func words(for number: Double) -> String {
        guard number.magnitude < 1e13 else { return "\(number)" }
        let hundredths = Int64((number * 100).rounded())
        let (whole, rest) = (hundredths.magnitude / 100, hundredths.magnitude % 100)
        let decimals =
            rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
        return "\(hundredths < 0 ? "-" : "")\(whole)\(decimals)"
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
