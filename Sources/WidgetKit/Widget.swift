/// A widget, or the main part of a program that makes one.
///
/// ```swift
/// @main struct NearestStop: Widget {
///     var body: some WidgetConfiguration {
///         StaticConfiguration(kind: "nearest", provider: Provider()) { entry in
///             WidgetContent(entry.stop, detail: entry.distance)
///         }
///         .configurationDisplayName("Nearest stop")
///     }
/// }
/// ```
public protocol Widget {
    /// The type of the configuration.
    associatedtype Body: WidgetConfiguration

    /// Creates the widget.
    init()

    /// The kind of widget and its provider.
    var body: Body { get }
}

extension Widget {
    /// Serves the widget until the program is ended.
    @MainActor public static func main() async { await WidgetProgram(kinds: Self().body.kinds).run() }
}

/// Several widgets of one program.
public protocol WidgetBundle {
    /// The type of the widgets.
    associatedtype Body: Widget

    /// Creates the bundle.
    init()

    /// The widgets.
    @WidgetBundleBuilder var body: Body { get }
}

extension WidgetBundle {
    /// Serves the widgets until the program is ended.
    @MainActor public static func main() async { await WidgetProgram(kinds: Self().body.body.kinds).run() }
}

/// Joins the widgets of a bundle.
@resultBuilder public enum WidgetBundleBuilder {
    /// Joins widgets.
    public static func buildBlock<each Part: Widget>(_ widgets: repeat each Part) -> some Widget {
        var kinds: [ProvidedWidget] = []
        for widget in repeat each widgets { kinds += widget.body.kinds }
        return JoinedWidgets(kinds: kinds)
    }
}

/// The widgets of a bundle as one.
struct JoinedWidgets: Widget {
    struct Body: WidgetConfiguration {
        var kinds: [ProvidedWidget]
    }

    var kinds: [ProvidedWidget] = []
    var body: Body { Body(kinds: kinds) }
}
