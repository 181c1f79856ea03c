/// A widget, and the main part of a program that provides it.
///
/// ```swift
/// @main struct WhereAmIWidget: Widget {
///     static let app = "org.example.WhereAmI"
///
///     var body: some WidgetConfiguration {
///         StaticConfiguration(kind: "where", provider: WhereAmI())
///             .configurationDisplayName("Where am I?")
///     }
/// }
/// ```
///
/// The program serves the widget until it is ended, through restarts of the service. With `--manifest` it prints the
/// beginnings of the app's manifest instead.
public protocol Widget {
    /// The type of the configuration.
    associatedtype Body: WidgetConfiguration

    /// The app's identifier; by default ``WaymarkService/defaultApp``.
    static var app: String { get }

    /// Creates the widget.
    init()

    /// The kind of widget and its provider.
    var body: Body { get }
}

extension Widget {
    /// The identifier of this program.
    public static var app: String { WaymarkService.defaultApp }

    /// Serves the widget until the program is ended.
    @MainActor public static func main() async { await program().main() }

    package static func program() -> WidgetProgram { WidgetProgram(app: app, Self().body) }
}

/// Several widgets of one program.
///
/// ```swift
/// @main struct Widgets: WidgetBundle {
///     static let app = "org.example.Weather"
///
///     var body: some Widget {
///         Today()
///         NextHours()
///     }
/// }
/// ```
public protocol WidgetBundle {
    /// The type of the widgets.
    associatedtype Body: Widget

    /// The app's identifier; by default ``WaymarkService/defaultApp``. That of each widget does not count.
    static var app: String { get }

    /// Creates the bundle.
    init()

    /// The widgets.
    @WidgetBundleBuilder var body: Body { get }
}

extension WidgetBundle {
    /// The identifier of this program.
    public static var app: String { WaymarkService.defaultApp }

    /// Serves the widgets until the program is ended.
    @MainActor public static func main() async { await program().main() }

    package static func program() -> WidgetProgram { WidgetProgram(app: app, Self().body.body) }
}

/// Joins the widgets of a bundle.
@resultBuilder public enum WidgetBundleBuilder {
    /// Joins widgets.
    public static func buildBlock<each Part: Widget>(_ widgets: repeat each Part) -> JoinedWidgets {
        var joined = JoinedWidgets()
        for widget in repeat each widgets { joined.body.kinds += widget.body.kinds }
        return joined
    }
}

/// The widgets of a bundle as one.
public struct JoinedWidgets: Widget {
    /// The kinds of all widgets.
    public struct Body: WidgetConfiguration {
        /// The kinds.
        public var kinds: [ProvidedKind] = []
    }

    /// The kinds of all widgets.
    public fileprivate(set) var body = Body()

    /// Joins no widgets.
    public init() {}
}
