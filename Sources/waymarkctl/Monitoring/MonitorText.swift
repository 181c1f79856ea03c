import CommandLineTool
import UserInput
import WaymarkInterfaces

/// A line for people, in one colour.
struct ScreenLine: Equatable {
    let text: String
    let colour: Output.Colour?

    init(_ text: String, _ colour: Output.Colour? = nil) { (self.text, self.colour) = (text, colour) }
}

extension Output {
    func line(_ line: ScreenLine) throws {
        try self.line(line.colour.map { coloured(line.text, $0) } ?? line.text)
    }
}

struct MonitorText {
    let output: Output
    let columns: Int

    /// Returns the lines of the upper half: what `status`, `apps` and `widgets` print.
    func state(_ snapshot: MonitorContent.Snapshot) -> [ScreenLine] {
        let (status, apps, widgets) = (snapshot.status, snapshot.apps, snapshot.widgets)
        let appRows = [Command.appHeading] + apps.map { Command.row($0) }
        let widgetRows = [Command.widgetHeading] + widgets.map { Command.row($0, output) }
        return status.lines(output, widestName: max(12, columns / 3))
            + table("APPS", appRows, Command.appIdentifiers, of: status.apps, apps.map(\.inUse))
            + table(
                "WIDGETS",
                widgetRows,
                Command.widgetIdentifiers,
                of: status.widgets,
                widgets.map(\.inUse)
            )
    }

    private func table(
        _ title: String,
        _ rows: [[String]],
        _ identifiers: [Int],
        of count: Int,
        _ inUse: [Bool]
    ) -> [ScreenLine] {
        let part = inUse.count < count ? "\(inUse.count) of \(count)" : "\(count)"
        let heading = ScreenLine("\(title)  \(part)", .bold)
        guard !inUse.isEmpty else { return [heading] }
        let lines = Output.aligned(rows, identifiers, within: columns - 2, output.ellipsis).map { "  \($0)" }
        return [heading, ScreenLine(lines[0], .faint)]
            + zip(lines.dropFirst(), inUse).map { ScreenLine($0, $1 ? .green : nil) }
    }

    /// Returns the lines of the lower half: each decision with its reason, in as many lines as it needs.
    func decisions(_ decisions: [InspectInterface.Decision]) -> [ScreenLine] {
        decisions.flatMap { decision -> [ScreenLine] in
            let time = output.spoken(date: decision.time, places: 0)
            let subject = (decision.widget ?? decision.app ?? "").harmless.shortened(to: 24, output.ellipsis)
            let start = "\(time)  \(subject.padded(to: 10))  \(decision.decision.harmless)"
            // Where the reason would get too narrow a column, it starts below.
            let indent = start.count + 2 <= columns / 2 ? start.count + 2 : 4
            let reason = Output.lines(of: output.told(decision.text), within: max(10, columns - indent))
            let blank = String(repeating: " ", count: indent)
            let lines = indent > 4 ? reason : [""] + reason
            return lines.enumerated().map { index, line in
                ScreenLine(index == 0 ? "\(start)  \(line)" : blank + line)
            }
        }
    }
}
