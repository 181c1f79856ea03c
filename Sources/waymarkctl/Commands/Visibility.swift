import WaymarkInterfaces

extension Command {
    /// `waymarkctl show`.
    static let show = visibility(
        true,
        name: "show",
        summary: "mark a widget as in view until 'hide'"
    )

    /// `waymarkctl hide`.
    static let hide = visibility(false, name: "hide", summary: "mark a widget as out of view")

    private static func visibility(_ visible: Bool, name: String, summary: String) -> Command {
        Command(name: name, summary: summary, operands: "WIDGET") { (invocation) throws(Failure) in
            let widget = try invocation.operands("WIDGET")[0]
            try invocation.show(HostInterface.SetVisibility(widget: widget, visible: visible))
        }
    }
}
