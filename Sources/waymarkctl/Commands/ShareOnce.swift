import CommandLineTool
import ServiceClient
import UserInput
import WaymarkInterfaces

extension Command {
    static let shareOnce = Command(
        name: "share-once",
        summary: "give a widget in view the location once, as for a click in a bar",
        operands: "WIDGET|APP/KIND",
        options: [
            .init(
                "key",
                value: .text("NAME"),
                "the name by which 'watch' or 'place' found it, of several widgets of the kind"
            ),
            .init("exactly", "the exact location, although the app may know the area only"),
        ],
        details: """
            The next reload of the widget gets the location, without a question and without a permission of its
            app, if it comes in a minute. A host of yours must have the widget in view. What you have refused to
            the app or its widgets, or the administrator forbids, is not given. 'waymarkctl access' shows it.

            Example, as on-click of a bar: waymarkctl share-once org.example.Weather/cell --key waybar
            """
    ) { (invocation) throws(Failure) in
        let widget = try invocation.sharedWidget(invocation.operands[0])
        let exactly = invocation.line.has("exactly")
        try invocation.show(HostInterface.ShareOnce(widget: widget, exactly: exactly ? true : nil)) {
            (_) throws(Failure) in
            try invocation.output.line("\(widget): its next reload gets the location")
        }
    }
}

extension Invocation {
    /// Returns the widget that an operand names: by its name, or as the only one of a kind and key that is in view.
    fileprivate func sharedWidget(_ operand: String) throws(Failure) -> String {
        let key = line.value(of: "key")
        guard operand.contains("/") else {
            guard key == nil else { throw .usage("--key needs APP/KIND, such as org.example.Weather/cell") }
            return operand
        }
        guard let kind = WatchedWidgets.Placement(operand) else {
            throw .usage("'\(operand.harmless)': write APP/KIND, such as org.example.Weather/cell")
        }
        let found = try service.callForAllPages(InspectInterface.ListWidgets()).value.widgets.filter {
            $0.visible && $0.app == kind.app && $0.kind == kind.kind && (key == nil || $0.key == key)
        }
        guard let widget = found.first else {
            throw .notFound("no widget of \(operand.harmless) is in view; 'waymarkctl widgets' lists yours")
        }
        guard found.count == 1 else {
            let names = found.map(\.widget).joined(separator: ", ")
            throw .usage(
                "several widgets of \(operand.harmless) are in view: \(names); name one, or use --key"
            )
        }
        return widget.widget
    }
}
