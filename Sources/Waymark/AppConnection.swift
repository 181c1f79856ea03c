import LocationModel
import VarlinkSocket
import WaymarkInterfaces

/// An app's connections to the service, from one beginning to their loss: one for its stream, one for its calls.
struct AppConnection: Sendable {
    let stream: AppStream
    let calls: AppCalls
    let session: String

    /// What the app may know at the beginning.
    let authorization: Authorization

    let manifest: ManifestRegistration
    let path: String

    static func open(_ app: String, at service: WaymarkService) async throws(ClientError) -> AppConnection {
        guard AppIdentifier(app) != nil else { throw .invalidName(app) }
        let calls = try AppCalls(to: service)
        let manifest = try await cancellable(calls, isolation: nil) { () async throws(ClientError) in
            try await calls.registerManifest(of: app)
        }
        let stream = try AppStream(to: service)
        let (session, authorization) = try await cancellable(stream, isolation: nil) {
            () async throws(ClientError) in
            try await stream.begin(app: app)
        }
        return AppConnection(
            stream: stream,
            calls: calls,
            session: session,
            authorization: authorization,
            manifest: manifest,
            path: service.socketPath
        )
    }

    func close() {
        stream.close()
        calls.close()
    }
}

/// The calls of an app, on a thread of their own.
actor AppCalls: CancellableStream {
    private nonisolated let service: WaymarkService
    private nonisolated let client: VarlinkClient
    private nonisolated let thread: BlockingThread

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    init(to service: WaymarkService) throws(ClientError) {
        self.service = service
        client = try connect(to: service)
        thread = try BlockingThread(named: "waymark-calls")
    }

    func call<Parameters: MethodParameters>(
        _ parameters: Parameters
    ) throws(ClientError) -> Parameters.Reply {
        do throws(ClientError) {
            return try client.reply(to: parameters, at: service)
        } catch {
            // The stream has ended, and the next one is being opened.
            if error == .sessionOver { throw .disconnected(path: service.socketPath) }
            throw error
        }
    }

    /// Ends all calls, now and later.
    nonisolated func close() { client.shutDown() }
}

/// The stream of what an app may know.
actor AppStream: CancellableStream {
    private nonisolated let service: WaymarkService
    private nonisolated let client: VarlinkClient
    private nonisolated let thread: BlockingThread
    private var replies: StreamedReplies<LocationInterface.Open>?

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    init(to service: WaymarkService) throws(ClientError) {
        self.service = service
        client = try connect(to: service)
        thread = try BlockingThread(named: "waymark-app")
    }

    /// Says that the app runs and waits for the session.
    func begin(app: String) throws(ClientError) -> (session: String, Authorization) {
        let replies = try StreamedReplies(to: LocationInterface.Open(app: app), from: client, at: service)
        self.replies = replies
        let reply = try replies.next()
        guard reply.event == .session, let session = reply.session, let authorization = reply.authorization
        else {
            throw .protocolViolation("the first event of a session lacks the session or the authorization")
        }
        return (session, Authorization(authorization))
    }

    /// Waits for the next authorization.
    func next() throws(ClientError) -> Authorization {
        guard let replies else { throw .disconnected(path: service.socketPath) }
        while true {
            let reply = try replies.next()
            switch reply.event {
            case .keepAlive, .requestEnded: continue
            case .session: throw .protocolViolation("a second session on one stream")
            case .authorization:
                guard let authorization = reply.authorization else {
                    throw .protocolViolation("an event of an authorization without it")
                }
                return Authorization(authorization)
            }
        }
    }

    /// Ends the stream, and with it the session.
    nonisolated func close() { client.shutDown() }
}
