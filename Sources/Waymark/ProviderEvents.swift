/// What happens to a provider, as an endless sequence.
///
/// It ends when the task that iterates is cancelled, and throws ``ClientError`` when going on makes no sense: the
/// service is not there at the start, refuses the provider, or breaks the protocol. A service that goes away later
/// is an event, and is looked for until it is back.
public struct ProviderEvents: AsyncSequence, Sendable {
    /// What happened.
    public typealias Element = ProviderEvent

    /// Why it cannot go on.
    public typealias Failure = ClientError

    let service: WaymarkService
    let app: String
    let kinds: [KindDeclaration]

    /// Returns an iterator, which is a provider of its own.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

    /// One provider.
    ///
    /// Letting go of it ends the session.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private enum State {
            case unconnected
            case connected(ProviderStream, ProviderSession)
            case waiting(Duration)
            case over
        }

        private let registration: ProviderEvents
        private var state = State.unconnected
        private var backOff = BackOff()

        fileprivate init(_ registration: ProviderEvents) { self.registration = registration }

        /// Waits for the next event.
        ///
        /// - Returns: The event, or `nil` once the task is cancelled.
        /// - Throws: ``ClientError``, after which there is nothing more.
        public mutating func next() async throws(ClientError) -> ProviderEvent? {
            try await next(isolation: nil)
        }

        /// Waits for the next event.
        ///
        /// - Parameter actor: Where the caller runs.
        /// - Returns: The event, or `nil` once the task is cancelled.
        /// - Throws: ``ClientError``, after which there is nothing more.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(ClientError) -> ProviderEvent? {
            do throws(ClientError) {
                while !Task.isCancelled {
                    if let event = try await step() { return event }
                }
            } catch {
                end()
                // What a cancellation tore apart is no failure of the service.
                if Task.isCancelled { return nil }
                throw error
            }
            end()
            return nil
        }

        /// Does the next thing, which need not be an event.
        private mutating func step(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(ClientError) -> ProviderEvent? {
            switch state {
            case .over: return nil
            case .unconnected: return try await connect()
            case .waiting(let delay):
                guard (try? await Task.sleep(for: delay)) != nil else { return nil }
                do throws(ClientError) {
                    return try await connect()
                } catch {
                    return try lost(error)
                }
            case .connected(let stream, let session):
                do throws(ClientError) {
                    return try await stream.next(in: session)
                } catch {
                    session.close()
                    return try lost(error)
                }
            }
        }
    }
}
