import LocationModel
import ServiceClient
import WaymarkInterfaces

/// A streaming method of the service: how its stream is opened, and what its replies mean.
protocol EventSource: Sendable {
    associatedtype Method: MethodParameters

    /// What the service knows the client by, from the first reply to the end of the connection.
    associatedtype Session: Sendable

    associatedtype Event

    var service: WaymarkService { get }
    var method: Method { get }

    /// What the system's tools show of the thread that waits for replies, at most 15 bytes.
    var threadName: String { get }

    /// Checks and does what comes before the stream.
    func prepare() async throws(ClientError)

    /// Returns what the first reply tells.
    func session(begunBy reply: Method.Reply) throws(ClientError) -> Session

    /// Returns what a further reply tells; `nil` for one that only tells that the service is there.
    func event(in reply: Method.Reply, of session: Session) throws(ClientError) -> Event?

    func close(_ session: Session)
}

extension EventSource {
    func prepare() async throws(ClientError) {}

    func close(_ session: Session) {}

    /// Opens the stream and waits for its first reply.
    func open() async throws(ClientError) -> OpenStream<Self> {
        try await prepare()
        return try await connect()
    }

    /// Opens the stream without what comes before it.
    func connect() async throws(ClientError) -> OpenStream<Self> {
        let stream = try BackgroundStream(method, of: service, threadName: threadName)
        return OpenStream(stream: stream, session: try session(begunBy: try await stream.next()))
    }
}

/// A stream after its first reply.
struct OpenStream<Source: EventSource>: Sendable {
    let stream: BackgroundStream<Source.Method>
    let session: Source.Session
}

/// The events of a stream, through restarts of the service.
///
/// A service that is not there at the start is an error; one that goes away later is looked for until it is back. Each
/// event is read when it is asked for, so that the service notices a slow client and drops outdated events.
final class ReconnectingStream<Source: EventSource> {
    enum Step {
        /// A session has begun: the first one, or one after a loss.
        case connected(Source.Session)
        case event(Source.Event)
        case disconnected(ClientError, retryIn: Duration)
    }

    private let source: Source
    private var open: OpenStream<Source>?

    /// When to connect; `nil` once the stream is over.
    private var reconnection: Reconnection? = .ofLibrary

    /// Begins with a stream that is open already, where there is one.
    init(_ source: Source, _ open: OpenStream<Source>? = nil) {
        self.source = source
        self.open = open
    }

    /// Returns the next step, or `nil` once the task is cancelled or the stream is over: connecting again made no sense.
    func next() async throws(ClientError) -> Step? {
        do throws(ClientError) {
            let step = try await advance()
            if !Task.isCancelled { return step }
        } catch {
            end()
            // A connection that a cancellation closed is no failure of the service.
            if Task.isCancelled { return nil }
            throw error
        }
        end()
        return nil
    }

    /// Ends the stream, and with it the session.
    func end() {
        endSession()
        reconnection = nil
    }

    private func advance() async throws(ClientError) -> Step? {
        guard let reconnection else { return nil }
        let isFirst = open == nil && reconnection.attemptAt == nil
        do throws(ClientError) {
            guard let open else { return try await connect(at: reconnection.attemptAt) }
            while true {
                let reply = try await open.stream.next()
                if let event = try source.event(in: reply, of: open.session) { return .event(event) }
            }
        } catch {
            endSession()
            guard !isFirst, error.mayPass || error.isOfFullDisk,
                let pause = self.reconnection?.failed(at: .now)
            else { throw error }
            return .disconnected(error, retryIn: pause)
        }
    }

    private func connect(at time: ContinuousClock.Instant?) async throws(ClientError) -> Step? {
        if let time, (try? await Task.sleep(until: time, clock: .continuous)) == nil { return nil }
        let opened = try await source.open()
        open = opened
        reconnection?.opened()
        reconnection?.answered()
        return .connected(opened.session)
    }

    private func endSession() {
        guard let open else { return }
        open.stream.close()
        source.close(open.session)
        self.open = nil
    }
}

extension ClientError {
    /// Whether the service cannot save anything now, which is not for good.
    var isOfFullDisk: Bool { if case .stateNotSaved? = refusal { true } else { false } }
}

extension Reconnection {
    /// That of an app, which may have many streams and does not watch the socket.
    static var ofLibrary: Reconnection { Reconnection(longest: .seconds(10)) }
}

extension WaymarkService {
    /// Does some work, and does it again whenever the service is away, until the task is cancelled or the service refuses it.
    ///
    /// `tell` is called with each refusal, and once with each absence of the service.
    package func retrying(
        _ tell: (ClientError) async -> Void,
        _ work: () async throws(ClientError) -> Void
    ) async {
        var pauses = BackOff(first: .milliseconds(100))
        var isAway = false
        while true {
            do throws(ClientError) {
                return try await work()
            } catch {
                guard !Task.isCancelled else { return }
                if !isAway || !error.mayPass { await tell(error) }
                guard error.mayPass else { return }
                isAway = true
                guard (try? await Task.sleep(for: pauses.next())) != nil else { return }
            }
        }
    }

    /// Returns what a stream tells, through restarts of the service; `isLast` tells whether nothing follows an element.
    func updates<Method: MethodParameters, Element: Sendable>(
        _ source: UpdateSource<Method, Element>,
        until isLast: @escaping @Sendable (Element) -> Bool = { _ in false }
    ) -> ServiceEvents<Element> {
        ServiceEvents {
            let stream = ReconnectingStream(source)
            return { () async throws(ClientError) in
                while let step = try await stream.next() {
                    switch step {
                    case .connected(let element?), .event(let element):
                        if isLast(element) { stream.end() }
                        return element
                    case .connected(nil), .disconnected: continue
                    }
                }
                return nil
            }
        }
    }
}

/// A stream whose replies all tell the same, from the first one on.
struct UpdateSource<Method: MethodParameters, Element: Sendable>: EventSource {
    let service: WaymarkService
    let app: String?
    let method: Method
    let threadName: String

    /// What a reply tells; `nil` for one that only tells that the service is there.
    let element: @Sendable (Method.Reply) throws(ClientError) -> Element?

    func prepare() async throws(ClientError) {
        guard let app else { return }
        guard AppIdentifier(app) != nil else { throw .invalidName(app) }
        _ = try await service.registerManifest(of: app)
    }

    func session(begunBy reply: Method.Reply) throws(ClientError) -> Element? { try element(reply) }

    func event(in reply: Method.Reply, of session: Element?) throws(ClientError) -> Element? {
        try element(reply)
    }
}
