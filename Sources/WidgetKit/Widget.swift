// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CoreLocation
public import Waymark

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
public protocol Widget: Waymark.Widget {}

extension Widget {
    @MainActor public static func main() async { await RunningApp.shared.serve { program() } }
}

/// Several widgets of one program.
public protocol WidgetBundle: Waymark.WidgetBundle {}

extension WidgetBundle {
    @MainActor public static func main() async { await RunningApp.shared.serve { program() } }
}

extension JoinedWidgets: Widget {}

extension RunningApp {
    /// Serves widgets; this program is not in use itself, and its location managers have the widgets'
    /// authorization.
    @MainActor fileprivate func serve(_ program: () -> WidgetProgram) async {
        // Before the widgets: their providers may have location managers.
        makeWidgets()
        await program().main { report in
            switch report {
            case .connected(let authorization), .authorizationChanged(let authorization):
                self.record(authorization)
            default: break
            }
        }
    }
}
