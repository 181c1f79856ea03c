import LinuxSystem
import LocationModel
import UserInput
import Varlink
import Waymark
import WaymarkInterfaces

extension Command {
    /// `waymarkctl watch`.
    static let watch = Command(
        name: "watch",
        summary: "print what widgets show, and each change",
        operands: "[WIDGET]...",
        options: [.init("visible", "mark these widgets as in view while this command runs")],
        details: """
            Without WIDGET, all of your widgets are watched. It prints what they show now, then each change.
            With --format json, each line is an event as the service sends it. It ends when the reader of its
            output ends, or on SIGTERM or SIGINT.
            """
    ) { (invocation) throws(Failure) in
        let names = invocation.operands
        let stream = try invocation.service.stream(
            HostInterface.Watch(widgets: names.isEmpty ? nil : names)
        )
        var session: String?
        try stream.deliver { (answer) throws(Failure) in
            let event = answer.value
            if event.event == .keepAlive { return }
            session = event.session ?? session
            if invocation.line.has("visible") {
                for view in event.widgets ?? [] { try show(view.widget, in: session, invocation) }
            }
            if invocation.isForMachines { return try invocation.output.line(answer.json) }
            for line in lines(for: event, invocation.output) { try invocation.output.line(line) }
        }
    }

    private static func show(
        _ widget: String,
        in session: String?,
        _ invocation: Invocation
    ) throws(Failure) {
        _ = try invocation.service.call(
            HostInterface.SetVisibility(widget: widget, visible: true, session: session)
        )
    }

    private static func lines(for event: HostInterface.Watch.Reply, _ output: Output) -> [String] {
        if let removed = event.removed { return ["\(removed)  removed"] }
        if event.event == .session, event.widgets?.isEmpty ?? true, event.more != true {
            return ["no widgets"]
        }
        let lines = ((event.widgets ?? []) + (event.widget.map { [$0] } ?? [])).map { describe($0, output) }
        return event.event == .withdrawn ? lines.map { "\($0)  content withdrawn" } : lines
    }

    private static func describe(_ view: HostInterface.WidgetView, _ output: Output) -> String {
        let colour: Output.Colour =
            switch view.status {
            case .ready, .fix: .green
            case .waiting: .faint
            case .unavailable: .yellow
            case .denied: .red
            }
        let status = output.coloured(view.status.rawValue, colour)
        let placeholder = view.placeholder.map { "  (\(words(of: $0).harmless))" }
        let content = view.entry.map { "  \(words(of: $0.content).harmless)" } ?? placeholder ?? ""
        return "\(view.widget)  \(view.app)/\(view.kind)  \(status)\(content)"
    }

    /// Returns the conventional `text` and `detail` members of a content, or else all of it as JSON.
    static func words(of content: RawJSON) -> String {
        let members = content.object
        guard let text = members["text"]?.text else { return content.text }
        return members["detail"]?.text.map { "\(text) - \($0)" } ?? text
    }
}
