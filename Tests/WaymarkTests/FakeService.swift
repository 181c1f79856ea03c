import Daemon
import LinuxSystem
import LocationModel
import TestSupport
import Testing
import Varlink
import Waymark
import WaymarkInterfaces

/// A service that says what a test tells it to, on a real socket.
final class FakeService: Sendable {
    typealias Connection = VarlinkServer.ConnectionID

    struct Received: Sendable {
        let connection: Connection
        let call: Call

        /// The call's parameters; a call of another method fails the test.
        func parameters<Parameters: MethodParameters>(of type: Parameters.Type) throws -> Parameters {
            try #require(call.method == Parameters.method)
            return try Parameters(parameters: call.parameters)
        }
    }

    /// The service as a program of the library knows it.
    let waymark: WaymarkService
    private let loop: ServiceLoop
    private let folder: TemporaryFolder

    private init(_ loop: ServiceLoop, _ waymark: WaymarkService, in folder: consuming TemporaryFolder) {
        self.loop = loop
        self.waymark = waymark
        self.folder = folder
    }

    deinit { loop.order(.stop) }

    /// Starts one, at a path of its own if none is given; its socket is there once this returns.
    static func start(at path: String? = nil) async throws -> FakeService {
        let folder = try TemporaryFolder()
        let path = path ?? folder.path + "/socket"
        let loop = try ServiceLoop(path: path)
        try Thread.start(named: "fake-service") { loop.run() }
        guard case .listening = await loop.next() else {
            throw SystemError("listen", on: path, code: 0)
        }
        return FakeService(loop, WaymarkService(socketPath: path), in: folder)
    }

    func nextCall() async throws -> Received {
        while let happening = await loop.next() {
            if case .called(let received) = happening { return received }
        }
        throw CancellationError()
    }

    func end(of connection: Connection) async {
        while let happening = await loop.next() {
            if case .disconnected(connection) = happening { return }
        }
    }

    func reply(_ reply: Reply, to received: Received) { loop.order(.reply(reply, received.connection)) }

    func close(_ received: Received) { loop.order(.close(received.connection)) }

    /// Takes a call of Serve and answers it with a session.
    func openSession(
        named session: String = "s1",
        authorization: WidgetsInterface.Authorization = .granted
    ) async throws -> Received {
        let serve = try await nextCall()
        _ = try serve.parameters(of: WidgetsInterface.Serve.self)
        send(.init(sequence: 1, event: .session, session: session, authorization: authorization), to: serve)
        return serve
    }

    func openApp(
        named session: String = "s1",
        _ authorization: LocationInterface.Authorization = .undecided
    ) async throws -> Received {
        let open = try await nextCall()
        _ = try open.parameters(of: LocationInterface.Open.self)
        send(.init(sequence: 1, event: .session, session: session, authorization: authorization), to: open)
        return open
    }

    func send(_ event: LocationInterface.Open.Reply, to open: Received) {
        reply(.partial(event), to: open)
    }

    func send(_ event: WidgetsInterface.Serve.Reply, to serve: Received) {
        reply(.partial(event), to: serve)
    }
}

extension WidgetsInterface.Authorization {
    static let granted = Self(
        status: .authorizedAlways,
        accuracy: .full,
        widgets: .granted,
        isAuthorizedForWidgetUpdates: true
    )
}

extension LocationInterface.Authorization {
    static let undecided = Self(
        status: .notDetermined,
        accuracy: .full,
        widgets: .undecided,
        isAuthorizedForWidgetUpdates: false,
        unavailableServices: []
    )

    static let reduced = Self(
        status: .authorizedWhenInUse,
        accuracy: .reduced,
        widgets: .undecided,
        isAuthorizedForWidgetUpdates: false,
        unavailableServices: [.regions, .heading, .beacons]
    )
}

/// What the service's thread does, and what passes to it and from it.
private final class ServiceLoop: Sendable {
    enum Order: Sendable {
        case reply(Reply, FakeService.Connection)
        case close(FakeService.Connection)
        case stop
    }

    enum Happening: Sendable {
        case listening
        case called(FakeService.Received)
        case disconnected(FakeService.Connection)
    }

    private let path: String
    private let orders = Guarded<[Order]>([])
    private let wakeUp: WakeUp
    private let happenings: AsyncStream<Happening>
    private let continuation: AsyncStream<Happening>.Continuation

    init(path: String) throws {
        self.path = path
        wakeUp = try WakeUp()
        (happenings, continuation) = AsyncStream.makeStream()
    }

    func order(_ order: Order) {
        orders.withLock { $0.append(order) }
        wakeUp.signal()
    }

    func next() async -> Happening? {
        var iterator = happenings.makeAsyncIterator()
        return await iterator.next()
    }

    func run() {
        do {
            try serve()
        } catch { Issue.record(error) }
        continuation.finish()
    }

    private func serve() throws {
        let kernel = try LinuxKernel()
        let server = VarlinkServer(kernel: kernel)
        try server.listen(at: path)
        _ = try kernel.watch(wakeUp.descriptor.rawValue, for: .readable)
        continuation.yield(.listening)
        while true {
            let reports = try kernel.wait(until: server.nextDeadline)
            let now = ContinuousClock.now
            wakeUp.acknowledge()
            let due = orders.withLock { orders in
                defer { orders = [] }
                return orders
            }
            for order in due {
                switch order {
                case .reply(let reply, let connection): server.reply(reply, to: connection, at: now)
                case .close(let connection): server.close(connection)
                case .stop: return
                }
            }
            for event in server.handle(reports, at: now) {
                switch event {
                case .called(let connection, let call):
                    continuation.yield(.called(.init(connection: connection, call: call)))
                case .disconnected(let connection, _): continuation.yield(.disconnected(connection))
                default: break
                }
            }
        }
    }
}
