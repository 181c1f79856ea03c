// A dashboard in a terminal: shows all of your widgets, which are in view for as long as it runs.
import Glibc
import Waymark

/// The content of the screen.
struct Screen {
    /// Whether the screen is drawn anew, or, where the output is no terminal, lines are added.
    private let isTerminal = isatty(STDOUT_FILENO) == 1
    private var widgets: [WidgetIdentifier: ShownWidget] = [:]
    private var trouble: String?

    /// Whether the service only simulates the location that widgets are made with.
    var isSimulated = false

    var identifiers: Set<WidgetIdentifier> { Set(widgets.keys) }

    mutating func show(_ update: HostUpdate) {
        switch update {
        case .widgets(let all):
            widgets = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
            trouble = nil
        // Withdrawn content has no entry any more, so it disappears from the screen.
        case .changed(let widget), .withdrawn(let widget): widgets[widget.id] = widget
        case .removed(let widget): widgets[widget] = nil
        case .disconnected(let error): trouble = error.description
        @unknown default: break
        }
        draw()
    }

    private func draw() {
        if isTerminal { print("\u{1B}[2J\u{1B}[H", terminator: "") }
        if isSimulated { print("The location is simulated.") }
        if widgets.isEmpty { print("No widgets yet: waymarkctl place APP KIND") }
        for widget in widgets.values.sorted(by: { $0.id < $1.id }) { print(line(for: widget)) }
        if let trouble { print("\nThe service is away: \(trouble)") }
        fflush(nil)
    }

    private func line(for widget: ShownWidget) -> String {
        let mark =
            switch widget.status {
            case .fix, .ready: "●"
            case .waiting: "○"
            case .denied: "✕"
            case .unavailable: "?"
            @unknown default: " "
            }
        let words = [widget.entry?.text, widget.entry?.detail].compactMap { $0 }.joined(separator: ", ")
        return "\(mark) \(clean(widget.kind)): \(words.isEmpty ? widget.status.rawValue : clean(words))"
    }

    /// Removes what could move the cursor: a provider writes the words, and the terminal would obey them.
    private func clean(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter {
                    switch $0.properties.generalCategory {
                    case .control, .format, .lineSeparator, .paragraphSeparator: false
                    default: true
                    }
                }
            )
        )
    }
}

let host = WidgetHost()
var screen = Screen()
do {
    for try await update in host.updates() {
        let before = screen.identifiers
        screen.isSimulated = host.isSimulated
        screen.show(update)
        for widget in screen.identifiers.subtracting(before) { await host.setVisible(true, for: widget) }
    }
} catch {
    print("\(error)")
    exit(1)
}
