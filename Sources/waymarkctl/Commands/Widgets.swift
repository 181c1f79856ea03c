import CommandLineTool
import LinuxSystem
import LocationModel
import UserInput
import Varlink
import WaymarkInterfaces

extension Command {
    static let place = Command(
        name: "place",
        summary: "place a widget of a kind and print its identifier",
        operands: "APP KIND",
        options: setupOptions + [
            .init(
                "key",
                value: .text("NAME"),
                "find the widget of this name, and place one only if there is none"
            ),
            Invocation.userOption,
        ],
        details: """
            A manifest or a provider must have declared the kind; 'waymarkctl kinds' lists those that can be
            placed, with their families and properties. A provider need not be connected now.

            Example: waymarkctl place org.example.Weather today -c '{"units": "metric"}'
            """
    ) { (invocation) throws(Failure) in
        let names = invocation.operands
        let place = HostInterface.Place(
            app: names[0],
            kind: names[1],
            user: try invocation.user(),
            family: try invocation.family(),
            configuration: try invocation.configuration(),
            key: invocation.line.value(of: "key")
        )
        try invocation.show(place) { (reply) throws(Failure) in try invocation.output.line(reply.widget) }
    }

    static let remove = Command(
        name: "remove",
        summary: "remove a widget permanently",
        operands: "WIDGET"
    ) { (invocation) throws(Failure) in
        let widget = invocation.operands[0]
        try invocation.show(HostInterface.Remove(widget: widget)) { (_) throws(Failure) in
            try invocation.output.line("\(widget) removed")
        }
    }

    static let widgets = Command(
        name: "widgets",
        summary: "list the placed widgets and their state",
        operands: ""
    ) { (invocation) throws(Failure) in
        try invocation.showAll(InspectInterface.ListWidgets()) { (reply) throws(Failure) in
            try invocation.output.table(
                [["WIDGET", "APP", "KIND", "FAMILY", "KEY", "USER", "IN USE", "NEXT RELOAD", "TIMELINE"]]
                    + reply.widgets.flatMap { widget in
                        [row(widget, invocation.output)]
                            + (widget.configuration.object.isEmpty
                                ? [] : [["  \(widget.configuration.text.harmless)"]])
                    },
                identifiers: [1, 2, 4, 7]
            )
        }
    }

    private static func row(_ widget: InspectInterface.Widget, _ output: Output) -> [String] {
        [
            widget.widget,
            widget.app,
            widget.kind,
            widget.family.rawValue,
            widget.key ?? "-",
            userName(widget.user),
            use(of: widget),
            widget.nextReloadWords,
            widget.timelineDelivered.map { output.spoken(date: $0, places: 0) } ?? "none",
        ]
    }

    /// Returns whether and for how long a widget counts as in use.
    static func use(of widget: InspectInterface.Widget) -> String {
        if widget.alwaysInView { return "always in view" }
        if widget.visible { return "in view" }
        guard widget.inUse else { return "no" }
        return widget.inUseForSeconds.map { "for \(spoken(seconds: $0))" } ?? "yes"
    }
}
