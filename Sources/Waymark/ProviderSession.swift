import LocationModel
import WaymarkInterfaces

/// A provider as the service knows it, from one connection to its loss.
public final class ProviderSession: Sendable {
    /// The app's authorization when the session began.
    public let authorization: Authorization

    let identifier: String

    let calls: BackgroundConnection

    init(_ reply: WidgetsInterface.Serve.Reply, at service: WaymarkService) throws(ClientError) {
        identifier = try reply.session.orViolation("the first event of a session lacks the session")
        authorization = Authorization(
            try reply.authorization.orViolation("the first event of a session lacks the authorization")
        )
        calls = BackgroundConnection(to: service)
    }

    /// Asks the service to reload all widgets of this session, or those of one kind.
    ///
    /// - Parameter kind: The kind; `nil` for all of the session's kinds.
    /// - Returns: The reloads that the service accepted, one for each widget; each arrives as a
    ///   ``ProviderEvent/reload(_:)``, once the widget's budget allows it.
    /// - Throws: `ClientError`: `ServiceRefusal.unknownKind` if the session does not serve the kind.
    @discardableResult
    public func reloadTimelines(
        ofKind kind: String? = nil
    ) async throws(ClientError) -> [AskedReload] {
        try await reload(kind: kind, widget: nil)
    }

    /// Asks the service to reload one widget of this session, as ``reloadTimelines(ofKind:)`` does.
    @discardableResult
    public func reloadTimeline(
        of widget: WidgetIdentifier
    ) async throws(ClientError) -> [AskedReload] {
        try await reload(kind: nil, widget: widget)
    }

    private func reload(
        kind: String?,
        widget: WidgetIdentifier?
    ) async throws(ClientError) -> [AskedReload] {
        let parameters = WidgetsInterface.ReloadTimelines(
            session: identifier,
            kind: kind,
            widget: widget?.description
        )
        return try await calls.call(parameters).reloads.map { (asked) throws(ClientError) in
            try AskedReload(asked)
        }
    }
}
