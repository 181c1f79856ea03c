import CoreLocation
import Waymark

/// What an app and its widgets can ask about the app's widgets.
public final class WidgetCenter: Sendable {
    /// The center.
    public static let shared = WidgetCenter()

    private init() {}

    /// Asks for new timelines of all of the app's widgets of a kind.
    ///
    /// The reloads count in the widgets' budgets, also while the app is in use. Whoever wants to know what becomes of them
    /// uses `WidgetCenter` of the module `Waymark`.
    ///
    /// - Parameter kind: The kind.
    public func reloadTimelines(ofKind kind: String) {
        reload { center throws(ClientError) in try await center.reloadTimelines(ofKind: kind) }
    }

    /// Asks for new timelines of all of the app's widgets.
    public func reloadAllTimelines() {
        reload { center throws(ClientError) in try await center.reloadAllTimelines() }
    }

    /// Does nothing: no configurations are recommended, because kinds have none.
    public func invalidateConfigurationRecommendations() {}

    /// Does nothing: a provider is asked for the relevance with each timeline.
    public func invalidateRelevance(ofKind kind: String) {}

    private func reload(
        _ ask: @escaping @Sendable (Waymark.WidgetCenter) async throws(ClientError) -> [AskedReload]
    ) {
        Task {
            do throws(ClientError) { _ = try await ask(.shared) } catch { complain("\(error)") }
        }
    }

    /// Tells which widgets of the app are placed.
    ///
    /// - Parameter completion: Is called once.
    public func getCurrentConfigurations(
        _ completion: @escaping @Sendable (Result<[WidgetInfo], any Error>) -> Void
    ) {
        Task {
            do {
                completion(.success(try await currentConfigurations()))
            } catch {
                completion(.failure(error))
            }
        }
    }

    /// Returns which widgets of the app are placed.
    ///
    /// - Returns: The widgets, oldest first.
    /// - Throws: `ClientError` of the module `Waymark` if the service does not run.
    public func currentConfigurations() async throws -> [WidgetInfo] {
        try await Waymark.WidgetCenter.shared.currentConfigurations().map {
            WidgetInfo(widget: $0.id, kind: $0.kind, family: WidgetFamily($0.family))
        }
    }
}

/// A placed widget of the app.
public struct WidgetInfo: Identifiable, Hashable, Sendable {
    let widget: WidgetIdentifier

    /// Its kind.
    public let kind: String

    /// The family in which it is shown.
    public let family: WidgetFamily

    /// The intent that configures it: always `nil`, because kinds have none.
    public var configuration: NSObject? { nil }

    /// Itself.
    public var id: WidgetInfo { self }
}
