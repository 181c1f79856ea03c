import CommandLineTool
import Glibc
import LinuxSystem
import UserInput
import Waymark

/// Runs `waymarkctl monitor` on the whole terminal.
final class FullScreenMonitor {
    private let output: Output
    private let patience: Patience
    private let screen: TerminalScreen
    private var feed: MonitorFeed
    private var view = MonitorView()

    /// What is shown: the feed's content, or that of the moment of the pause.
    private var shown: MonitorContent

    /// Connects to the service, and takes over the terminal.
    init(_ invocation: Invocation) throws {
        patience = try Patience(andFor: [SIGWINCH])
        feed = try MonitorFeed(invocation.service, patience)
        shown = feed.content
        output = Output(isUTC: invocation.output.isUTC, mayColour: false)
        screen = try TerminalScreen(isColoured: invocation.output.isColoured)
    }

    func run() throws {
        repeat {
            if !patience.drainSignals().isEmpty { screen.adoptSize() }
            while let key = screen.nextKey() {
                guard view.press(key, page: max(1, screen.rows / 2 - 1)) else { return }
            }
            try feed.update(patience)
            if !view.isPaused { shown = feed.content }
            draw()
        } while try patience.wait(for: [STDIN_FILENO], until: feed.deadline)
    }

    // MARK: Drawing

    private func draw() {
        screen.erase()
        defer { screen.show() }
        bar(title, row: 0, feed.content.problem == nil ? .bar : .bad)
        bar(footer, row: screen.rows - 1, .bar)
        let rows = max(0, screen.rows - 2)
        if view.showsHelp { return put(MonitorText.help, rows: rows, from: 1) }
        let text = MonitorText(output: output, columns: screen.columns, filter: view.filter)
        let state = shown.snapshot.map { text.state($0) } ?? []
        let decisions = text.decisions(shown.decisions)
        // A third is for decisions at least, and all that the state leaves free.
        let stateRows = min(state.count, max(0, rows - rows / 3 - 1))
        let decisionRows = max(0, rows - stateRows - 1)
        view.limit(stateOffset: state.count - stateRows, decisionsOffset: decisions.count - decisionRows)
        put(Array(state.dropFirst(view.stateOffset)), rows: stateRows, from: 1)
        screen.put(heading(more: state.count - stateRows), row: 1 + stateRows, .heading)
        let latest = decisions.dropLast(view.decisionsOffset).suffix(decisionRows)
        put(Array(latest), rows: decisionRows, from: 2 + stateRows)
    }

    private func put(_ lines: [ScreenLine], rows: Int, from first: Int) {
        for (index, line) in lines.prefix(rows).enumerated() {
            screen.put(line.text, row: first + index, line.style)
        }
    }

    private func bar(_ text: String, row: Int, _ style: TerminalScreen.Style) {
        screen.put(" \(text)".padded(to: screen.columns), row: row, style)
    }

    private var title: String {
        if let problem = feed.content.problem {
            return "NOT CONNECTED, waiting for the service; below is its last state. \(problem.harmless)"
        }
        guard let status = shown.snapshot?.status else { return "waymarkd" }
        return [
            view.isPaused ? "PAUSED" : output.spoken(date: UTCInstant.now.description, places: 0),
            "waymarkd \(status.version.harmless)\(status.simulated ? " SIMULATED" : ""), up \(spoken(seconds: status.uptimeSeconds))",
            "location services \(output.services(on: status.servicesOn, offForEverybody: status.servicesOffForEverybody))",
        ].joined(separator: "   ")
    }

    private func heading(more: Int) -> String {
        let isDown = view.half == .decisions
        let scrolled = view.decisionsOffset > 0 ? ", scrolled" : ""
        let above = more > 0 ? "   (\(counted(more - view.stateOffset, "line")) of the upper half below)" : ""
        return "DECISIONS\(scrolled)\(isDown ? "   (arrows scroll here)" : above)"
    }

    private var footer: String {
        if view.isTyping { return "show only what contains: \(view.filter)_" }
        let filter = view.filter.isEmpty ? "" : "showing only '\(view.filter)', Esc shows all   "
        return "\(filter)q quit   arrows scroll   Tab other half   / search   p pause   ? keys"
    }
}
