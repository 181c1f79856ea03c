import LocationModel
import ServiceClient
import WaymarkInterfaces

/// A streaming method of the service: how its stream is opened, and what its replies mean.
protocol EventSource: Sendable {
    /// The streaming method.
    associatedtype Method: MethodParameters

    /// What the service knows the client by, from the first reply to the end of the connection.
    associatedtype Session: Sendable

    /// What a further reply tells.
    associatedtype Event

    /// The method with its parameters.
    var method: Method { get }

    /// Opens the stream and waits for its first reply.
    func open() async throws(ClientError) -> OpenStream<Session>

    /// Returns what a further reply tells; `nil` for one that only tells that the service is there.
    func event(in reply: Method.Reply, of session: Session) throws(ClientError) -> Event?

    /// Ends what belongs to a session besides its stream.
    func close(_ session: Session)
}

extension EventSource {
    func close(_ session: Session) {}
}

/// A stream after its first reply.
struct OpenStream<Session: Sendable>: Sendable {
    let connection: BackgroundConnection
    let session: Session
}

/// The events of a stream, through restarts of the service.
///
/// A service that is not there at the start is an error; one that goes away later is looked for until it is back. Each
/// event is read when it is asked for, so that the service notices a slow client and drops outdated events.
final class ReconnectingStream<Source: EventSource> {
    /// What happened.
    enum Step {
        /// A session has begun: the first one, or one after a loss.
        case connected(Source.Session)
        case event(Source.Event)
        case disconnected(ClientError, retryIn: Duration)
    }

    private enum State {
        case unconnected
        case connected(OpenStream<Source.Session>)
        case waiting(Duration)
        case over
    }

    private let source: Source
    private var state: State
    private var backOff = BackOff.reconnecting()

    /// Begins with a stream that is open already, where there is one.
    init(_ source: Source, _ open: OpenStream<Source.Session>? = nil) {
        self.source = source
        state = open.map { .connected($0) } ?? .unconnected
    }

    /// Waits for the next step.
    ///
    /// - Returns: The step, or `nil` once the task is cancelled or the stream is over.
    /// - Throws: ``ClientError`` when connecting again makes no sense; the stream is over then.
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
        if case .connected(let stream) = state {
            stream.connection.close()
            source.close(stream.session)
        }
        state = .over
    }

    private func advance() async throws(ClientError) -> Step? {
        switch state {
        case .over: return nil
        case .unconnected: return try await connect()
        case .waiting(let delay):
            guard (try? await Task.sleep(for: delay)) != nil else { return nil }
            do throws(ClientError) {
                return try await connect()
            } catch { return try wait(after: error) }
        case .connected(let stream):
            do throws(ClientError) {
                while true {
                    let reply = try await stream.connection.nextReply(to: source.method)
                    if let event = try source.event(in: reply, of: stream.session) { return .event(event) }
                }
            } catch { return try wait(after: error) }
        }
    }

    private func connect() async throws(ClientError) -> Step {
        let stream = try await source.open()
        state = .connected(stream)
        backOff = .reconnecting()
        return .connected(stream.session)
    }

    private func wait(after error: ClientError) throws(ClientError) -> Step {
        end()
        guard error.mayPass else { throw error }
        let delay = backOff.next()
        state = .waiting(delay)
        return .disconnected(error, retryIn: delay)
    }
}
