import CommandLineTool
import LinuxSystem
import UserInput
import Waymark
import WaymarkInterfaces

extension Command {
    static let show = visibility(
        true,
        name: "show",
        summary: "mark a widget as in view until 'hide'"
    )

    static let hide = visibility(false, name: "hide", summary: "mark a widget as out of view")

    static let appVisibility = Command(
        name: "app-visibility",
        summary: "count an app's windows as visible or hidden while this runs",
        operands: "APP show|hide",
        options: [Invocation.userOption],
        details: """
            An app whose windows are hidden is not in use, though it runs. It ends on SIGTERM or SIGINT; from
            then on the windows count as before.
            """
    ) { (invocation) throws(Failure) in
        let (app, word) = (invocation.operands[0], invocation.operands[1])
        let user = try invocation.user()
        let stream = try invocation.service.stream(HostInterface.Watch(widgets: []))
        try stream.deliver { (answer) throws(Failure) in
            guard let session = answer.value.session else { return }
            try invocation.show(
                HostInterface.SetAppVisibility(
                    app: app,
                    visible: word == "show",
                    session: session,
                    user: user
                )
            ) { (_) throws(Failure) in
                let state = word == "show" ? "visible" : "hidden"
                try invocation.output.line("\(app.harmless): windows \(state) while this runs")
            }
        }
    }

    private static func visibility(_ visible: Bool, name: String, summary: String) -> Command {
        Command(name: name, summary: summary, operands: "WIDGET") { (invocation) throws(Failure) in
            let widget = invocation.operands[0]
            try invocation.show(HostInterface.SetVisibility(widget: widget, visible: visible)) {
                (_) throws(Failure) in
                try invocation.output.line("\(widget) \(visible ? "in view until 'hide'" : "out of view")")
            }
        }
    }
}
