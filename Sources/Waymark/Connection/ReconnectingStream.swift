import LocationModel
import ServiceClient
import WaymarkInterfaces

/// The elements of a streaming call, through restarts of the service.
///
/// A service that is not there at the start is an error; one that goes away later is tried again until it is
/// back. Each reply is read when an element is asked for, so that the service notices a slow client and drops
/// outdated events.
final class ReconnectingStream<Method: MethodParameters, Element> {
    private let method: Method
    private let service: WaymarkService
    private let prepare: () async throws(ClientError) -> Void
    private let lost: (ClientError, Duration) async throws(ClientError) -> Element?
    private let decode: (Method.Reply) async throws(ClientError) -> Element?
    private var stream: BackgroundStream<Method>?

    /// Whether the service has ever answered.
    private var isAnswered = false

    /// The plan of connecting; `nil` once the stream is over.
    private var reconnection: Reconnection? = .ofLibrary

    /// Creates a stream that is opened when the first element is asked for.
    ///
    /// `prepare` runs before each opening. `decode` returns the element of a reply, and `lost` the one for a
    /// loss of the service, with the time to the next attempt; `nil` for none.
    init(
        _ method: Method,
        of service: WaymarkService,
        prepare: @escaping () async throws(ClientError) -> Void = {},
        lost: @escaping (ClientError, Duration) async throws(ClientError) -> Element? = { _, _ in nil },
        decode: @escaping (Method.Reply) async throws(ClientError) -> Element?
    ) {
        self.method = method
        self.service = service
        self.prepare = prepare
        self.lost = lost
        self.decode = decode
    }

    /// Returns the next element, or `nil` once the task is cancelled or the stream is over.
    func next() async throws(ClientError) -> Element? {
        do throws(ClientError) {
            if let element = try await advance(), !Task.isCancelled { return element }
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
        close()
        reconnection = nil
    }

    private func advance() async throws(ClientError) -> Element? {
        while let reconnection {
            do throws(ClientError) {
                if let time = reconnection.attemptAt,
                    (try? await Task.sleep(until: time, clock: .continuous)) == nil
                {
                    return nil
                }
                let stream = if let stream { stream } else { try await open() }
                while true {
                    let element = try await decode(try await stream.next())
                    self.reconnection?.answered()
                    isAnswered = true
                    if let element { return element }
                }
            } catch {
                close()
                guard isAnswered, !Task.isCancelled, error.mayPass || error.isOfFullDisk,
                    let pause = self.reconnection?.failed(at: .now)
                else { throw error }
                if let element = try await lost(error, pause) { return element }
            }
        }
        return nil
    }

    private func open() async throws(ClientError) -> BackgroundStream<Method> {
        try await prepare()
        let opened = try BackgroundStream(method, of: service)
        reconnection?.opened()
        stream = opened
        return opened
    }

    private func close() {
        stream?.close()
        stream = nil
    }
}

extension ClientError {
    /// Whether the service cannot save anything for now.
    var isOfFullDisk: Bool { if case .stateNotSaved? = refusal { true } else { false } }
}

extension Reconnection {
    /// The plan of an app, which may have many streams and does not watch the socket.
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
        var reconnection = Reconnection.ofLibrary
        var isAway = false
        while true {
            do throws(ClientError) {
                return try await work()
            } catch {
                guard !Task.isCancelled else { return }
                if !isAway || !error.mayPass { await tell(error) }
                guard error.mayPass else { return }
                isAway = true
                guard (try? await Task.sleep(for: reconnection.failed(at: .now))) != nil else { return }
            }
        }
    }

    /// Returns the elements of a stream, through restarts of the service; `isLast` tells whether an element
    /// ends it.
    func updates<Method: MethodParameters, Element: Sendable>(
        _ method: Method,
        for app: String?,
        until isLast: @escaping @Sendable (Element) -> Bool = { _ in false },
        decode: @escaping @Sendable (Method.Reply) throws(ClientError) -> Element?
    ) -> ServiceEvents<Element> {
        ServiceEvents {
            let stream = self.stream(method, for: app, decode: decode)
            return { () async throws(ClientError) in
                let element = try await stream.next()
                if let element, isLast(element) { stream.end() }
                return element
            }
        }
    }

    /// Creates a stream that registers the manifest of its app before each opening.
    func stream<Method: MethodParameters, Element>(
        _ method: Method,
        for app: String?,
        lost: @escaping (ClientError, Duration) async throws(ClientError) -> Element? = { _, _ in nil },
        decode: @escaping (Method.Reply) async throws(ClientError) -> Element?
    ) -> ReconnectingStream<Method, Element> {
        ReconnectingStream(
            method,
            of: self,
            prepare: { () async throws(ClientError) in
                guard let app else { return }
                guard AppIdentifier(app) != nil else { throw .invalidName(app) }
                _ = try await self.registerManifest(of: app)
            },
            lost: lost,
            decode: decode
        )
    }
}
