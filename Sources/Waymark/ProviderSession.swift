import Varlink
import VarlinkSocket
import WaymarkInterfaces

/// A provider as the service knows it, from one connection to its loss.
public actor ProviderSession {
    /// What the person had decided when the session began.
    public nonisolated let authorization: Authorization

    nonisolated let identifier: String
    private nonisolated let service: WaymarkService

    // A connection with an open stream can carry no calls, so these have one of their own.
    private nonisolated let client: VarlinkClient
    private nonisolated let thread: BlockingThread

    /// The thread that calls wait on.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    init(
        _ reply: WidgetsInterface.Serve.Reply,
        at service: WaymarkService
    ) throws(ClientError) {
        guard reply.event == .session, let session = reply.session, let authorization = reply.authorization
        else {
            throw .protocolViolation("the first event of a session lacks the session or the authorization")
        }
        identifier = session
        self.authorization = Authorization(authorization)
        self.service = service
        client = try connect(to: service)
        thread = try BlockingThread(named: "waymark-calls")
    }

    /// Asks for new timelines of every widget that this session serves.
    ///
    /// - Parameter kind: Only of this kind, where given.
    /// - Returns: The widgets whose reload was accepted; each arrives as a ``ProviderEvent/reload(_:)``.
    /// - Throws: ``ClientError``.
    @discardableResult
    public func reloadTimelines(ofKind kind: String? = nil) throws(ClientError) -> [WidgetIdentifier] {
        try reload(kind: kind, widget: nil)
    }

    /// Asks for a new timeline of one widget.
    ///
    /// - Parameter widget: The widget.
    /// - Returns: The widget if its reload was accepted; it arrives as a ``ProviderEvent/reload(_:)``.
    /// - Throws: ``ClientError``.
    @discardableResult
    public func reloadTimeline(of widget: WidgetIdentifier) throws(ClientError) -> [WidgetIdentifier] {
        try reload(kind: nil, widget: widget)
    }

    private func reload(kind: String?, widget: WidgetIdentifier?) throws(ClientError) -> [WidgetIdentifier] {
        let parameters = WidgetsInterface.ReloadTimelines(
            session: identifier,
            kind: kind,
            widget: widget?.description
        )
        return try call(parameters).widgets.compactMap { WidgetIdentifier($0) }
    }

    /// Calls the service and waits for its reply, on this actor's own thread.
    func call<Parameters: MethodParameters>(
        _ parameters: Parameters
    ) throws(ClientError) -> Parameters.Reply {
        let method = Parameters.method
        let size = parameters.json.count
        guard size + method.utf8.count <= TimelineLimits.bytes - TimelineLimits.envelopeBytes else {
            throw .invalidTimeline(.tooLarge(bytes: size))
        }
        return try client.reply(to: parameters, at: service)
    }

    /// Ends all calls, now and later.
    nonisolated func close() { client.shutDown() }
}
