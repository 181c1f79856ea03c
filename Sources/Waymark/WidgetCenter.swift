public import LocationModel
import WaymarkInterfaces

/// The placed widgets of an app and their reloads, for a program that is not their provider.
///
/// ``WaymarkService/updates(of:)`` follows the reloads.
public struct WidgetCenter: Hashable, Sendable {
    /// The center of the app that this program is.
    public static let shared = WidgetCenter()

    /// The app's identifier.
    public let app: String

    private let service: WaymarkService

    /// Names an app; nothing is connected yet.
    public init(app: String = WaymarkService.defaultApp, on service: WaymarkService = WaymarkService()) {
        self.app = app
        self.service = service
    }

    /// Reloads the app's widgets of a kind because there is new data.
    ///
    /// The reloads are charged to the widgets' budgets.
    ///
    /// - Returns: The reloads that the service accepted, one for each widget.
    /// - Throws: `ClientError`: `ServiceRefusal.unknownKind` if no provider has registered the kind,
    ///   `ServiceRefusal.notPushable` if the app's manifest does not permit pushes.
    @discardableResult
    public func reloadTimelines(ofKind kind: String) async throws(ClientError) -> [AskedReload] {
        try await push(kind)
    }

    /// Reloads all of the app's widgets, as ``reloadTimelines(ofKind:)`` does those of a kind.
    @discardableResult
    public func reloadAllTimelines() async throws(ClientError) -> [AskedReload] { try await push(nil) }

    private func push(_ kind: String?) async throws(ClientError) -> [AskedReload] {
        let reply = try await service.call(WidgetsInterface.Push(app: app, kind: kind))
        return try reply.reloads.map { (asked) throws(ClientError) in try AskedReload(asked) }
    }

    /// Returns the app's widgets that this user's hosts have placed, oldest first.
    public func currentConfigurations() async throws(ClientError) -> [WidgetInfo] {
        for try await update in WidgetHost(on: service).updates() {
            guard case .widgets(let widgets) = update else { continue }
            return widgets.filter { $0.app == app }
                .map { WidgetInfo(id: $0.id, kind: $0.kind, family: $0.family) }
        }
        throw .cancelled
    }
}

/// A placed widget of an app.
public struct WidgetInfo: Identifiable, Hashable, Sendable {
    /// The widget.
    public let id: WidgetIdentifier

    /// Its kind.
    public let kind: String

    /// The family in which it is shown.
    public let family: WidgetFamily
}
