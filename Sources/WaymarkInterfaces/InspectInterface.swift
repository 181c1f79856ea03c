/// The types of `io.waymark.Inspect`, whose description says what each means.
package enum InspectInterface {
    /// The caller has no such widget.
    package struct UnknownWidget: InterfaceError {
        package static let name = "io.waymark.Inspect.UnknownWidget"

        /// The widget.
        package var widget: String

        /// Creates a value of its members.
        package init(widget: String) {
            self.widget = widget
        }
    }
}
