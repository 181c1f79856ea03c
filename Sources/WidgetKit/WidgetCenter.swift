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
    /// uses `WaymarkService.push(to:kind:)`.
    ///
    /// - Parameter kind: The kind.
    public func reloadTimelines(ofKind kind: String) { push(kind) }

    /// Asks for new timelines of all of the app's widgets.
    public func reloadAllTimelines() { push(nil) }

    private func push(_ kind: String?) {
        Task {
            do throws(ClientError) {
                _ = try await WaymarkService().push(to: RunningApp.shared.identifier, kind: kind)
            } catch {
                FileHandle.standardError.write(Data("WidgetKit: \(error)\n".utf8))
            }
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
        for try await update in WidgetHost().updates() {
            guard case .widgets(let widgets) = update else { continue }
            return widgets.filter { $0.app == RunningApp.shared.identifier }
                .map { WidgetInfo(widget: $0.id, kind: $0.kind, family: WidgetFamily($0.family)) }
        }
        throw CancellationError()
    }
}

/// A placed widget of the app.
public struct WidgetInfo: Identifiable, Hashable, Sendable {
    let widget: WidgetIdentifier

    /// Its kind.
    public let kind: String

    /// The family in which it is shown.
    public let family: WidgetFamily

    /// Itself.
    public var id: WidgetInfo { self }
}
