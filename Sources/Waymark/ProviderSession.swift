import LocationModel
import WaymarkInterfaces

/// A provider as the service knows it, from one connection to its loss.
public final class ProviderSession: Sendable {
    /// The app's authorization when the session began.
    public let authorization: Authorization

    let identifier: String

    private let calls: BackgroundConnection

    init(_ reply: WidgetsInterface.Serve.Reply, at service: WaymarkService) throws(ClientError) {
        guard reply.event == .session, let session = reply.session, let authorization = reply.authorization
        else {
            throw .protocolViolation("the first event of a session lacks the session or the authorization")
        }
        identifier = session
        self.authorization = Authorization(authorization)
        calls = try BackgroundConnection(to: service)
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

    /// Asks the service to reload one widget.
    ///
    /// - Returns: The reload that the service accepted; it arrives as a ``ProviderEvent/reload(_:)``, once the widget's
    ///   budget allows it.
    /// - Throws: `ClientError`: `ServiceRefusal.unknownWidget` if the session does not serve the widget.
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
        return try await call(parameters).reloads.map { (asked) throws(ClientError) in try AskedReload(asked)
        }
    }

    func call<Parameters: MethodParameters>(
        _ parameters: Parameters
    ) async throws(ClientError) -> Parameters.Reply {
        try await calls.call(parameters)
    }
}
