import VarlinkSocket
import WaymarkInterfaces

/// The stream of events of one session.
///
/// Each event is read when it is asked for, so that a slow provider is noticed by the service, which then keeps
/// the newest event of each subject.
actor ProviderStream: CancellableStream {
    private nonisolated let service: WaymarkService
    private nonisolated let client: VarlinkClient
    private nonisolated let thread: BlockingThread
    private var replies: StreamedReplies<WidgetsInterface.Serve>?

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    init(to service: WaymarkService) throws(ClientError) {
        self.service = service
        client = try connect(to: service)
        thread = try BlockingThread(named: "waymark-events")
    }

    /// Registers the kinds and waits for the session.
    func begin(app: String, kinds: [KindDeclaration]) throws(ClientError) -> ProviderSession {
        let parameters = WidgetsInterface.Serve(
            app: app,
            kinds: kinds.map { .init(kind: $0.kind, wantsLocation: $0.wantsLocation) }
        )
        let replies = try StreamedReplies(to: parameters, from: client, at: service)
        self.replies = replies
        return try ProviderSession(replies.next(), at: service)
    }

    /// Waits for the next event.
    func next(in session: ProviderSession) throws(ClientError) -> ProviderEvent {
        guard let replies else { throw .disconnected(path: service.socketPath) }
        while true {
            let reply = try replies.next()
            switch reply.event {
            case .keepAlive: continue
            case .session: throw .protocolViolation("a second session on one stream")
            case .authorization:
                guard let authorization = reply.authorization else {
                    throw .protocolViolation("an event of an authorization without it")
                }
                return .authorizationChanged(Authorization(authorization))
            case .reload:
                guard let reload = reply.reload else {
                    throw .protocolViolation("an event of a reload without the request")
                }
                return .reload(try TimelineRequest(reload, in: session))
            }
        }
    }

    /// Ends the stream, and with it the session.
    nonisolated func close() { client.shutDown() }
}
