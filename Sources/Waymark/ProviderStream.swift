import MessageCoding
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
    private var replies: ReplyStream?

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
        do throws(ClientFailure) {
            replies = try client.stream(WidgetsInterface.Serve.method, MessageCoding.encode(parameters))
        } catch { throw ClientError(error, calling: WidgetsInterface.Serve.method, at: service) }
        return try ProviderSession(nextReply(), at: service)
    }

    /// Waits for the next event.
    func next(in session: ProviderSession) throws(ClientError) -> ProviderEvent {
        while true {
            let reply = try nextReply()
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

    private func nextReply() throws(ClientError) -> WidgetsInterface.Serve.Reply {
        let bytes: [UInt8]?
        do throws(ClientFailure) {
            bytes = try replies?.next()
        } catch { throw ClientError(error, calling: WidgetsInterface.Serve.method, at: service) }
        // The service ends a stream by closing the connection, or by a last reply, which says nothing else.
        guard let bytes else { throw .disconnected(path: service.socketPath) }
        return try MessageCoding.reply(
            WidgetsInterface.Serve.Reply.self,
            from: bytes,
            to: WidgetsInterface.Serve.method
        )
    }

    /// Ends the stream, and with it the session.
    nonisolated func close() { client.shutDown() }
}
