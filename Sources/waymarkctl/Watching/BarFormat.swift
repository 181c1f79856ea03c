import Glibc
import LocationModel
import UserInput
import Varlink
import WaymarkInterfaces

/// A form in which `watch` prints what widgets show.
enum BarFormat: String, CaseIterable {
    /// For people: a line for each change of a widget.
    case human

    /// For programs: a JSON object with everything, at each change.
    case json
    case waybar

    /// For i3bar and swaybar, which read an endless array.
    case i3bar
    case line

    /// The signals by which i3bar and swaybar tell that they are hidden and shown.
    static let hiddenSignal = SIGUSR1
    static let shownSignal = SIGUSR2

    /// Whether the host is a bar, which is in view whenever its session is.
    var isForBars: Bool { self != .human && self != .json }

    var beginning: String? {
        guard self == .i3bar else { return nil }
        return #"{"version":1,"stop_signal":\#(Self.hiddenSignal),"cont_signal":\#(Self.shownSignal)}"#
            + "\n["
    }

    /// Returns the line for widgets; never called for people.
    ///
    /// Only a template, which replaces their texts, may contain markup.
    func line(
        for shown: [BarWidget],
        _ views: [HostInterface.WidgetView]?,
        _ template: TextTemplate?
    ) -> String {
        switch self {
        case .human, .line:
            return shown.map { (template ?? .text).line(with: $0) }.joined(separator: "  ")
        case .json: return text { $0.object { write(shown, views, template, to: &$0) } }
        case .waybar: return text { $0.object { writeModule(shown, template, to: &$0) } }
        case .i3bar:
            return text(of: shown.map { Block(widget: $0, template: template) }) + ","
        }
    }

    private func plainText(of shown: [BarWidget], _ template: TextTemplate?) -> String {
        shown.map { (template ?? .text).filled(with: $0).harmless }.joined(separator: "  ")
    }

    private func write(
        _ shown: [BarWidget],
        _ views: [HostInterface.WidgetView]?,
        _ template: TextTemplate?,
        to json: inout JSONWriter
    ) {
        json.member("alt", shown.first?.alt)
        json.member("class", Self.classes(of: shown))
        json.member("detail", Self.tooltip(of: shown))
        json.member("percentage", shown.first?.percentage)
        json.member("status", shown.first?.status ?? HostInterface.WidgetStatus.waiting.rawValue)
        json.member("text", plainText(of: shown, template))
        json.member("widgets", views)
    }

    private func writeModule(_ shown: [BarWidget], _ template: TextTemplate?, to json: inout JSONWriter) {
        json.member("alt", shown.first?.alt)
        json.member("class", Self.classes(of: shown))
        json.member("percentage", shown.first?.percentage)
        let texts = shown.map { (template ?? .text).filled(with: $0, escaping: \.inXML) }
        json.member("text", texts.joined(separator: "  "))
        json.member("tooltip", Self.tooltip(of: shown)?.inXML)
    }

    private static func classes(of shown: [BarWidget]) -> [String] {
        shown.flatMap(\.classes).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    private static func tooltip(of shown: [BarWidget]) -> String? {
        let tooltips = shown.compactMap(\.tooltip)
        return tooltips.isEmpty ? nil : tooltips.joined(separator: "\n")
    }

    private func text(_ body: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter()
        body(&json)
        // A provider's JSON may contain line breaks between its values.
        return String(decoding: json.bytes.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }, as: UTF8.self)
    }

    private func text(of value: some JSONWritable) -> String { String(decoding: value.json, as: UTF8.self) }
}

/// A block of i3bar's protocol.
private struct Block: JSONWritable {
    let widget: BarWidget
    let template: TextTemplate?

    func write(to json: inout JSONWriter) {
        json.object { json in
            // A block of plain text needs no escaping, so only a template makes it markup.
            let text = template?.filled(with: widget, escaping: \.inXML)
            json.member("full_text", text ?? widget.text)
            json.member("instance", widget.widget)
            json.member("markup", text == nil ? nil : "pango")
            json.member("name", widget.app.isEmpty ? "waymark" : "\(widget.app)/\(widget.kind)")
        }
    }
}
