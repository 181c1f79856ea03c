import LocationModel
import WaymarkEngine

/// The counts of a replay: the decisions, and the reloads of each widget.
struct ReplaySummary {
    private var decisions: [String: Int] = [:]

    /// The reloads of each widget, by what the request said about the location.
    private var reloads: [WidgetIdentifier: [String: Int]] = [:]

    mutating func add(_ entry: JournalEntry) {
        decisions[entry.name, default: 0] += 1
        if case .widget(.reload(_, _, let absence, _, _)) = entry.decision, let widget = entry.subject.widget
        {
            reloads[widget, default: [:]][absence?.text ?? "with the location", default: 0] += 1
        }
    }

    /// Returns a line for each widget, with the reason of its pending reload if it has one, and one for the decisions.
    func lines(_ widgets: [(identifier: WidgetIdentifier, pendingReload: ReloadReason?)]) -> [String] {
        var lines = widgets.map { widget in
            let counts = reloads[widget.identifier].map(Self.words) ?? "none"
            let pending = widget.pendingReload.map { "; pending at the end, because \($0.text)" }
            return "\(widget.identifier): reloads: \(counts)\(pending ?? "")"
        }
        lines.append(Self.words(decisions))
        return lines
    }

    /// Returns a line for each widget that had a reload, and one for the decisions.
    func lines() -> [String] {
        lines(reloads.keys.sorted().map { (identifier: $0, pendingReload: nil) })
    }

    private static func words(_ counts: [String: Int]) -> String {
        counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    }
}
