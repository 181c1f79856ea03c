import CommandLineTool
import Glibc
import LinuxSystem
import LocationModel
import UserInput
import Varlink
import WaymarkInterfaces

/// A form in which `watch` prints the content of widgets.
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
        _ given: TextTemplate?
    ) -> String {
        let template = given ?? .text
        var seen: Set<String> = []
        let classes = shown.flatMap(\.classes).filter { seen.insert($0).inserted }
        let tooltips = shown.compactMap(\.tooltip)
        let tooltip = tooltips.isEmpty ? nil : tooltips.joined(separator: "\n")
        switch self {
        case .human, .line: return shown.map { template.line(with: $0) }.joined(separator: "  ")
        case .json:
            return object { json in
                json.member("alt", shown.first?.alt)
                json.member("class", classes)
                json.member("detail", tooltip)
                json.member("percentage", shown.first?.percentage)
                json.member("status", shown.first?.status ?? WidgetCondition.waiting.rawValue)
                json.member("text", shown.map { template.filled(with: $0).harmless }.joined(separator: "  "))
                json.member("widgets", views)
            }
        case .waybar:
            return object { json in
                json.member("alt", shown.first?.alt)
                json.member("class", classes)
                json.member("percentage", shown.first?.percentage)
                let texts = shown.map { template.filled(with: $0, escaping: \.inXML) }
                json.member("text", texts.joined(separator: "  "))
                json.member("tooltip", tooltip?.inXML)
            }
        case .i3bar:
            let blocks = shown.map { widget in
                object { json in
                    // A block of plain text needs no escaping, so only a template makes it markup.
                    let text = given?.filled(with: widget, escaping: \.inXML)
                    json.member("full_text", text ?? widget.text)
                    json.member("instance", widget.widget)
                    json.member("markup", text == nil ? nil : "pango")
                    json.member("name", widget.app.isEmpty ? "waymark" : "\(widget.app)/\(widget.kind)")
                }
            }
            return "[\(blocks.joined(separator: ","))],"
        }
    }

    private func object(_ members: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter()
        json.object(members)
        // A provider's JSON may contain line breaks between its values.
        return String(decoding: json.bytes.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }, as: UTF8.self)
    }
}

/// The output of `watch`: standard output, or for a bar a file that always has the latest line.
final class BarOutput {
    let format: BarFormat

    /// For the lines that are for people.
    let screen: Output

    /// Whether i3bar or swaybar has said that it is hidden: nobody reads the output then.
    private(set) var isHidden = false

    private let template: TextTemplate?

    /// The file; `nil` for standard output.
    private let path: String?
    private var lastLine: String?

    init(_ line: ParsedCommandLine, _ screen: Output) throws {
        self.screen = screen
        format = line.value(of: "format").flatMap(BarFormat.init) ?? .human
        template = try line.value(of: "template").map { try TextTemplate($0) }
        path = line.value(of: "output")
        if let path { try OutputFile.check(path) }
        if format == .human, template != nil || path != nil {
            throw Failure.usage("--template and --output need --format json, waybar, i3bar or line")
        }
    }

    /// Prints what a bar expects at first, and begins to wait for its signals.
    func begin() throws -> EventWaiter {
        let signals = [BarFormat.hiddenSignal, BarFormat.shownSignal]
        let waiter = try EventWaiter(alsoFor: format == .i3bar ? signals : [])
        if let beginning = format.beginning { try write(beginning) }
        return waiter
    }

    func readSignals(_ waiter: EventWaiter) {
        for signal in waiter.drainSignals() { isHidden = signal == BarFormat.hiddenSignal }
    }

    /// Prints the line for widgets unless it is the latest; a hidden bar gets the latest once it is shown.
    func show(_ shown: [BarWidget], _ views: [HostInterface.WidgetView]? = nil) throws {
        let line = format.line(for: shown, views, template)
        guard !isHidden, line != lastLine else { return }
        lastLine = line
        try write(line)
    }

    private func write(_ text: String) throws {
        guard let path else { return try screen.line(text) }
        try AtomicFile.write(Array("\(text)\n".utf8), to: path, permissions: 0o600)
    }

    /// Removes the file, because nothing updates it any more.
    func end() {
        if let path { _ = unsafe unlink(path) }
    }
}
