// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CoreLocation
import Waymark

/// The placed widgets of an app and their reloads, for the app and its widgets.
public final class WidgetCenter: Sendable {
    public static let shared = WidgetCenter()

    private init() {}

    /// Requests reloads, which are charged to the widgets' budgets even while the app is in use;
    /// `WidgetCenter` of the module `Waymark` returns their tickets.
    public func reloadTimelines(ofKind kind: String) {
        reload { center throws(ClientError) in try await center.reloadTimelines(ofKind: kind) }
    }

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

    /// Returns the placed widgets of the app, oldest first.
    public func currentConfigurations() async throws -> [WidgetInfo] {
        try await Waymark.WidgetCenter.shared.currentConfigurations().map {
            WidgetInfo(widget: $0.id, kind: $0.kind, family: WidgetFamily($0.family))
        }
    }
}

public struct WidgetInfo: Identifiable, Hashable, Sendable {
    let widget: WidgetIdentifier

    public let kind: String
    public let family: WidgetFamily

    /// The intent that configures it: always `nil`, because kinds have none.
    public var configuration: NSObject? { nil }
    public var id: WidgetInfo { self }
}
