import LocationModel

/// Finds the widgets of an app.
struct PlacedWidgets: Hashable, Sendable {
    private var widgets: [AppKey: Set<WidgetIdentifier>] = [:]

    mutating func add(_ widget: WidgetIdentifier, of app: AppKey) { widgets[app, default: []].insert(widget) }

    mutating func remove(_ widget: WidgetIdentifier, of app: AppKey) {
        widgets[app]?.remove(widget)
        if widgets[app]?.isEmpty == true { widgets[app] = nil }
    }

    /// Returns the widgets of an app, oldest first.
    subscript(app: AppKey) -> [WidgetIdentifier] { widgets[app]?.sorted() ?? [] }
}
