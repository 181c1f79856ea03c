import CommandLineTool
import UserInput
import Waymark

struct ScreenLine: Equatable {
    let text: String
    let style: TerminalScreen.Style

    init(_ text: String, _ style: TerminalScreen.Style = .plain) { (self.text, self.style) = (text, style) }
}

struct MonitorText {
    let output: Output
    let columns: Int

    /// The text that apps, widgets and decisions must contain.
    let filter: String

    // MARK: The state

    func state(_ snapshot: MonitorContent.Snapshot) -> [ScreenLine] {
        let status = snapshot.status
        var lines = [fix(status)]
        if status.prompts > 0 {
            let agent = status.agents == 0 ? ", and no agent is running" : ""
            let text = "\(counted(status.prompts, "question")) for you\(agent): waymarkctl agent"
            lines.append(ScreenLine("QUESTIONS  \(text)", .warning))
        }
        let power = status.receiversOn ? "on" : "off"
        lines.append(ScreenLine("RECEIVERS  \(power): \(status.receiversReason.harmless)", .heading))
        for receiver in status.receivers {
            let text = "  \(name(of: receiver))  \(receiver.condition(output))"
            lines.append(ScreenLine(text, receiver.colour.style))
        }
        // Widgets have lines of their own.
        for consumer in status.consumers where consumer.widget == nil {
            lines.append(ScreenLine("  \(consumer.words)"))
        }
        for program in status.programs {
            let text = "  program of \(program.app.harmless): \(program.text.harmless)"
            lines.append(ScreenLine(text, program.connected ? .plain : .warning))
        }
        return lines + apps(snapshot) + widgets(snapshot)
    }

    private func fix(_ status: InspectInterface.GetStatus.Reply) -> ScreenLine {
        let change = "; last significant change: \(status.lastSignificantChangeWords)"
        if let receiver = status.receivers.first(where: { $0.followed && $0.state == .fixed }) {
            let radius = receiver.accuracyMeters.map { "accurate to \(($0 * 10).rounded() / 10) m" }
            let satellites = receiver.satellitesUsed.map { counted($0, "satellite") }
            let facts = [radius, satellites, "from \(name(of: receiver))"].compactMap(\.self)
            return ScreenLine("FIX  \(facts.joined(separator: ", "))\(change)", .good)
        }
        let stated = status.statedPlace == .used ? "the stated place" : "none"
        return ScreenLine("FIX  \(stated)\(change)", .heading)
    }

    private func name(of receiver: InspectInterface.Receiver) -> String {
        receiver.name.harmless.shortened(to: max(12, columns / 3), output.ellipsis)
    }

    private func apps(_ snapshot: MonitorContent.Snapshot) -> [ScreenLine] {
        let heading = ["APP", "USER", "LOCATION", "ACCURACY", "WIDGETS", "IN USE", "PROVIDER"]
        let rows = snapshot.apps.map { app in
            [
                app.app.harmless, Command.userName(app.user), app.statusWords,
                app.status.isAuthorized ? app.accuracy.rawValue : "-", app.widgets.word,
                app.inUse ? "yes" : "no", app.connected ? "connected" : "away",
            ]
        }
        return table("APPS", heading, rows, of: snapshot.status.apps) { row in
            row[5] == "yes" ? .good : .plain
        }
    }

    private func widgets(_ snapshot: MonitorContent.Snapshot) -> [ScreenLine] {
        let heading = ["WIDGET", "APP", "KIND", "USER", "IN USE", "NEXT RELOAD", "TIMELINE"]
        let rows = snapshot.widgets.map { widget in
            [
                widget.widget, widget.app, widget.kind, Command.userName(widget.user),
                widget.visible
                    ? "in view"
                    : widget.inUseForSeconds.map { "for \(countdown($0))" } ?? (widget.inUse ? "yes" : "no"),
                widget.nextReloadWords,
                widget.timelineDelivered.map { output.spoken(date: $0, places: 0) } ?? "none",
            ]
        }
        return table("WIDGETS", heading, rows, of: snapshot.status.widgets) { row in
            row[4] == "no" ? .plain : .good
        }
    }

    private func table(
        _ title: String,
        _ heading: [String],
        _ rows: [[String]],
        of count: Int,
        style: ([String]) -> TerminalScreen.Style
    ) -> [ScreenLine] {
        let shown = rows.filter { matches($0.joined(separator: " ")) }
        let part = shown.count < count ? "\(shown.count) of \(count)" : "\(count)"
        let indented = ([heading] + shown).map { ["  \($0[0])"] + $0.dropFirst() }
        let lines = Output.aligned(indented, [0, 1, 2], within: columns, output.ellipsis)
        return [ScreenLine("\(title)  \(part)", .heading)]
            + (shown.isEmpty ? [] : [ScreenLine(lines[0], .faint)])
            + zip(shown, lines.dropFirst()).map { ScreenLine($1, style($0)) }
    }

    // MARK: Decisions

    /// Returns the lines of the lower half: each decision with its reason, in as many lines as it needs.
    func decisions(_ decisions: [InspectInterface.Decision]) -> [ScreenLine] {
        decisions.flatMap { decision -> [ScreenLine] in
            let time = output.spoken(date: decision.time, places: 0)
            let subject = (decision.widget ?? decision.app ?? "").harmless.shortened(to: 24, output.ellipsis)
            let start = "\(time)  \(subject.padded(to: 10))  \(decision.decision.harmless)"
            let text = output.told(decision.text)
            guard matches("\(start) \(text)") else { return [] }
            // Where the reason would get too narrow a column, it starts below.
            let indent = start.count + 2 <= columns / 2 ? start.count + 2 : 4
            let reason = Output.lines(of: text, within: max(10, columns - indent))
            let blank = String(repeating: " ", count: indent)
            let lines = indent > 4 ? reason : [""] + reason
            return lines.enumerated().map { index, line in
                ScreenLine(index == 0 ? "\(start)  \(line)" : blank + line)
            }
        }
    }

    private func matches(_ text: String) -> Bool {
        filter.isEmpty || text.lowercased().contains(filter.lowercased())
    }

    // MARK: Keys

    static let help = [
        ("q", "quit"), ("arrows, j, k", "scroll by a line"), ("Page Up, Page Down", "scroll by a page"),
        ("Home, End", "go to the beginning or the end"), ("Tab", "scroll the other half"),
        ("/", "show only what contains a text; Enter keeps it, Esc shows all again"),
        ("p, space", "pause, and go on"), ("?", "show or hide this list"),
    ].map { ScreenLine("  \($0.padded(to: 18))  \($1)") }
}

extension Output.Colour {
    fileprivate var style: TerminalScreen.Style {
        switch self {
        case .red: .bad
        case .green: .good
        case .yellow: .warning
        case .faint: .faint
        }
    }
}

extension InspectInterface.Widget {
    /// When it is reloaded next, in words that fit into a table.
    var nextReloadWords: String { nextReload?.words ?? (pendingReload == nil ? "-" : "now") }
}

extension InspectInterface.ReloadWait {
    /// What the reload waits for, with the time that is left.
    fileprivate var words: String {
        let cause =
            switch waitsFor {
            case .view: "its next view"
            case .confirmation: "the person's confirmation"
            case .pause: "the end of the pause"
            case .provider: "its program"
            case .answer: "the answer"
            case .retry: "another attempt"
            case .budget: "its budget"
            case .fix: "the first fix"
            case .date: "its timeline's date"
            case .interval: "the least interval"
            }
        return cause + (remainingSeconds.map { ", \(countdown($0))" } ?? "")
    }
}
