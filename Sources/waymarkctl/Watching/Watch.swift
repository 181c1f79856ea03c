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
        let format = invocation.line.value(of: "format").flatMap(BarFormat.init)
        let plan = try WatchPlan(invocation.line, format ?? .human)
        guard !invocation.line.has("in-use") else {
            return try InUseLoop(plan: plan, service: invocation.service, screen: invocation.output).run()
        }
        try WatchLoop(plan, on: invocation.service, invocation.output).run()
    }
}

struct WatchPlan {
    /// The named widgets; all of the caller's if there are neither names nor placements.
    let widgets: [String]

    /// The kinds to place a widget of, or to find the one of before.
    let placements: [WatchedWidgets.Placement]
    let key: String
    let showsMostRelevant: Bool

    let format: BarFormat
    let template: TextTemplate?
    let output: BarOutput

    /// Whether the widgets are in view as long as the program runs.
    let isVisible: Bool

    /// Whether the surface on which the widgets are shown is always in view.
    let isAlwaysInView: Bool

    init(_ line: ParsedCommandLine, _ format: BarFormat) throws {
        let others = ["place", "key", "most-relevant", "visible", "always-in-view"].filter { line.has($0) }
        guard !line.has("in-use") || others.isEmpty && line.operands.isEmpty else {
            throw Failure.usage("--in-use shows apps, and no widgets")
        }
        widgets = line.operands
        placements = try line.values(of: "place").map { text in
            guard let placement = WatchedWidgets.Placement(text) else {
                throw Failure.usage("--place \(text): write APP/KIND, such as org.example.Weather/cell")
            }
            return placement
        }
        key = line.value(of: "key") ?? format.rawValue
        showsMostRelevant = line.has("most-relevant")
        self.format = format
        template = try line.value(of: "template").map { try TextTemplate($0) }
        if let path = line.value(of: "output") { try OutputFile.check(path) }
        output = BarOutput(format, to: line.value(of: "output"))
        isAlwaysInView = line.has("always-in-view")
        isVisible = line.has("visible") || isAlwaysInView
        if format == .human, template != nil || line.has("output") {
            throw Failure.usage("--template and --output need --format json, waybar, i3bar or line")
        }
    }
}
