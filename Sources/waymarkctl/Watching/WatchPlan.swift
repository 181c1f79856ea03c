import CommandLineTool
import UserInput

/// What `watch` watches, and how it prints it.
struct WatchPlan {
    enum View {
        /// Not at all: the program only looks.
        case none

        /// As long as the program runs.
        case running

        /// While the bar is not hidden and somebody is at the session.
        case attended
    }

    /// The named widgets; all of the caller's if there are neither names nor placements.
    let widgets: [String]

    /// The kinds to place a widget of, or to find the one of before.
    let placements: [WatchedWidgets.Placement]
    let key: String

    /// Whether only the widget is shown that matters most.
    let showsMostRelevant: Bool

    let format: BarFormat
    let template: TextTemplate?
    let output: BarOutput
    let view: View

    /// Whether the surface on which the widgets are shown is always in view.
    let isAlwaysInView: Bool

    init(_ line: ParsedCommandLine, _ format: BarFormat) throws(Failure) {
        let others = ["place", "key", "most-relevant", "visible", "always-in-view"].filter { line.has($0) }
        guard !line.has("in-use") || others.isEmpty && line.operands.isEmpty else {
            throw .usage("--in-use shows apps, and no widgets")
        }
        widgets = line.operands
        var placements: [WatchedWidgets.Placement] = []
        for text in line.values(of: "place") {
            guard let placement = WatchedWidgets.Placement(text) else {
                throw .usage("--place \(text): write APP/KIND, such as org.example.Weather/cell")
            }
            placements.append(placement)
        }
        self.placements = placements
        key = line.value(of: "key") ?? format.rawValue
        showsMostRelevant = line.has("most-relevant")
        self.format = format
        template = try line.value(of: "template").map { (text) throws(Failure) in try TextTemplate(text) }
        try line.value(of: "output")?.checkOutput()
        output = BarOutput(format, to: line.value(of: "output"))
        isAlwaysInView = line.has("always-in-view")
        view =
            line.has("visible") || isAlwaysInView ? .running : format.isForBars ? .attended : .none
        if format == .human, template != nil || line.has("output") {
            throw .usage("--template and --output need --format json, waybar, i3bar or line")
        }
    }
}
