import CommandLineTool
import LinuxSystem
import UserInput

extension Command {
    static let watch = Command(
        name: "watch",
        summary: "print what widgets show, and each change, also for bars",
        operands: "[WIDGET]...",
        options: [
            .init(
                "format",
                letter: "f",
                value: .word(BarFormat.allCases.map(\.rawValue)),
                "the form of the output"
            ),
            .init(
                "place",
                value: .text("APP/KIND"),
                "watch a widget of this kind, placed the first time; may be repeated"
            ),
            .init(
                "key",
                value: .text("NAME"),
                "the name by which placed widgets are found; else the format's"
            ),
            .init("in-use", "show which apps learn the location now, instead of widgets"),
            .init("most-relevant", "show only the widget that matters most now, or the first if none does"),
            .init("visible", "mark the widgets as in view as long as this command runs"),
            .init(
                "always-in-view",
                "like --visible, and tell the service that this surface always is, such as a dashboard"
            ),
            .init(
                "template",
                value: .text("TEXT"),
                "the text of a widget, such as '{text} ({detail})'; may have Pango markup for waybar and i3bar"
            ),
            .init("output", letter: "o", value: .path("FILE"), "always keep the latest line in this file"),
        ],
        details: """
            Without WIDGET and --place, all of your widgets are watched. It prints what they show now, then each
            change, and goes on when the service restarts.

            With waybar, i3bar and line it is a host: widgets are in view while somebody is at the session, and,
            with i3bar, while the bar is not hidden. A widget without a text shows its state: waiting, denied,
            unavailable, unreachable. With json, each line is one object with all of this.

            The names in a template are {text}, {detail}, {status}, {alt}, {percentage}, {app}, {kind} and
            {widget}; {{ and }} stand for braces.
            """
    ) { invocation in
        let output = try BarOutput(invocation.line, invocation.output)
        guard !invocation.line.has("in-use") else {
            let others = ["place", "key", "most-relevant", "visible", "always-in-view"]
            guard invocation.operands.isEmpty, !others.contains(where: invocation.line.has) else {
                throw Failure.usage("--in-use shows apps, and no widgets")
            }
            return try InUseLoop(output: output, service: invocation.service).run()
        }
        try WatchLoop(invocation.line, output, invocation.service).run()
    }
}
